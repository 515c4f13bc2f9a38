"""Evaluators that look at processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath

from crab_core import Verdict, evaluator
from crab_ubuntu.evaluators.reading import short


@evaluator(env="ubuntu")
def process_running(name: str, arguments: list[str] | None = None) -> Verdict:
    """A process with this name runs in the desktop's session; `~` asks that none does.

    Args:
        name: Of the program, such as "gedit": the file name of what was executed.
        arguments: Words of its command line, in this order; others may stand between them.
    """
    others = []
    for pid, names, words in _processes():
        if name not in names:
            continue
        rest = iter(words[1:])
        if all(argument in rest for argument in arguments or []):
            return Verdict(True, f"{name} runs as process {pid}")
        others.append(" ".join(words))
    if others:
        return Verdict(False, f"{name} runs without {short(arguments)}: {short('; '.join(others), 200)}")
    return Verdict(False, f"no process is called {name!r}")


def _processes() -> Iterator[tuple[int, set[str], list[str]]]:
    """Process ids with the names that each goes by and its command line, without those that have ended."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            status = (folder / "stat").read_text()
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        comm = status[status.index("(") + 1 : status.rindex(")")]
        if status[status.rindex(")") + 2] in "ZX":
            continue
        line = [word.decode(errors="replace") for word in words]
        yield int(folder.name), {comm, PurePath(line[0]).name} - {""}, line[:-1]


EVALUATORS = (process_running,)
