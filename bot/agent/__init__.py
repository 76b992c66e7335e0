"""The door for agents, their side: client, guard, hook, MCP server. It talks only HTTP to the gate.

Guard and hook stand before every command and tool call, so they import the standard library only,
and little of it.
"""
