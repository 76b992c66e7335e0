"""Holds: how one begins (`enforce`) and every way in which one ends."""
