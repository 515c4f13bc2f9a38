"""How a phone comes to be."""
