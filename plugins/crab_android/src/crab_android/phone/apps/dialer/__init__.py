"""Phone: calls, their log, voicemail, and the screen during a call."""
