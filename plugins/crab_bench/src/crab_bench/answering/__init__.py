"""Sub-tasks that hand in an answer: the task's own `submit`, on no device."""
