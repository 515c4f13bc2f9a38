"""A page that shows a phone live to people, and takes their touches and keys."""

from .page import PhonePage

__all__ = ["PhonePage"]
