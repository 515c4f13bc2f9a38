"""The Linux desktop for Crab: a fresh sandboxed GNOME session for every episode."""
