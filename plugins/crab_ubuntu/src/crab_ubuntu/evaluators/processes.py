"""Evaluators that look at processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath

from crab_core import Verdict, evaluator


@evaluator(env="ubuntu")
def process_running(name: str) -> Verdict:
    """A process with this name runs in the desktop's session.

    Args:
        name: Of the program, such as "gedit": the file name of what was executed.
    """
    for pid, names in _processes():
        if name in names:
            return Verdict(True, f"{name} runs as process {pid}")
    return Verdict(False, f"no process is called {name!r}")


def _processes() -> Iterator[tuple[int, set[str]]]:
    """Process ids with the names that each goes by, without those that have ended but were not reaped."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            status = (folder / "stat").read_text()
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        short = status[status.index("(") + 1 : status.rindex(")")]
        if status[status.rindex(")") + 2] in "ZX":
            continue
        program = PurePath(words[0].decode(errors="replace")).name
        yield int(folder.name), {short, program} - {""}
