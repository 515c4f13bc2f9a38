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


def bring(person: Person, name: str) -> UiNode:
    """Bring a window to the front and return what the tree says of it."""
    person.do("search_app", name=name)
    return front(person)


def front(person: Person) -> UiNode:
    return next(n for n in person.tree().root.children if n.role in ("window", "dialog"))


def names(node: UiNode, role: str) -> list[str]:
    return [n.name for n in node.walk() if n.role == role]


def visit(person: Person, page: str) -> UiNode:
    person.do("hotkey", keys=["ctrl", "l"])
    person.do("write_text", text=f"file:///home/crab/{page}\n")
    return front(person)


def test_a_button_of_a_page_is_where_its_pixels_are(person: Person) -> None:
    bring(person, "Firefox")
    visit(person, "page.html")
    box = person.find("Red", "button").box
    assert box is not None
    picture = pixels(person.picture())
    inside = picture[box.y : box.y + box.height, box.x : box.x + box.width]
    red = (inside == (255, 0, 0)).all(axis=2)
    assert (box.width, box.height) == (300, 120)
    assert red.mean() > 0.9
    around = picture[box.y - 6 : box.y + box.height + 6, box.x - 6 : box.x + box.width + 6]
    assert (around == (255, 0, 0)).all(axis=2).sum() == red.sum(), "the button goes on outside of its box"
    person.click("Red", "button")
    assert person.judge("window_title", title="Pressed", match="contains").passed


def test_a_page_that_is_scrolled_tells_what_can_be_seen(person: Person) -> None:
    person.click("read the terms", "link")
    assert person.judge("window_title", title="Went to #terms", match="contains").passed
    assert not person.shows("At the end")
    person.do("press", key="end")
    assert not person.shows("read the terms")
    person.click("At the end", "link")
    assert person.judge("window_title", title="Went to #end", match="contains").passed


def test_a_page_of_ten_thousand_links_costs_what_can_be_seen(person: Person) -> None:
    page = visit(person, "big.html")
    links = names(page, "link")
    assert "Link number 3" in links
    assert len(links) < 100
    person.do("press", key="end")
    links = names(front(person), "link")
    assert f"Link number {LINKS - 1}" in links
    assert "Link number 3" not in links


def test_the_address_bar_is_a_field_with_its_text(person: Person) -> None:
    fields = [n for n in front(person).walk() if n.role == "text field" and "big.html" in n.value]
    assert len(fields) == 1
    assert "editable" in fields[0].states


def test_a_cell_is_where_it_is_clicked(person: Person) -> None:
    bring(person, "LibreOffice Calc")
    person.click("C5", "cell")
    assert any(n.role == "text field" and n.value == "C5" for n in front(person).walk())
    person.do("write_text", text="4711\n")
    (cell,) = [n for n in front(person).walk() if n.role == "cell" and n.name == "C5"]
    assert cell.value == "4711"
    person.click("C5", "cell")
    person.click("Bold", "toggle button")
    assert "checked" in person.find("Bold", "toggle button").states


def test_only_the_cells_that_can_be_seen_are_told(person: Person) -> None:
    cells = names(front(person), "cell")
    assert "A1" in cells
    assert len(cells) < 2500
    person.do("hotkey", keys=["ctrl", "down"])
    person.do("hotkey", keys=["ctrl", "down"])
    cells = names(front(person), "cell")
    assert "C1048576" in cells
    assert "C1" not in cells
    person.do("hotkey", keys=["ctrl", "home"])


def test_menus_of_an_office_window_open_where_they_say(person: Person) -> None:
    assert names(front(person), "menu").count("Insert") == 1
    person.click("Sheet", "menu")
    person.click("Insert Sheet...", "menu item")
    assert front(person).name == "Insert Sheet"
    below = [n for n in person.tree().root.children if "Calc" in n.name]
    clickable = [n.name for part in below for n in part.walk() if "clickable" in n.states]
    assert clickable == [], "a window that waits for a dialog takes no clicks"
    person.do("press", key="esc")


def test_tools_and_menus_of_gtk_2(person: Person) -> None:
    bring(person, "GIMP")
    while front(person).role == "dialog":  # a tip of the day
        person.do("press", key="esc")
    tool = next(n for n in front(person).walk() if n.name.startswith("Eraser"))
    assert tool.box is not None
    x, y = tool.box.center
    person.do("click", x=x, y=y)
    assert "checked" in next(n for n in front(person).walk() if n.name.startswith("Eraser")).states
    person.click("File", "menu")
    person.click("New...", "menu item")
    assert front(person).name == "Create a New Image"
    person.do("press", key="esc")


def test_files_move_with_their_window_and_scroll_with_their_list(person: Person) -> None:
    bring(person, "Files")
    before = person.find("Main Menu").box
    person.do("hotkey", keys=["super", "right"])
    after = person.find("Main Menu").box
    assert before is not None
    assert after is not None
    assert after.x != before.x
    person.click("Main Menu")
    assert person.shows("Preferences")
    person.do("press", key="esc")
    person.click("many", "cell", "double_click")
    assert person.judge("window_title", title="many").passed
    cells = names(front(person), "cell")
    assert "file 000.txt" in cells
    assert "file 299.txt" not in cells
    box = person.find("file 000.txt", "cell").box
    assert box is not None
    person.do("scroll", direction="down", amount=100, x=box.center[0], y=box.center[1])
    cells = names(front(person), "cell")
    assert "file 000.txt" not in cells
    person.click("file 299.txt", "cell")
    assert "file 299.txt" in [n.name for n in front(person).walk() if "selected" in n.states]
    person.do("hotkey", keys=["super", "down"])


def test_a_window_on_top_hides_what_is_below_it(person: Person) -> None:
    top = bring(person, "gedit")
    person.do("write_text", text="Hello from the editor")
    assert any(n.value.startswith("Hello from the editor") for n in front(person).walk())
    assert top.box is not None
    for part in person.tree().root.children:
        if part.role in ("window", "dialog") and part.name != front(person).name:
            for node in part.walk():
                if "clickable" in node.states and node.box is not None:
                    assert top.box.intersection(Box(*node.box.center, 1, 1)).area == 0, node


def test_a_window_that_is_minimised_is_not_in_the_tree(person: Person) -> None:
    title = front(person).name
    person.click("Minimize", "button")
    assert title not in [n.name for n in person.tree().root.children]
    bring(person, "gedit")
    assert front(person).name == title


def test_an_application_that_hangs_leaves_a_note_and_all_others(person: Person) -> None:
    bring(person, "Terminal")
    person.do("hotkey", keys=["super", "left"])
    bring(person, "gedit")
    person.do("hotkey", keys=["super", "right"])
    bring(person, "Terminal")
    person.do("write_text", text="kill -STOP $(pidof gedit)\n")
    tree = person.tree()
    editor = next(n for n in tree.root.children if n.identifier == "Gedit")
    (note,) = [n for n in editor.children if n.role == "note"]
    assert "gedit does not answer" in note.name
    assert any(n.role == "terminal" for n in tree.walk())
    person.do("write_text", text="kill -CONT $(pidof gedit)\n")
    editor = next(n for n in person.tree().root.children if n.identifier == "Gedit")
    assert any(n.role == "text field" for n in editor.walk())
