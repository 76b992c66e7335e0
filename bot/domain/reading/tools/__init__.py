"""One command-line tool: its words, its grammar (TOML), and what its call plans."""
