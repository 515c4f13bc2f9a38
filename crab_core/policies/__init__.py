"""Policies without a model: the reference solution, no-op, random and replay."""
