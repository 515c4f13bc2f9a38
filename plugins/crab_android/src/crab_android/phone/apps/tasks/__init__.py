"""Tasks: one list of to-dos, to add, edit, complete and delete."""
