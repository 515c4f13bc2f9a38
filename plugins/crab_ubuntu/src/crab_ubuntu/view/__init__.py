"""A desktop for people: seen in a browser, used by hand, and what was done kept as actions."""
