"""A person who plays in the terminal sees what the devices show as text, and types."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from stage import Boxes, Desk, Pad, office
from toys import play

import crab_core as crab
from crab_core.people.policy import HumanPolicy
from crab_core.people.terminal import TerminalPerson


class Typist:
    """Types these lines, and leaves."""

    def __init__(self, *lines: str) -> None:
        self._lines: Iterator[str] = iter(("", *lines))
        self.told: list[str] = []

    def ask(self, prompt: str) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def text(self) -> str:
        return "\n".join(self.told)


def played(typist: Typist) -> crab.EpisodeResult:
    """The office, played by what is typed."""
    desk, pad = Desk(), Pad()
    desk.reset()
    pad.reset()
    benchmark = crab.Benchmark({"desk": desk, "pad": pad})
    person = TerminalPerson(typist.ask, typist.told.append)
    return crab.Episode("e", office(0), benchmark, HumanPolicy(person), Boxes()).run()


def test_a_task_is_solved_by_typing() -> None:
    typist = Typist(
        "click(3, 4)", 'desk.write_text("Hi")', '{"name": "paint", "arguments": {"colour": "red"}}'
    )
    result = played(typist)
    assert (result.termination, result.metrics.steps) == ("success", 3)


def test_what_the_devices_show_is_told_every_turn() -> None:
    typist = Typist("tap(1)", "complete")
    played(typist)
    assert typist.text.count('[1] button "Delete all"') == 4
    assert "words: 1 actions" in typist.text
    assert "tap was done" in typist.text


def test_what_cannot_be_read_is_told_and_counts_no_step() -> None:
    typist = Typist("tip(1)", "tap(", "", "help me", "complete")
    assert played(typist).metrics.steps == 1
    assert "Did you mean 'tap'" in typist.text


def test_actions_are_listed_and_explained() -> None:
    typist = Typist("actions", "actions paint", "actions pant", "complete")
    played(typist)
    assert "desk.paint(colour, thick, width)  Paint the wall." in typist.text
    assert "    width (optional): In metres." in typist.text
    assert "Did you mean 'paint'" in typist.text


def test_the_screen_can_be_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pad screen.png"
    typist = Typist(
        f'picture pad "{file}"', "picture tablet x.png", f"picture pad {tmp_path}", "picture", "complete"
    )
    played(typist)
    assert crab.Screenshot.from_png(file.read_bytes()).width == 180
    assert "no device named 'tablet'" in typist.text
    assert "cannot be written" in typist.text


@pytest.mark.parametrize("lines", [("stop",), ("tap(1)",)])
def test_stopping_and_leaving_end_the_episode_unscored(lines: tuple[str, ...]) -> None:
    with pytest.raises(KeyboardInterrupt):
        played(Typist(*lines))


def test_nobody_plays_by_the_name_of_the_policy_alone() -> None:
    with pytest.raises(crab.UsageError, match="crab play"):
        HumanPolicy(where="page")


def test_only_a_text_device_shows_its_text() -> None:
    from toys import climb

    typist = Typist("add(3)")
    assert (
        play(climb(3), HumanPolicy(TerminalPerson(typist.ask, typist.told.append))).termination == "success"
    )
    assert "display: 0" in typist.text
