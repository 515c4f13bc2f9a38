"""A fake service that speaks the wire formats of model providers, for tests and for development by hand."""
