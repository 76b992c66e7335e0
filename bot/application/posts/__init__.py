"""Posts: what is said in channels, written down before it is said.

The way through: `write_post` in a use case's transaction; later `deliver_outbox` claims the post,
`compose_cards` draws it from the stored state, `link_cards` asks Slack for its links. What cannot
be sent, or is deleted, is told elsewhere: `tell_trouble`, `repost_card`.
"""
