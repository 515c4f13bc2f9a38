"""What a person does beyond a click, in real applications, judged by files, windows and the clipboard."""

from __future__ import annotations

import ast
import random
import re
import time
from collections.abc import Callable

import pytest

from crab_core import Box, UiNode
from crab_ubuntu.testing import Person

pytestmark = pytest.mark.desktop

EDITOR = {"org.gnome.gedit.preferences.editor": {"auto-indent": False, "wrap-mode": "none"}}
WAIT_SECONDS = 20.0


def any_text(length: int, seed: int) -> str:
    """Letters of many scripts, marks that combine, tabs and lines that a terminal takes whole."""
    chance = random.Random(seed)
    scripts = (
        "".join(map(chr, range(0x20, 0x7F))),
        "<>|~\\^`\"'&;$!",
        "àéîõüßñçøåÄÖÜ¿¡",
        "αβγδεζηθλμξπσφψωΆΈ",
        "абвгдежзийклмнопрстуфхцчшщъыьэюяЁ",
        "".join(chr(0x4E00 + 7 * i) for i in range(600)),
        "😀🎉🚀🐍🦀🌍",
        "e\u0301a\u0308o\u0302\u0323",
        "→€…“”–\t",
    )
    lines, size = [], 0
    while size < length:
        line = "".join(chance.choice(chance.choice(scripts)) for _ in range(chance.randint(0, 120)))
        lines.append(line)
        size += len(line) + 1
    return "\n".join(lines)[: length - 1] + "\n"


def saved(person: Person, name: str) -> None:
    """Save what is in gedit under a name."""
    person.do("hotkey", keys=["ctrl", "s"])
    person.do("hotkey", keys=["ctrl", "a"])
    person.do("write_text", text=f"{name}\n")


