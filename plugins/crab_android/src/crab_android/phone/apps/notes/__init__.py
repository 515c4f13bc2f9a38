"""Notes: texts and checklists, with labels, colours, reminders, an archive and a trash."""
