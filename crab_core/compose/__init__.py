"""Composition: tasks made of sub-tasks (CRAB, section 4.3)."""
