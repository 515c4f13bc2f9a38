"""A family of sub-tasks."""
