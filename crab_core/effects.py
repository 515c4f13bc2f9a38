"""Side effects: what an episode changed on a device, beside what its task allows.

A device's state (`Device.state`) before and after is compared place by place. A task says what may change;
whatever else has changed is a side effect: a message to the wrong person counts even where the task succeeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class May:
    """A change that a task allows on one device."""

    path: str
    """Glob over the place in the state, parts joined by "/", where `*` also matches "/":
    "files/Documents/*.txt", "apps/com.android.messaging/messages/*"."""
    where: Mapping[str, Any] = field(default_factory=dict)
    """Fields that what was added, or changed, must have; a row that differs in one is a side effect."""
    kinds: Sequence[Kind] = ("added", "removed", "changed")
    """What may happen there."""
