"""Task families, one a module, with their reference solutions."""
