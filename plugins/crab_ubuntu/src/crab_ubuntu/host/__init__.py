"""The host of a desktop: it acts, looks and judges from beside the session, out of an agent's reach."""