def holds(person: Person, name: str, text: str) -> None:
    """Assert that a file becomes this text, once the application has worked off what it was given."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not (verdict := person.judge("file_content", path=name, content=text)).passed:
        assert time.monotonic() < deadline, verdict.reason
        person.device.settle()


def copied(person: Person) -> str:
    """What is selected, copied; told by the reason of an evaluator that does not find what it looks for."""
    person.do("hotkey", keys=["ctrl", "c"])
    verdict = person.judge("clipboard_text", text="something else")
    assert not verdict.passed
    said = re.search(r"says (.*), not 'something else'", verdict.reason)
    assert said, verdict.reason
    return str(ast.literal_eval(said[1]))


def area(person: Person, role: str = "text") -> Box:
    """The largest box of a role in the window on top."""
    window = next(node for node in person.tree().root.children if node.role == "window")
    boxes = [node.box for node in window.walk() if node.role.startswith(role) and node.box]
    assert boxes, [(node.role, node.name) for node in window.walk()]
    return max(boxes, key=lambda box: box.area)


def window(person: Person, app: str) -> UiNode:
    """The window of an application."""
    return next(node for node in person.tree().root.children if node.identifier == app)


def centre(person: Person, name: str, role: str = "") -> tuple[int, int]:
    """Where to point at something."""
    box = person.find(name, role).box
    assert box is not None
    return box.center


def test_ten_thousand_characters_of_many_scripts_reach_editor_and_terminal(
    fresh: Callable[..., Person],
) -> None:
    person = fresh(apps=["org.gnome.Terminal", "org.gnome.gedit"], gsettings=EDITOR)
    text = any_text(10_000, 1)
    person.do("write_text", text=text[:-1])  # gedit ends every file with a line break
    saved(person, "editor.txt")
    holds(person, "editor.txt", text[:-1])
    person.do("focus_window", app="gnome-terminal")
    person.do("write_text", text="cat > terminal.txt\n")
    person.do("write_text", text=any_text(10_000, 2))
    person.do("hotkey", keys=["ctrl", "d"])
    holds(person, "terminal.txt", any_text(10_000, 2))


def test_text_is_selected_by_dragging_and_pasted_everywhere(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.Terminal", "org.gnome.gedit"], gsettings=EDITOR)
    person.do("paste", text="first line ñ 日本\nsecond line\nthird line\n")
    box = area(person)
    x, y = box.x + 27, box.y + 8  # right of the line's number
    person.do("drag", from_x=x, from_y=y, to_x=box.x + box.width - 9, to_y=y)
    assert copied(person) == "first line ñ 日本"
    person.do("press", key="right")  # what is selected would be dragged away
    person.do("mouse_down", x=x, y=y)
    person.do("move", x=box.x + 300, y=y)
    person.do("move", x=x, y=y + 24)
    person.do("mouse_up")
    assert copied(person) == "first line ñ 日本\n"
    person.do("triple_click", x=box.x + 20, y=y)
    assert copied(person) == "first line ñ 日本\n"
    person.do("focus_window", app="gnome-terminal")
    person.do("write_text", text="cat > pasted.txt\n")
    person.do("paste")
    person.do("paste", text="and Ω again\n")
    person.do("hotkey", keys=["ctrl", "d"])
    holds(person, "pasted.txt", "first line ñ 日本\nand Ω again\n")


def test_the_wheel_turns_in_four_directions(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.gedit"], gsettings=EDITOR)
    grid = "\n".join(" ".join(f"r{row:03}c{column:03}" for column in range(60)) for row in range(200))
    person.do("paste", text=grid)
    person.do("hotkey", keys=["ctrl", "home"])
    x, y = area(person).center

    def seen() -> tuple[int, int]:
        person.do("click", x=x, y=y)
        person.do("hotkey", keys=["ctrl", "left"])
        person.do("hotkey", keys=["ctrl", "shift", "right"])
        word = re.fullmatch(r"r(\d+)c(\d+)", copied(person))
        assert word
        return int(word[1]), int(word[2])

    places = [seen()]
    for direction in ("down", "right", "left", "up"):
        person.do("scroll", direction=direction, amount=7, x=x, y=y)
        places.append(seen())
    rows, columns = zip(*places, strict=True)
    assert rows[1] > rows[0] + 10
    assert columns[2] > columns[1] + 2
    assert columns[3] < columns[2] - 2
    assert rows[4] < rows[3] - 10
    assert rows[0] == rows[4]
    assert rows[1:4] == (rows[1],) * 3


def test_files_are_moved_by_dragging_and_selected_with_held_keys(fresh: Callable[..., Person]) -> None:
    names = ["a.txt", "b.txt", "c.txt", "d.txt"]
    person = fresh(files=dict.fromkeys(names, "x"), apps=["org.gnome.Nautilus"])
    (from_x, from_y), (to_x, to_y) = centre(person, "d.txt", "cell"), centre(person, "Documents", "cell")
    person.do("drag", from_x=from_x, from_y=from_y, to_x=to_x, to_y=to_y)
    assert person.judge("file_exists", path="Documents/d.txt").passed
    assert person.judge("file_absent", path="d.txt").passed
    person.click("a.txt", "cell")
    assert "until key_up" in person.do("key_down", key="shift")
    person.click("b.txt", "cell")
    person.do("key_up", key="shift")
    person.do("press", key="delete")
    assert [person.judge("file_absent", path=name).passed for name in names[:3]] == [True, True, False]
    person.click("Videos", "cell")
    person.do("key_down", key="ctrl")
    person.click("c.txt", "cell")
    person.do("key_up")
    person.do("press", key="delete")
    assert person.judge("file_absent", path="Videos").passed
    assert person.judge("file_absent", path="c.txt").passed


def test_windows_are_moved_waited_for_brought_forward_and_closed(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.gedit", "org.gnome.Terminal"])
    before = window(person, "Gnome-terminal").box
    assert before is not None
    x, y = before.x + before.width // 2 - 60, before.y + 15
    person.do("drag", from_x=x, from_y=y, to_x=x + 130, to_y=y + 70)
    after = window(person, "Gnome-terminal").box
    assert after is not None
    assert (after.x - before.x, after.y - before.y) == (130, 70)

    person.do("focus_window", app="gedit")
    assert person.judge("focused_window", app="gedit").passed
    person.do("focus_window", title="Terminal", match="exact")
    assert person.judge("focused_window", app="Gnome-terminal").passed

    told = person.do("wait_for_window", title="Home", seconds=0.3)
    assert told.startswith("No window called 'Home' came within 0.3 seconds. There are: \"Terminal\"")
    person.do("write_text", text="(sleep 1; exec nautilus -w) &\n")
    told = person.do("wait_for_window", title="home", seconds=20)
    assert told.startswith('The window "Home" (org.gnome.Nautilus) is there')
    assert (
        person.do("close_window", app="nautilus")
        == 'The window "Home" (org.gnome.Nautilus) was asked to close.'
    )
    assert not person.judge("window_title", title="Home").passed


def test_the_pointer_over_an_icon_of_the_dock_brings_its_name(fresh: Callable[..., Person]) -> None:
    person = fresh()

    def labels() -> int:
        return sum(n.role == "label" and n.name == "Terminal" for n in person.tree().walk())

    assert labels() == 0
    x, y = centre(person, "Terminal", "button")
    person.do("move", x=x, y=y)
    deadline = time.monotonic() + WAIT_SECONDS
    while labels() == 0:
        assert time.monotonic() < deadline
    person.do("move", x=900, y=500)
    while labels() == 1:
        assert time.monotonic() < deadline
