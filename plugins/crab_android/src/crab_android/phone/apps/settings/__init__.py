"""Settings. Its pages are declared in :mod:`.pages`."""
