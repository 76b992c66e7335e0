"""A local Slack workspace: Web API, Socket Mode, signed HTTP delivery and a web page."""
