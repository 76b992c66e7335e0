"""Reviews: the weekly questions about entries, and the answers."""
