"""Another program of the world outside that speaks IRC: suckless' ii, a client made of files."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from waiting import until

if TYPE_CHECKING:
    from .conftest import Served


def test_ii_joins_talks_and_is_answered(chat: Callable[..., Served], tmp_path: Path) -> None:
    served = chat()
    host, port = served.addresses["chat.crab.test", 6667]
    command = ["ii", "-s", host, "-p", str(port), "-n", "tom", "-f", "Tom", "-i", str(tmp_path)]
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        server = tmp_path / host
        until(lambda: "Welcome to Riverside" in _read(server / "out"))
        assert "<Cho> Please call me" in _read(server / "cho" / "out")
        (server / "in").write_text("/j #general\n")
        until(lambda: "Good morning" in _read(server / "#general" / "out"))
        (server / "#general" / "in").write_text("Grüße @ana, when is lunch?\n")
        until(lambda: "<ana> At noon, tom." in _read(server / "#general" / "out"))
        (server / "#general" / "in").write_text("/t A new topic\n")
        until(lambda: served.state()["channels"]["#general"]["topic"] == "A new topic")
        message = served.state()["channels"]["#general"]["messages"][2]
        assert (message["from"], message["text"]) == ("tom", "Grüße @ana, when is lunch?")
        assert served.state()["connected"] == ["tom"]
    finally:
        program.terminate()
        program.wait()
    until(lambda: served.state()["connected"] == [])


def _read(path: Path) -> str:
    return path.read_text() if path.exists() else ""
