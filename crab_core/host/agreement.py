"""Do both ends have the same actions, observations and evaluators? They compare digests of the schemas."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from crab_core.action import Action
from crab_core.environment import Device
from crab_core.errors import HostError

Digests = dict[str, dict[str, str]]
"""Digest by name, for each kind: actions, observations, evaluators."""


def digests(device: Device) -> Digests:
    """The digest of every schema of a device."""
    return {
        "actions": _of_space(device.action_space),
        "observations": _of_space(device.observation_space),
        "evaluators": _of_space(device.evaluator_space),
    }


def check_agreement(here: Digests, there: Any) -> None:
    """Compare the digests of both ends.

    Raises:
        HostError: They differ; says what is missing on which side and what is different.
    """
    if not isinstance(there, Mapping):
        raise HostError("The host does not say what it offers.")
    differences = [text for kind, names in here.items() for text in _differences(kind, names, there)]
    if differences:
        raise HostError(
            f"Host and client do not offer the same: {'; '.join(differences)}.",
            advice="Install the same versions of Crab and of its plugins on both ends.",
        )


def _of_space(space: Mapping[str, Action]) -> dict[str, str]:
    return {name: _digest(action) for name, action in space.items()}


def _digest(action: Action) -> str:
    text = json.dumps(action.schema, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _differences(kind: str, here: Mapping[str, str], there: Mapping[str, Any]) -> Iterator[str]:
    other = there.get(kind)
    if not isinstance(other, Mapping):
        yield f"the host names no {kind}"
        return
    for words, names in (
        (f"{kind} unknown to the host", here.keys() - other.keys()),
        (f"{kind} that only the host has", other.keys() - here.keys()),
        (f"{kind} with other schemas", {n for n in here.keys() & other.keys() if here[n] != other[n]}),
    ):
        if names:
            yield f"{words}: {', '.join(sorted(names))}"
