"""Worlds: the state in which a desktop starts, as plain data, and how a desktop comes into it."""
