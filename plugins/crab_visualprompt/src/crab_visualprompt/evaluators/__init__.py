"""Evaluators with eyes: they find pictures in pictures, read screens, look at documents as they appear.

They are the same on every device that has a screenshot and files; `desktop` and `phone` hold those of each.
"""
