"""What negmem is about: entries, planned actions, decisions and holds, without clock or I/O."""
