"""Command lines: `shell` parses, `wrappers` unwraps, `command` puts it together."""
