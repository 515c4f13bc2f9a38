"""Calculator: the four operations, powers, roots and angles, with a history."""
