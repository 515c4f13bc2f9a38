"""Docs: documents of formatted paragraphs."""
