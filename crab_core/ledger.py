"""The ledger of a run: one JSON line for each attempt that began and each that ended, append-only."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from crab_core.errors import RecordError


def encode(value: Any, indent: int | None = None) -> bytes:
    """JSON that every reader takes, in UTF-8: lone surrogates escaped, numbers that JSON lacks as text."""
    separators = (",", ":") if indent is None else None
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=False, indent=indent, separators=separators)
    return text.encode("utf-8", "backslashreplace")


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def append_line(path: Path, entry: Mapping[str, Any]) -> None:
    """Add one line and make sure that it is on the disk before returning."""
    with path.open("ab") as file:
        file.write(encode(entry) + b"\n")
        file.flush()
        os.fsync(file.fileno())


def mend(path: Path) -> None:
    """Cut off a last line that a killed process left half written."""
    if not path.exists():
        return
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(data.rfind(b"\n") + 1)


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The entries of a JSON lines file; a half-written last line is left out.

    Raises:
        RecordError: A whole line is not JSON.
    """
    if not path.exists():
        return
    data = path.read_bytes()
    for number, line in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            yield json.loads(line)
        except ValueError as error:
            raise RecordError(f"{path}, line {number} is not JSON: {error}.") from error


def safe_name(text: str) -> str:
    """A name that can be a folder: what is neither letter, digit, dot, dash nor underscore becomes a dash."""
    return re.sub(r"[^\w.-]+", "-", text).strip(".-") or "unnamed"


class Ledger:
    """Which attempts began and how they ended."""

    def __init__(self, path: Path) -> None:
        """Open the ledger and mend its end."""
        self.path = path
        mend(path)
        self._entries = list(read_lines(path))

    def began(self, episode: str, attempt: int) -> None:
        """Note that an attempt begins."""
        self._append({"event": "began", "episode": episode, "attempt": attempt})

    def ended(self, episode: str, attempt: int, status: str, termination: str, *, retry: bool) -> None:
        """Note how an attempt ended, and whether it makes sense to try again."""
        self._append(
            {
                "event": "ended",
                "episode": episode,
                "attempt": attempt,
                "status": status,
                "termination": termination,
                "retry": retry,
            }
        )

    def _append(self, entry: dict[str, Any]) -> None:
        append_line(self.path, entry)
        self._entries.append(entry)

    def skipped(self, episode: str) -> None:
        """Note that an episode need not be played: an earlier trial has succeeded."""
        self._append({"event": "skipped", "episode": episode})

    def termination(self, episode: str) -> str | None:
        """How the scored attempt of an episode ended; None when none was scored."""
        ends = (
            e["termination"]
            for e in self._entries
            if e["event"] == "ended" and e["episode"] == episode and e["status"] == "scored"
        )
        return next(ends, None)

    def attempts(self, episode: str) -> int:
        """How many attempts of an episode began."""
        return sum(e["event"] == "began" and e["episode"] == episode for e in self._entries)

    def failures(self, episode: str) -> int:
        """How many attempts ended unscored by themselves; those stopped or killed do not count."""
        return sum(
            e["event"] == "ended"
            and e["episode"] == episode
            and e["status"] == "unscored"
            and e["termination"] != "stopped"
            for e in self._entries
        )

    def done(self, episode: str) -> bool:
        """Whether an episode needs no further attempt: scored, skipped, or trying again makes no sense."""
        return any(
            e["episode"] == episode
            and (
                e["event"] == "skipped"
                or (e["event"] == "ended" and (e["status"] == "scored" or not e["retry"]))
            )
            for e in self._entries
        )
