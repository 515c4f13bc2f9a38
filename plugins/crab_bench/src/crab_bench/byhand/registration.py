"""What this package registers."""

from __future__ import annotations

from typing import Final

from crab_core import TaskSpec

TASKS: Final = [
    TaskSpec(
        "busy_minutes",
        "Add up the minutes of a day's events in the phone's calendar, and hand the sum in.",
        "crab_bench.byhand.busy:busy_minutes",
    ),
    TaskSpec(
        "answer_invitation",
        "A mail asks about an event of the phone's calendar: answer it, and set an alarm.",
        "crab_bench.byhand.invitation:answer_invitation",
    ),
]
