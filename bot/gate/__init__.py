"""The door for agents, server side: HTTP, tokens."""
