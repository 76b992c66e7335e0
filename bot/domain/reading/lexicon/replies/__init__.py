"""Words of replies, a file for each language; the keys are described in `en.toml`."""
