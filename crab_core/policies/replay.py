"""Plays the calls of a recorded episode again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crab_core.action import ActionCall
from crab_core.errors import RecordError
from crab_core.ledger import read_lines
from crab_core.policies.solution import COMPLETE
from crab_core.policy import Briefing, Decision, Policy
from crab_core.turn import Turn


class ReplayPolicy(Policy):
    """Repeats recorded calls one a turn, whatever the screens show, then completes."""

    name = "replay"

    def __init__(self, episode: str | Path) -> None:
        """Read the record.

        Args:
            episode: Folder of one episode in a run directory, or its `steps.jsonl`.

        Raises:
            RecordError: It cannot be read.
        """
        path = Path(episode)
        path = path / "steps.jsonl" if path.is_dir() else path
        advice = "Name the folder of an episode: RUN/episodes/ID."
        if not path.is_file():
            raise RecordError(f"{path} cannot be replayed: there is no such file.", advice=advice)
        try:
            self._calls = [_call(step) for step in read_lines(path) if step["call"]]
        except (OSError, KeyError, TypeError) as error:
            raise RecordError(f"{path} cannot be replayed: {error!r}.", advice=advice) from error

    def begin(self, briefing: Briefing) -> None:  # noqa: ARG002 - the record decides everything
        """Start from the first call."""
        self._left = iter(self._calls)

    def decide(self, turn: Turn) -> Decision:  # noqa: ARG002 - the record decides everything
        """The next recorded call, `complete` after the last."""
        return Decision([next(self._left, COMPLETE)])


def _call(step: Mapping[str, Any]) -> ActionCall:
    # What was executed has positions where the agent named marks, so it does not hang on the marks.
    call = step["call"]
    return ActionCall(call["environment"], call["name"], step["executed"] or call["arguments"])
