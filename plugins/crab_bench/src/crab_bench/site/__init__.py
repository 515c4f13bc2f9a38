"""A small web drawn from a seed: what it knows (`model`, `generate`) apart from its pages (`render`)."""
