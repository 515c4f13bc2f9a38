"""Browser: pages of a small built-in web, tabs, bookmarks, history, downloads."""
