"""The launcher: the home screen with a clock, a dock and a search bar, and the drawer with every app."""
