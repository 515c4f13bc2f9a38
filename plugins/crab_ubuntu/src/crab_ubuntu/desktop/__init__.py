"""One live desktop: its screen, its input, its windows and its UI tree."""
