"""Anthropic: the Messages protocol, at Anthropic itself or at a service that speaks it."""
