"""The UI tree of real applications of every toolkit; what it says is checked by using it and by pixels."""

from __future__ import annotations

import pytest

from crab_core import Box, UiNode
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person, pixels

pytestmark = pytest.mark.desktop

LINKS = 10_000
LIST = "".join(f"<li><a href=#{n}>Link number {n}</a>" for n in range(LINKS))
BIG_PAGE = f"<title>Big</title><h1>Many</h1><ul>{LIST}</ul>"
PAGE = """<title>Form</title><body style="margin:40px">
<script>onhashchange = () => document.title = "Went to " + location.hash</script>
<button style="background:#ff0000;border:0;width:300px;height:120px"
 onclick="document.title = 'Pressed'">Red</button>
<p>Please <a href=#terms>read the terms</a>.<p><label>Street <input></label>
<div style="height:4000px"></div><a href=#end>At the end</a>"""
FILES = {"page.html": PAGE, "big.html": BIG_PAGE} | {f"many/file {n:03}.txt": "" for n in range(300)}


@pytest.fixture(scope="module")
def person(provider: SandboxProvider) -> Person:
    apps = ["org.gnome.Terminal", "org.gnome.gedit", "org.gnome.Nautilus", "gimp", "libreoffice-calc"]
    return Person(provider.reset({"apps": [*apps, "firefox-esr"], "files": FILES}))


def bring(person: Person, name: str, app: str) -> UiNode:
    """Bring a window to the front and return what the tree says of it."""
    person.do("search_app", name=name)
    person.until(lambda: front(person).identifier.casefold() == app.casefold(), f"{name} is not in front")
    return front(person)


def front(person: Person) -> UiNode:
    top = person.until(person.top, "there is no window")
    assert top is not None
    return top


def names(node: UiNode, role: str) -> list[str]:
    return [n.name for n in node.walk() if n.role == role]


def shown(person: Person, role: str, *wanted: str, gone: str = "") -> list[str]:
    """Names of all of a role in the window in front, once some are there and another is not any more."""
    found: list[str] = []

    def there() -> bool:
        found[:] = names(front(person), role)
        return set(wanted) <= set(found) and gone not in found

    person.until(there, lambda: f"no {wanted}, or still {gone!r}, in {found}")
    return found


def test_a_button_of_a_page_is_where_its_pixels_are(person: Person) -> None:
    bring(person, "Firefox", "firefox-esr")
    person.visit("file:///home/crab/page.html", "Form")

    def red() -> tuple[Box, float, int] | None:
        """Its box, how much of it is red, and how much of what is around; once it is drawn."""
        box = person.find("Red", "button").box
        assert box is not None
        picture = (pixels(person.picture()) == (255, 0, 0)).all(axis=2)
        inside = picture[box.y : box.y + box.height, box.x : box.x + box.width]
        around = picture[box.y - 6 : box.y + box.height + 6, box.x - 6 : box.x + box.width + 6]
        return (box, inside.mean(), around.sum() - inside.sum()) if inside.mean() > 0.9 else None

    seen = person.until(red, "where the tree has the button is no red")
    assert seen is not None
    assert (seen[0].width, seen[0].height) == (300, 120)
    assert seen[2] == 0, "the button goes on outside of its box"
    person.click("Red", "button")
    person.soon("window_title", title="Pressed", match="contains")


def test_a_page_that_is_scrolled_tells_what_can_be_seen(person: Person) -> None:
    person.click("read the terms", "link")
    person.soon("window_title", title="Went to #terms", match="contains")
    assert not person.shows("At the end")
    person.do("press", key="end")
    person.misses("read the terms")
    person.click("At the end", "link")
    person.soon("window_title", title="Went to #end", match="contains")


def test_a_page_of_ten_thousand_links_costs_what_can_be_seen(person: Person) -> None:
    person.visit("file:///home/crab/big.html", "Big")
    assert len(shown(person, "link", "Link number 3")) < 100
    person.do("press", key="end")
    shown(person, "link", f"Link number {LINKS - 1}", gone="Link number 3")


def test_the_address_bar_is_a_field_with_its_text(person: Person) -> None:
    fields = [n for n in front(person).walk() if n.role == "text field" and "big.html" in n.value]
    assert len(fields) == 1
    assert "editable" in fields[0].states


def test_a_cell_is_where_it_is_clicked(person: Person) -> None:
    bring(person, "LibreOffice Calc", "libreoffice-calc")
    person.click("C5", "cell")
    person.until(
        lambda: any(n.role == "text field" and n.value == "C5" for n in front(person).walk()), "not in C5"
    )
    person.do("write_text", text="4711\n")

    def entered() -> bool:
        (cell,) = [n for n in front(person).walk() if n.role == "cell" and n.name == "C5"]
        return cell.value == "4711"

    person.until(entered, "C5 does not have what was typed")
    person.click("C5", "cell")
    person.click("Bold", "toggle button")
    person.until(lambda: "checked" in person.states("Bold", "toggle button"), "C5 does not become bold")


