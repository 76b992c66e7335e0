"""Entries: added, imported, changed, found, tried out on the past, exported.

Whatever stores one goes through `store_entry`: checked, merged, written down.
"""
