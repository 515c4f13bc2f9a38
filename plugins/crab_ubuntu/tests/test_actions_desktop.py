"""What a person does beyond a click, in real applications, judged by files, windows and the clipboard."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable

import pytest

from crab_core import Box, UiNode
from crab_ubuntu.testing import Person

pytestmark = pytest.mark.desktop

EDITOR = {"org.gnome.gedit.preferences.editor": {"auto-indent": False, "wrap-mode": "none"}}


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


def copied(person: Person) -> str:
    """What is selected, copied; told by the reason of an evaluator that does not find what it looks for."""
    person.do("hotkey", keys=["ctrl", "c"])
    verdict = person.judge("clipboard_text", text="something else")
    assert not verdict.passed
    said = re.search(r"says (.*), not 'something else'", verdict.reason)
    return str(ast.literal_eval(said[1])) if said else ""


def copies(person: Person, text: str) -> None:
    """Assert that this is what is copied, once the application has marked it."""
    person.until(lambda: copied(person) == text, f"what is selected does not become {text!r}")


def area(person: Person, role: str = "text") -> Box:
    """The largest box of a role in the window on top."""
    window = next(node for node in person.tree().root.children if node.role == "window")
    boxes = [node.box for node in window.walk() if node.role.startswith(role) and node.box]
    assert boxes, [(node.role, node.name) for node in window.walk()]
    return max(boxes, key=lambda box: box.area)


def window(person: Person, app: str) -> UiNode:
    """The window of an application."""
    return next(node for node in person.tree().root.children if node.identifier == app)


def selected(person: Person) -> list[str]:
    """Names of the files that are selected."""
    return [n.name for n in person.tree().walk() if n.role == "cell" and "selected" in n.states]


def centre(person: Person, name: str, role: str = "") -> tuple[int, int]:
    """Where to point at something."""
    box = person.find(name, role).box
    assert box is not None
    return box.center


def test_thousands_of_characters_of_many_scripts_reach_editor_and_terminal(
    fresh: Callable[..., Person],
) -> None:
    person = fresh(apps=["org.gnome.Terminal", "org.gnome.gedit"], gsettings=EDITOR)
    text = any_text(4_000, 1)  # an editor takes some hundreds a second
    person.do("write_text", text=text[:-1])  # gedit ends every file with a line break
    person.do("hotkey", keys=["ctrl", "s"])
    person.name_file("/home/crab/editor.txt")
    person.soon("file_content", path="editor.txt", content=text[:-1])
    person.front(app="gnome-terminal")
    person.do("write_text", text="cat > terminal.txt\n")
    person.do("write_text", text=any_text(10_000, 2))
    person.do("hotkey", keys=["ctrl", "d"])
    person.soon("file_content", path="terminal.txt", content=any_text(10_000, 2))


def test_text_is_selected_by_dragging_and_pasted_everywhere(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.Terminal", "org.gnome.gedit"], gsettings=EDITOR)
    person.do("paste", text="first line ñ 日本\nsecond line\nthird line\n")
    box = area(person)
    x, y = box.x + 27, box.y + 8  # right of the line's number
    person.do("drag", from_x=x, from_y=y, to_x=box.x + box.width - 9, to_y=y)
    copies(person, "first line ñ 日本")
    person.do("press", key="right")  # what is selected would be dragged away
    person.do("mouse_down", x=x, y=y)
    person.do("move", x=box.x + 300, y=y)
    person.do("move", x=x, y=y + 24)
    person.do("mouse_up")
    copies(person, "first line ñ 日本\n")
    person.do("triple_click", x=box.x + 20, y=y)
    copies(person, "first line ñ 日本\n")
    person.front(app="gnome-terminal")
    person.do("write_text", text="cat > pasted.txt\n")
    person.do("paste")
    person.soon("terminal_text", text="first line ñ 日本")
    person.do("paste", text="and Ω again\n")
    person.soon("terminal_text", text="and Ω again")
    person.do("hotkey", keys=["ctrl", "d"])
    person.soon("file_content", path="pasted.txt", content="first line ñ 日本\nand Ω again\n")


def test_the_wheel_turns_in_four_directions(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.gedit"], gsettings=EDITOR)
    grid = "\n".join(" ".join(f"r{row:03}c{column:03}" for column in range(60)) for row in range(200))
    person.do("paste", text=grid)
    x, y = area(person).center

    def seen() -> tuple[int, int]:
        """Row and column of what is in the middle; what was scrolled may not be drawn yet."""
        person.do("click", x=x, y=y)
        person.do("hotkey", keys=["ctrl", "left"])
        person.do("hotkey", keys=["ctrl", "shift", "right"])
        word = re.fullmatch(r"r(\d+)c(\d+)", copied(person))
        return (int(word[1]), int(word[2])) if word else (-1, -1)

    def first() -> tuple[int, int] | None:
        person.do("hotkey", keys=["ctrl", "home"])
        row, column = seen()
        return (row, column) if 0 < row < 100 else None

    start = person.until(first, "the text does not begin")
    assert start is not None
    last = start
    for direction, arrived in (
        ("down", lambda row, column, last: row > last[0] + 10 and column == last[1]),
        ("right", lambda row, column, last: row == last[0] and column > last[1] + 2),
        ("left", lambda row, column, last: row == last[0] and -1 < column < last[1] - 2),
        ("up", lambda row, column, last: row == start[0] and column > -1),
    ):
        person.do("scroll", direction=direction, amount=7, x=x, y=y)
        places = []

        def there(last=last, arrived=arrived, places=places) -> bool:
            places.append(seen())
            return arrived(*places[-1], last)

        person.until(there, lambda d=direction, p=places: f"{d}wards there is {p}")
        last = places[-1]


def test_files_are_moved_by_dragging_and_selected_with_held_keys(fresh: Callable[..., Person]) -> None:
    names = ["a.txt", "b.txt", "c.txt", "d.txt"]
    person = fresh(files=dict.fromkeys(names, "x"), apps=["org.gnome.Nautilus"])
    (from_x, from_y), (to_x, to_y) = centre(person, "d.txt", "cell"), centre(person, "Documents", "cell")

    def moved() -> bool:
        """A busy machine may be too slow for the hand, and a file stays where it is: it is dragged again."""
        if person.judge("file_exists", path="d.txt").passed:
            person.do("drag", from_x=from_x, from_y=from_y, to_x=to_x, to_y=to_y)
        return person.judge("file_exists", path="Documents/d.txt").passed

    person.until(moved, "d.txt is not moved")
    person.soon("file_absent", path="d.txt")
    person.click("a.txt", "cell")
    assert "until key_up" in person.do("key_down", key="shift")
    person.click("b.txt", "cell")
    person.do("key_up", key="shift")
    person.until(lambda: len(selected(person)) == 2, "two files are not selected")
    person.do("press", key="delete")
    person.soon("file_absent", path="a.txt")
    person.soon("file_absent", path="b.txt")
    assert person.judge("file_exists", path="c.txt").passed
    person.click("Videos", "cell")
    person.do("key_down", key="ctrl")
    person.click("c.txt", "cell")
    person.do("key_up")
    person.until(lambda: len(selected(person)) == 2, "two files are not selected")
    person.do("press", key="delete")
    person.soon("file_absent", path="Videos")
    person.soon("file_absent", path="c.txt")


def test_windows_are_moved_waited_for_brought_forward_and_closed(fresh: Callable[..., Person]) -> None:
    person = fresh(apps=["org.gnome.gedit", "org.gnome.Terminal"])
    before = window(person, "Gnome-terminal").box
    assert before is not None
    x, y = before.x + before.width // 2 - 60, before.y + 15
    person.do("drag", from_x=x, from_y=y, to_x=x + 130, to_y=y + 70)

    def moved() -> tuple[int, int]:
        after = window(person, "Gnome-terminal").box
        assert after is not None
        return after.x - before.x, after.y - before.y

    person.until(lambda: moved() == (130, 70), lambda: f"the window was moved by {moved()}")

    person.do("focus_window", app="gedit")
    person.soon("focused_window", app="gedit")
    person.do("focus_window", title="Terminal", match="exact")
    person.soon("focused_window", app="Gnome-terminal")

    told = person.do("wait_for_window", title="Home", seconds=0.3)
    assert told.startswith("No window called 'Home' came within 0.3 seconds. There are: \"Terminal\"")
    person.do("write_text", text="(sleep 1; exec nautilus -w) &\n")
    told = person.do("wait_for_window", title="home", seconds=30)
    assert told.startswith('The window "Home" (org.gnome.Nautilus) is there')
    assert (
        person.do("close_window", app="nautilus")
        == 'The window "Home" (org.gnome.Nautilus) was asked to close.'
    )
    person.no_longer("window_title", title="Home")


def test_the_pointer_over_an_icon_of_the_dock_brings_its_name(fresh: Callable[..., Person]) -> None:
    person = fresh()

    def labels() -> int:
        return sum(n.role == "label" and n.name == "Terminal" for n in person.tree().walk())

    assert labels() == 0
    x, y = centre(person, "Terminal", "button")
    person.do("move", x=x, y=y)
    person.until(lambda: labels() == 1, "no label comes")
    person.do("move", x=900, y=500)
    person.until(lambda: labels() == 0, "the label stays")
