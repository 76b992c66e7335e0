"""What commands and tool calls carry: SQL, HTTP requests, JSON and documents."""
