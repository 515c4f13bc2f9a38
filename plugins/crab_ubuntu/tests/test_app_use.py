"""Every application but the office: found by its name, without questions at its start, used, and judged.

The tests follow one another on one desktop, as the work of one person.
"""

from __future__ import annotations

import pytest

from crab_ubuntu.applications.catalogue import find_application
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person

pytestmark = pytest.mark.desktop

WORLD = {
    "applications": ["terminal", "vim", "files", "settings", "gedit", "geany", "firefox", "gimp", "chat"],
    "files": {
        "Documents/crabs.html": "<title>Crabs</title><h1>Crabs</h1><a href='lobsters.html'>Next page</a>",
        "Documents/lobsters.html": "<title>Lobsters</title><p>They are red.</p>",
        "Projects/shore/tide.py": "LEVEL = 1\n",
    },
    "services": {
        "chat.crab.test": {
            "service": "chat",
            "people": {"ana": {}},
            "channels": {"#crew": {"members": ["ana"]}},
            "replies": [{"by": "ana", "contains": "anybody", "say": "Only the tide, {nick}."}],
        }
    },
}


@pytest.fixture(scope="module")
def person(provider: SandboxProvider) -> Person:
    return Person(provider.reset(WORLD))


def open_by_name(person: Person, name: str, title: str = "") -> None:
    """Find an application by the name that people search by; only its own window opens, and no dialog."""
    application = find_application(name)
    before = {node.identifier for node in person.tree().root.children}
    person.do("search_app", name=application.title)
    person.soon("focused_window", app=application.window, title=title)
    top = [node for node in person.tree().root.children if node.role in ("window", "dialog", "alert")]
    assert top[0].role == "window", top[0].name
    assert {node.identifier for node in top} <= before | {application.window}


def close(person: Person, name: str) -> None:
    """Close the window in front, which is that of an application."""
    person.do("hotkey", keys=["alt", "f4"])
    person.no_longer("focused_window", app=find_application(name).window)


def test_terminal_runs_commands(person: Person) -> None:
    open_by_name(person, "terminal")
    person.do("write_text", text="mkdir -p Notes && date +%Y > Notes/year.txt; ls\n")
    person.soon("file_content", path="Notes/year.txt", content=r"20\d\d\n?", match="regex")
    person.soon("file_content", path=".bash_history", content="mkdir -p", match="contains")
    close(person, "terminal")


def test_vim_opens_in_a_terminal_and_writes_a_file(person: Person) -> None:
    open_by_name(person, "vim", title="[No Name] - VIM")
    person.do("write_text", text=":e Notes/list.txt\nione\ntwo")
    person.do("press", key="esc")
    person.do("write_text", text=":w\n")
    person.soon("window_title", title="list.txt (~/Notes) - VIM")
    person.soon("file_content", path="Notes/list.txt", content="one\ntwo\n")
    person.do("write_text", text=":q\n")
    person.no_longer("process_running", name="vim")


def test_gedit_saves_a_text(person: Person) -> None:
    open_by_name(person, "gedit")
    person.do("write_text", text="Grüße von der Küste")
    person.do("hotkey", keys=["ctrl", "s"])
    person.name_file("/home/crab/coast.txt")
    person.soon("file_content", path="coast.txt", content="Grüße von der Küste\n")
    close(person, "gedit")


def test_files_makes_a_folder(person: Person) -> None:
    open_by_name(person, "files", title="Home")
    person.do("hotkey", keys=["ctrl", "shift", "n"])
    person.soon("focused_window", app="org.gnome.Nautilus", title="New Folder")
    person.do("write_text", text="Shells\n")
    person.soon("file_exists", path="Shells", kind="folder")
    close(person, "files")


def test_geany_has_a_tree_of_files_and_saves_code(person: Person) -> None:
    open_by_name(person, "geany")
    person.click("Projects", "cell", "double_click")
    person.click("shore", "cell", "double_click")
    person.click("tide.py", "cell", "double_click")
    person.soon("window_title", title="tide.py - /home/crab/Projects/shore - Geany")
    person.do("hotkey", keys=["ctrl", "end"])
    person.do("write_text", text="print(LEVEL)\n")
    person.do("hotkey", keys=["ctrl", "s"])
    person.soon("file_content", path="Projects/shore/tide.py", content="LEVEL = 1\nprint(LEVEL)\n")
    close(person, "geany")


def test_settings_opens_a_panel(person: Person) -> None:
    open_by_name(person, "settings", title="Settings")
    person.click("Notifications", "list item")
    person.click("Do Not Disturb")
    person.soon("gsettings_value", schema="org.gnome.desktop.notifications", key="show-banners", value=True)
    close(person, "settings")


@pytest.mark.parametrize("name", ["image viewer", "document viewer", "calculator"])
def test_small_applications_open(person: Person, name: str) -> None:
    open_by_name(person, name)
    close(person, name)


def test_the_chat_client_is_in_the_channel_and_talks(person: Person) -> None:
    open_by_name(person, "chat")
    person.soon("window_title", title="#crew", match="contains")
    person.do("write_text", text="Is anybody here?\n")
    said = {"host": "chat.crab.test", "to": "#crew"}
    person.soon("chat_message", **said, text="Is anybody here?", sender="crab")
    person.soon("chat_message", **said, text="Only the tide, crab.", sender="ana")
    close(person, "chat")


def test_firefox_opens_pages_and_follows_links(person: Person) -> None:
    open_by_name(person, "firefox", title="Mozilla Firefox")
    person.visit("file:///home/crab/Documents/crabs.html", "Crabs — Mozilla Firefox")
    person.click("Next page", "link")
    person.soon("window_title", title="Lobsters — Mozilla Firefox")
    person.until(lambda: any("They are red." in n.name + n.value for n in person.tree().walk()), "no page")
    person.do("hotkey", keys=["ctrl", "t"])
    person.soon("window_title", title="Mozilla Firefox")
    person.do("hotkey", keys=["ctrl", "q"])
    person.no_longer("window_title", title="Mozilla Firefox")


def test_gimp_draws_and_exports_a_picture(person: Person) -> None:
    open_by_name(person, "gimp")
    person.do("hotkey", keys=["ctrl", "n"])
    person.soon("focused_window", title="Create a New Image")
    person.do("press", key="enter")
    person.no_longer("window_title", title="Create a New Image")
    person.soon("window_title", title="[Untitled]", match="contains")
    person.until(
        lambda: (top := person.top()) is not None and "[Untitled]" in top.name, "no picture in front"
    )
    person.do("hotkey", keys=["ctrl", ","])
    person.do("hotkey", keys=["ctrl", "shift", "e"])
    person.soon("focused_window", title="Export Image")
    person.do("hotkey", keys=["ctrl", "a"])
    person.do("write_text", text="black.png")
    person.click("Export", "button")
    person.soon("focused_window", title="Export Image as PNG")
    person.click("Export", "button")
    person.soon("image_pixel", path="Documents/black.png", x=960, y=540, color="#000000")
    assert not person.judge("image_pixel", path="Documents/black.png", x=960, y=540, color="#ffffff").passed
