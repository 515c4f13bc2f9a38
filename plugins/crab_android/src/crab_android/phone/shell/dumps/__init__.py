"""What ``dumpsys`` tells of each system service, in the lines that scripts look for."""

from __future__ import annotations

from collections.abc import Callable

from ..call import Call

Dump = Callable[[Call, list[str]], None]

__all__ = ["Dump"]
