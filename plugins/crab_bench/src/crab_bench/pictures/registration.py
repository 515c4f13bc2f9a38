"""What this family of sub-tasks registers."""

from __future__ import annotations

from typing import Final

from crab_core import SubTaskSpec, ValueTypeSpec, WorldSpec

_TEMPLATES: Final = "crab_bench.pictures.templates"
SUBTASKS: Final = [
    SubTaskSpec(name, summary, f"{_TEMPLATES}:{name.upper()}")
    for name, summary in (
        ("brighten_in_gimp", "Make a picture brighter in GIMP."),
        ("join_in_gimp", "Put two pictures side by side in GIMP."),
    )
]
VALUE_TYPES: Final = [ValueTypeSpec("photo", "A picture on the desktop.", "crab_bench.pictures.world:PHOTO")]
WORLDS: Final = [
    WorldSpec("photos", "Photos in ~/Pictures.", "crab_bench.pictures.world:photos", environment="ubuntu")
]
