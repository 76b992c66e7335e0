"""Learning: what people say to an action and how it turned out, made into entries."""
