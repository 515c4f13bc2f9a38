"""Chat model backends for Crab."""
