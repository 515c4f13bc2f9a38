"""Gemini through Google's official SDK."""