def test_only_the_cells_that_can_be_seen_are_told(person: Person) -> None:
    assert len(shown(person, "cell", "A1")) < 2500
    person.do("hotkey", keys=["ctrl", "down"])
    person.do("hotkey", keys=["ctrl", "down"])
    shown(person, "cell", "C1048576", gone="C1")
    person.do("hotkey", keys=["ctrl", "home"])


def test_menus_of_an_office_window_open_where_they_say(person: Person) -> None:
    assert names(front(person), "menu").count("Insert") == 1
    person.click("Sheet", "menu")
    person.click("Insert Sheet...", "menu item")
    person.until(lambda: front(person).name == "Insert Sheet", "no dialog opens")
    below = [n for n in person.tree().root.children if "Calc" in n.name]
    clickable = [n.name for part in below for n in part.walk() if "clickable" in n.states]
    assert clickable == [], "a window that waits for a dialog takes no clicks"
    person.do("press", key="esc")


def test_tools_and_menus_of_gtk_2(person: Person) -> None:
    bring(person, "GIMP", "Gimp-2.10")

    def eraser() -> UiNode | None:
        return next((n for n in front(person).walk() if n.name.startswith("Eraser")), None)

    tool = person.until(eraser, "there is no eraser")
    assert tool is not None
    assert tool.box is not None
    x, y = tool.box.center
    person.do("click", x=x, y=y)
    person.until(lambda: (found := eraser()) is not None and "checked" in found.states, "it is not taken up")
    person.click("File", "menu")
    person.click("New...", "menu item")
    person.until(lambda: front(person).name == "Create a New Image", "no dialog opens")
    person.do("press", key="esc")
    person.no_longer("window_title", title="Create a New Image")


def test_files_move_with_their_window_and_scroll_with_their_list(person: Person) -> None:
    bring(person, "Files", "org.gnome.Nautilus")
    before = person.find("Main Menu").box
    assert before is not None
    person.do("hotkey", keys=["super", "right"])

    def moved() -> bool:
        after = person.find("Main Menu").box
        return after is not None and after.x != before.x

    person.until(moved, "the window does not move")
    person.click("Main Menu")
    person.sees("Preferences")
    person.do("press", key="esc")
    person.misses("Preferences")
    person.click("many", "cell", "double_click")
    person.soon("window_title", title="many")
    shown(person, "cell", "file 000.txt", gone="file 299.txt")
    box = person.find("file 000.txt", "cell").box
    assert box is not None
    person.do("scroll", direction="down", amount=100, x=box.center[0], y=box.center[1])
    shown(person, "cell", "file 299.txt", gone="file 000.txt")
    person.click("file 299.txt", "cell")
    person.until(
        lambda: "file 299.txt" in [n.name for n in front(person).walk() if "selected" in n.states],
        "the file is not selected",
    )
    person.do("hotkey", keys=["super", "down"])


def test_a_window_on_top_hides_what_is_below_it(person: Person) -> None:
    bring(person, "gedit", "gedit")
    person.do("write_text", text="Hello from the editor")
    person.until(
        lambda: any(n.value.startswith("Hello from the editor") for n in front(person).walk()), "no text"
    )
    top = front(person)
    assert top.box is not None
    for part in person.tree().root.children:
        if part.role in ("window", "dialog") and part.name != front(person).name:
            for node in part.walk():
                if "clickable" in node.states and node.box is not None:
                    assert top.box.intersection(Box(*node.box.center, 1, 1)).area == 0, node


def test_a_window_that_is_minimised_is_not_in_the_tree(person: Person) -> None:
    title = front(person).name
    person.click("Minimize", "button")
    person.until(lambda: title not in [n.name for n in person.tree().root.children], "it is still there")
    assert bring(person, "gedit", "gedit").name == title


def test_an_application_that_hangs_leaves_a_note_and_all_others(person: Person) -> None:
    bring(person, "Terminal", "Gnome-terminal")
    person.do("hotkey", keys=["super", "left"])
    bring(person, "gedit", "gedit")
    person.do("hotkey", keys=["super", "right"])
    bring(person, "Terminal", "Gnome-terminal")

    def editor() -> UiNode:
        return next(n for n in person.tree().root.children if n.identifier == "Gedit")

    person.device.act("write_text", {"text": "kill -STOP $(pidof gedit)\n"})
    person.until(
        lambda: any("gedit does not answer" in n.name for n in editor().children if n.role == "note"),
        "no note tells of it",
    )
    assert any(n.role == "terminal" for n in person.tree().walk())
    person.device.act("write_text", {"text": "kill -CONT $(pidof gedit)\n"})
    person.until(lambda: any(n.role == "text field" for n in editor().walk()), "it does not come back")
