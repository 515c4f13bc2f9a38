"""What this family of sub-tasks registers."""

from __future__ import annotations

from typing import Final

from crab_core import SubTaskSpec, ValueTypeSpec, WorldSpec

SUBTASKS: Final[list[SubTaskSpec]] = []
VALUE_TYPES: Final = [ValueTypeSpec("photo", "A picture on the desktop.", "crab_bench.pictures.world:PHOTO")]
WORLDS: Final = [
    WorldSpec("photos", "Photos in ~/Pictures.", "crab_bench.pictures.world:photos", environment="ubuntu")
]
