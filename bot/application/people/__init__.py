"""People: who may do what, and what they are told in answer."""
