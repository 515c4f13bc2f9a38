"""Earlier trials of a task, read from the record for policies that learn from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from crab_core.action import ActionCall
from crab_core.content import Box, Mark
from crab_core.feedback import told
from crab_core.ledger import read_lines
from crab_core.policy import PastStep, PastTrial

REFLECTOR = "reflector"
"""The agent whose replies are lessons."""


def read_trial(episode: Path, number: int, termination: str) -> PastTrial:
    """What an earlier trial did.

    Args:
        episode: Its folder.
        number: Of the trial, counted from 1.
        termination: How it ended.

    Raises:
        RecordError: Its record cannot be read.
    """
    lines = list(read_lines(episode / "steps.jsonl"))
    return PastTrial(number, termination, tuple(_steps(lines)), tuple(_lessons(lines)))


def _steps(lines: list[dict[str, Any]]) -> Iterator[PastStep]:
    for line in lines:
        if line["call"] is not None:
            text = line["error"] or told(line["value"])
            yield PastStep(ActionCall(**line["call"]), line["error"] is None, text, tuple(_marks(line)))


def _marks(line: Mapping[str, Any]) -> Iterator[Mark]:
    """The marks that a call names."""
    call = line["call"]
    numbers = {str(value) for name, value in call["arguments"].items() if name.endswith("element")}
    for mark in line["views"].get(call["environment"], {}).get("elements", ()):
        if str(mark["number"]) in numbers:
            yield Mark(mark["number"], Box(*mark["box"]), mark["label"], mark["role"])


def _lessons(lines: list[Mapping[str, Any]] | list[dict[str, Any]]) -> Iterator[str]:
    for line in lines:
        for exchange in line["exchange"]:
            if exchange["agent"] == REFLECTOR and exchange["reply"]:
                yield exchange["reply"]["text"]
