"""The record: what happened in an episode is on the disk, once, as it was captured."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toys import Counter, Notes, Script, call, climb, play

from crab_core import (
    Benchmark,
    Box,
    Clip,
    Content,
    Decision,
    ElementMap,
    Episode,
    Exchange,
    Mark,
    Marked,
    Message,
    RecordError,
    Reply,
    Screenshot,
    Text,
    UiNode,
    UiTree,
    Usage,
)
from crab_core.frames import FrameStore
from crab_core.ledger import safe_name
from crab_core.record import Recorder, RunDirectory

PICTURE = Screenshot(b"\x89PNG as captured", 8, 8)
TREE = UiTree(UiNode("frame", children=(UiNode("button", "OK", box=Box(1, 2, 3, 4)),)), 8, 8)


@pytest.fixture
def directory(tmp_path: Path) -> Iterator[RunDirectory]:
    directory = RunDirectory(tmp_path / "run")
    yield directory
    directory.close()


@pytest.fixture
def recorder(directory: RunDirectory) -> Iterator[Recorder]:
    recorder = Recorder(directory)
    yield recorder
    recorder.close()


def steps(directory: RunDirectory, episode: str = "e") -> list[dict[str, Any]]:
    text = (directory.episode(episode) / "steps.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def episode_json(directory: RunDirectory, episode: str = "e") -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((directory.episode(episode) / "episode.json").read_text())
    return facts


EXCHANGE = Exchange("main", "one:tiny", (Message("user", (Text("?"),)),), (), "auto", Reply("add"))


class Seen(Counter):
    """A counter that shows the same picture and tree all the time."""

    def observe(self) -> dict[str, Content]:
        return {"screenshot": PICTURE, "tree": TREE, "display": Text(str(self.value))}


class Marker:
    """Draws one mark, on a picture of its own."""

    name = "marker"

    def mark(self, screenshot: Any, tree: Any) -> Marked:
        mark = Mark(1, Box(1, 2, 3, 4), "OK", "button", states=frozenset({"focused", "enabled"}))
        return Marked(ElementMap((mark,)), Screenshot(b"marked", 8, 8), "1: OK")


def recorded(recorder: Recorder, *script: Any) -> None:
    benchmark = Benchmark({"counter": Seen()})
    Episode("e", climb(2), benchmark, Script(*script), Marker(), [recorder]).run()


def test_every_call_is_a_line_and_the_last_look_too(directory: RunDirectory, recorder: Recorder) -> None:
    said = Decision([call("add")], "I add one.", Usage(5, 2), [EXCHANGE])
    recorded(recorder, said, [call("subtract"), call("add")])
    first, wrong, last, look = steps(directory)
    assert first["call"] == {"environment": "counter", "name": "add", "arguments": {}}
    assert (first["executed"], first["value"], first["error"]) == ({}, 1, None)
    assert first["thought"] == "I add one."
    assert [exchange["reply"]["text"] for exchange in first["exchange"]] == ["add"]
    assert first["usage"]["input_tokens"] == 5
    assert first["nodes"] == [
        {"name": "at least 2", "state": "active", "reason": "the number is 1", "step": None}
    ]
    assert "subtract" in wrong["error"]
    assert wrong["executed"] is None
    assert (last["turn"], last["step"], last["passed"]) == (2, 3, ["at least 2"])
    assert (look["call"], look["step"]) == (None, None)
    assert look["views"]["counter"]["contents"]["display"]["text"] == "2"


def test_the_recording_of_an_episode_is_a_file_that_the_last_look_names(
    directory: RunDirectory, recorder: Recorder
) -> None:
    class Filmed(Seen):
        def recording(self) -> Clip:
            return Clip(b"a film", 1.5)

    Episode("e", climb(1), Benchmark({"counter": Filmed()}), Script([call("add")]), None, [recorder]).run()
    entry = steps(directory)[-1]["views"]["counter"]["contents"]["recording"]
    assert (entry["type"], entry["seconds"]) == ("clip", 1.5)
    assert entry["path"].endswith(".mp4")
    assert (directory.frames.directory / entry["path"]).read_bytes() == b"a film"


def test_the_picture_and_the_marked_picture_are_both_kept(
    directory: RunDirectory, recorder: Recorder
) -> None:
    recorded(recorder, [call("add"), call("add")])
    view = steps(directory)[0]["views"]["counter"]
    frames = directory.frames.directory
    assert (frames / view["contents"]["screenshot"]["path"]).read_bytes() == PICTURE.data
    assert (frames / view["marked"]["path"]).read_bytes() == b"marked"
    assert view["elements"] == [
        {
            "number": 1,
            "box": [1, 2, 3, 4],
            "label": "OK",
            "role": "button",
            "value": "",
            "states": ["enabled", "focused"],
            "source": "tree",
            "confidence": 1.0,
        }
    ]


def test_a_frame_is_stored_once_however_often_it_is_seen(directory: RunDirectory, recorder: Recorder) -> None:
    recorded(recorder, *[call("add", amount=0)] * 5, call("add", amount=2))
    assert len(steps(directory)) == 7
    files = [path for path in directory.frames.directory.rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in files) == [".json", ".png", ".png"]


def test_task_and_result_are_in_episode_json(directory: RunDirectory, recorder: Recorder) -> None:
    play(climb(1, 2, start=1), Script(call("add")), observers=[recorder])
    facts = episode_json(directory)
    assert facts["description"] == "Raise the number to 2."
    assert facts["checkpoints"] == ["at least 1", "at least 2"]
    assert facts["edges"] == [["at least 1", "at least 2"]]
    assert facts["passed_at_start"] == ["at least 1"]
    assert (facts["status"], facts["termination"]) == ("scored", "success")
    assert facts["metrics"]["completion_ratio"] == 1.0
    assert [node["step"] for node in facts["nodes"]] == [0, 1]


def test_an_episode_that_runs_says_so(directory: RunDirectory, recorder: Recorder) -> None:
    class Stopping(Notes):
        def step_finished(self, event: object) -> None:
            raise RecordError("stop here")

    with pytest.raises(RecordError):
        play(climb(1), Script(call("add")), observers=[recorder, Stopping()])
    recorder.close()
    assert episode_json(directory)["status"] == "running"


def test_the_record_of_an_interrupted_episode_is_whole(directory: RunDirectory, recorder: Recorder) -> None:
    with pytest.raises(KeyboardInterrupt):
        play(climb(1, 2), Script(call("add"), KeyboardInterrupt()), observers=[recorder])
    assert [line["step"] for line in steps(directory)] == [1, None]
    assert episode_json(directory)["termination"] == "stopped"


def test_values_that_json_cannot_say_are_recorded_as_python_shows_them(
    directory: RunDirectory, recorder: Recorder
) -> None:
    class Odd(Counter):
        def act(self, name: str, arguments: Any) -> Any:
            super().act(name, arguments)
            circle: list[Any] = []
            circle.append(circle)
            return {1: object(), "raw": b"\xff", "far": math.inf, "half": "\ud800"}, circle

    Episode("e", climb(1), Benchmark({"counter": Odd()}), Script(call("add")), observers=[recorder]).run()
    assert "<object object" in steps(directory)[0]["value"]


@pytest.mark.parametrize(
    ("value", "recorded_as"),
    [
        (b"\xff\x00", "_wA="),
        ({"far": [math.inf, 1.5]}, {"far": ["inf", 1.5]}),
        ("half a character: \ud800", "half a character: \ud800"),
        ({1: (2, 3)}, {"1": [2, 3]}),
    ],
)
def test_odd_values_do_not_break_the_record(
    directory: RunDirectory, recorder: Recorder, value: Any, recorded_as: Any
) -> None:
    class Odd(Counter):
        def act(self, name: str, arguments: Any) -> Any:
            super().act(name, arguments)
            return value

    Episode("e", climb(1), Benchmark({"counter": Odd()}), Script(call("add")), observers=[recorder]).run()
    assert steps(directory)[0]["value"] == recorded_as
    assert "NaN" not in (raw := (directory.episode("e") / "steps.jsonl").read_text())
    assert "Infinity" not in raw


def test_a_disk_error_surfaces(directory: RunDirectory, recorder: Recorder) -> None:
    (directory.episode("e") / "steps.jsonl").mkdir(parents=True)  # a folder stands where the file should
    with pytest.raises(RecordError, match="cannot be written"):
        play(climb(2), Script(call("add"), call("add")), observers=[recorder])


def test_a_run_directory_is_held_by_one_process(directory: RunDirectory) -> None:
    with pytest.raises(RecordError, match="Another process"):
        RunDirectory(directory.path)
    directory.close()
    RunDirectory(directory.path).close()


def test_a_run_directory_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RecordError, match="cannot be made"):
        RunDirectory(tmp_path / "file" / "run")


def test_names_become_folders() -> None:
    assert safe_name("tasks/../../etc.s1") == "tasks-..-..-etc.s1"
    assert safe_name("../..") == "unnamed"
    assert safe_name("Straße 7") == "Straße-7"


# -- the store of frames ---------------------------------------------------------------------------


def test_contents_are_named_by_what_they_hold(tmp_path: Path) -> None:
    store = FrameStore(tmp_path)
    entry = store.put(PICTURE)
    assert entry["path"] == f"{PICTURE.digest[:2]}/{PICTURE.digest}.png"
    assert FrameStore(tmp_path).put(PICTURE) == entry
    assert store.put(Clip(b"film", 2.5))["path"].endswith(".mp4")
    assert store.put(Screenshot(b"jpeg", 1, 1, "image/jpeg"))["path"].endswith(".jpg")
    assert store.put(Text("hello")) == {"type": "text", "text": "hello"}


def test_a_tree_is_stored_as_json_without_what_is_empty(tmp_path: Path) -> None:
    store = FrameStore(tmp_path)
    stored = json.loads((tmp_path / store.put(TREE)["path"]).read_bytes())
    assert stored["root"] == {
        "role": "frame",
        "children": [{"role": "button", "name": "OK", "box": [1, 2, 3, 4]}],
    }


def test_the_size_of_a_png_is_read_from_its_header() -> None:
    header = (
        b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + (640).to_bytes(4, "big") + (480).to_bytes(4, "big")
    )
    assert (Screenshot.from_png(header).width, Screenshot.from_png(header).height) == (640, 480)
    for wrong in (b"", header[:20], b"\xff\xd8\xff" + header):
        with pytest.raises(ValueError, match="PNG"):
            Screenshot.from_png(wrong)
