"""People: who play tasks as agents do, on a page or in the terminal, and who are asked for approval."""
