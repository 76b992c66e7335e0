"""From what Slack sends to what the use cases take."""
