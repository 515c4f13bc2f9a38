"""Named sets of tasks with their seeds."""

from __future__ import annotations

from typing import Final

from crab_core import Suite

DEMO: Final = Suite(name="demo", tasks=(("todo_settings", 0),))
