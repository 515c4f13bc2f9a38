"""Weights that this package brings, and their cards."""
