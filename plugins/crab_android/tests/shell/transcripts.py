"""Transcripts: text files of programs and what they write, which read like a session at the phone."""

from __future__ import annotations

from pathlib import Path


def read_transcript(name: str) -> list[tuple[str, str]]:
    """Programs with what they write to standard output.

    A program begins with ``$ `` and goes on in lines with ``> ``. A backslash at the end of what it writes
    means that there is no line break.
    """
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    found = []
    for block in text.split("\n$ ")[1:]:
        lines = block.removesuffix("\n").split("\n")
        program = [lines.pop(0)]
        while lines and lines[0].startswith("> "):
            program.append(lines.pop(0)[2:])
        out = "\n".join(lines) + "\n"
        found.append(("\n".join(program), out.removesuffix("\\\n") if out.endswith("\\\n") else out))
    return found
