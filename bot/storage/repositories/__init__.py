"""The repositories: rows to records and back, and every statement that negmem runs."""
