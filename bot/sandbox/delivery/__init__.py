"""How the app under test learns what happened: envelopes, Socket Mode, signed HTTP."""
