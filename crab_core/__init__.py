"""Crab core."""
