"""What this family of sub-tasks registers."""

from __future__ import annotations

from typing import Final

from crab_core import SubTaskSpec, ValueTypeSpec, WorldSpec

SUBTASKS: Final = [
    SubTaskSpec(name, summary, f"crab_bench.answering.templates:{name.upper()}")
    for name, summary in (
        ("submit_text", "Hand in a text as the answer."),
        ("submit_number", "Hand in a number as the answer."),
        ("submit_date", "Hand in a date as the answer."),
    )
]
VALUE_TYPES: Final[list[ValueTypeSpec]] = []
WORLDS: Final[list[WorldSpec]] = []
