"""Team: a workspace's set-up, channels, agents and facts, and what it looks at about itself."""
