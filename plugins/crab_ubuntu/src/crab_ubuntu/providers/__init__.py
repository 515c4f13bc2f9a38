"""How a desktop comes to be."""
