"""Files on the phone."""

from __future__ import annotations

from typing import Literal

from crab_android.device.link import AdbLink, quoted


def kind_of(link: AdbLink, path: str) -> Literal["file", "folder"] | None:
    """What lies at a path; None when nothing does."""
    if link.run(quoted(["test", "-d", path])).code == 0:
        return "folder"
    return "file" if link.run(quoted(["test", "-e", path])).code == 0 else None


def read(link: AdbLink, path: str) -> bytes | None:
    """What is in a file; None when it is none, or may not be read."""
    answer = link.run(quoted(["cat", path]))
    return answer.output if answer.code == 0 else None
