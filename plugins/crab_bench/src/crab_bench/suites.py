"""Named sets of tasks with their seeds."""

from __future__ import annotations

import zlib
from typing import Final

from crab_bench.byhand.registration import TASKS
from crab_bench.v0.compositions import COMPOSITIONS
from crab_core import Suite

DEMO: Final = Suite(name="demo", tasks=(("todo_settings", 0),))

_NAMES: Final = (*(one.id for one in COMPOSITIONS), "todo_settings", *(spec.name for spec in TASKS))

# Each has a seed of its own, by its name: a task that is added changes no other.
V0: Final = Suite(name="v0", tasks=tuple((name, zlib.crc32(name.encode()) % 1000) for name in _NAMES))
"""The standard set: everybody plays the same tasks with the same seeds."""
