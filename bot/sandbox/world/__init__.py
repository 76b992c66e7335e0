"""What exists in the local workspace: teams, people, apps, channels, messages, views, files."""
