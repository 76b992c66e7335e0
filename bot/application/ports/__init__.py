"""Ports: what the use cases need from outside, as small Protocols.

The store's two doors give a transaction; what a use case does in one happens wholly or not at all.
Every look-up names its workspace: one workspace never sees another's rows.
"""
