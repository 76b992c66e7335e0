"""Forms and Home: pure functions from data to the views that Slack takes."""
