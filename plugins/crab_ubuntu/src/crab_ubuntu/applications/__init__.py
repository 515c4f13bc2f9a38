"""The applications of the desktop: which there are, what they need, and how they start for the first time."""
