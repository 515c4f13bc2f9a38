"""`crab desktop`: what it prints, what it refuses, and that it ends when it is told to."""

from __future__ import annotations

import json
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from websockets.sync.client import connect

CRAB = [sys.executable, "-m", "crab_core", "desktop"]


def refused(*options: str) -> str:
    done = subprocess.run([*CRAB, *options], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.commands
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--size", "5"), "no size"),
        (("--size", "100x100"), "between 640x480"),
        (("--world", "/nowhere.json"), "does not exist"),
        (("--port", "x"), "not a valid integer"),
        (("--view-only", "--record", "x.json"), "does not go with --view-only"),
        (("--world", __file__, "--play", __file__), "does not go with --world"),
        (("--play", __file__), "cannot be read"),
        (("--world", __file__), "no JSON"),
        (("sweep",), "No such command"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(options: tuple[str, ...], reason: str) -> None:
    assert reason in refused(*options)


@pytest.mark.commands
def test_a_world_that_does_not_fit_is_refused_before_anything_starts(tmp_path: Path) -> None:
    world = tmp_path / "world.json"
    world.write_text('{"fiels": {}}')
    assert "Did you mean 'files'" in refused("--world", str(world))
    world.write_text("[]")
    assert "no JSON object" in refused("--world", str(world))


@pytest.mark.desktop
def test_it_shows_a_desktop_plays_a_recording_and_writes_what_was_done(tmp_path: Path) -> None:
    played, written = tmp_path / "played.json", tmp_path / "written.json"
    keys = [{"environment": "ubuntu", "name": "press", "arguments": {"key": key}} for key in ("super", "esc")]
    recording = {"format": "crab-recording-1", "screen": [1024, 768], "world": {}, "actions": keys}
    played.write_text(json.dumps(recording))
    process = subprocess.Popen(
        [*CRAB, "--json", "--play", str(played), "--record", str(written)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        ready = json.loads(process.stdout.readline())
        assert ready["screen"] == [1024, 768]
        with urlopen(ready["web"], timeout=60) as answer:
            assert "<title>Crab desktop</title>" in answer.read().decode()
        told = [process.stderr.readline().strip() for _ in range(3)]
        assert told == ['press {"key": "super"}', 'press {"key": "esc"}', "The recording is at its end."]
        with connect(ready["web"].replace("http", "ws") + "screen", compression=None) as viewer:
            viewer.send(b"RFB 003.008\n\1\1")
            viewer.send(struct.pack(">BBxxI", 4, 1, ord("x")))
            with connect(ready["web"].replace("http", "ws") + "news") as news:
                deadline = time.monotonic() + 60
                while not json.loads(news.recv(timeout=60)).get("steps"):
                    assert time.monotonic() < deadline
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 0
    assert str(written) in errors
    assert json.loads(written.read_text()) == {
        **recording,
        "actions": [{"environment": "ubuntu", "name": "write_text", "arguments": {"text": "x"}}],
    }
