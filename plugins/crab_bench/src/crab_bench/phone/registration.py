"""What this family of sub-tasks registers."""

from __future__ import annotations

from typing import Final

from crab_core import SubTaskSpec, ValueTypeSpec, WorldSpec

SUBTASKS: Final[list[SubTaskSpec]] = []
VALUE_TYPES: Final[list[ValueTypeSpec]] = []
WORLDS: Final[list[WorldSpec]] = []
