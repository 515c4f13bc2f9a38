"""Evaluators of what only a live desktop has: windows, clipboard, wallpaper, what applications note."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable

import pytest
from PIL import Image

from crab_ubuntu.testing import Person

pytestmark = pytest.mark.desktop

INTERFACE = "org.gnome.desktop.interface"
BACKGROUND = "org.gnome.desktop.background"
DARK = "file:///home/crab/Pictures/blue.png"


def drawn(color: str, format: str = "PNG") -> str:
    image = Image.linear_gradient("L").resize((64, 36)).convert("RGB")
    file = io.BytesIO()
    Image.blend(image, Image.new("RGB", image.size, color), 0.5).save(file, format)
    return base64.b64encode(file.getvalue()).decode()


def test_windows_and_processes(fresh: Callable[..., Person]) -> None:
    person = fresh(files={"note.txt": "one\n"}, apps=["org.gnome.Nautilus", "org.gnome.gedit"])

    def passes(evaluator: str, **arguments: object) -> bool:
        return person.judge(evaluator, **arguments).passed

    assert passes("window_count", app="gedit", count=1)
    person.soon("window_count", app="org.gnome.Nautilus", title="Home")
    assert passes("window_count", app="gimp", count=0)
    assert not passes("window_count", app="gedit", count=2)
    assert not passes("window_count", app="gedi")
    assert not passes("window_count", title="Hom")
    assert passes("process_running", name="gedit")
    assert not passes("process_running", name="gedit", arguments=["--standalone"])
    assert passes("window_state", app="gedit", state="normal")
    person.do("hotkey", keys=["super", "up"])
    person.soon("window_state", app="gedit", state="maximized")
    person.soon("window_geometry", app="gedit", width=1920, tolerance=100)
    assert not passes("window_state", app="gedit", state="normal")
    assert not passes("window_state", app="org.gnome.Nautilus", state="maximized")
    geometry = person.judge("window_geometry", app="gedit", x=0, y=0)
    assert not geometry.passed
    assert "is at" in geometry.reason
    person.do("hotkey", keys=["super", "h"])
    person.soon("window_state", app="gedit", state="minimized")
    assert passes("window_count", app="gedit", count=1)
    assert not passes("window_geometry", app="gedit", width=1920, tolerance=2000)
    assert not passes("focused_window", app="gedit")


def test_the_clipboard_never_passes_when_it_is_empty(fresh: Callable[..., Person]) -> None:
    person = fresh(files={"note.txt": "https://maps.crab.test/?q=café\r\n"}, apps=["org.gnome.gedit"])

    def passes(evaluator: str, **arguments: object) -> bool:
        return person.judge(evaluator, **arguments).passed

    def copied(text: str) -> None:
        person.do("hotkey", keys=["ctrl", "a"])
        person.do("write_text", text=text)
        person.do("hotkey", keys=["ctrl", "a"])
        person.do("hotkey", keys=["ctrl", "c"])
        person.soon("clipboard_text", text=text)

    for match in ("exact", "contains", "regex"):
        assert "no text" in person.judge("clipboard_text", text=".*", match=match).reason
    assert not passes("clipboard_url")
    assert not passes("file_has_clipboard", path="note.txt")
    assert not passes("clipboard_image")
    copied("https://maps.crab.test/?q=caf\u00e9")
    assert passes("clipboard_text", text="https://maps.crab.test/?q=café")
    assert passes("clipboard_text", text="crab", match="contains")
    assert passes("clipboard_text", text=r"^https://\w+", match="regex")
    assert not passes("clipboard_text", text="Crab", match="contains")
    assert passes("clipboard_url", host="maps.crab.test", contains="q=")
    for near in ("crab.test", "maps.crab.tes", "aps.crab.test"):
        assert not passes("clipboard_url", host=near)
    assert not passes("clipboard_url", contains="q=tea")
    assert passes("file_has_clipboard", path="note.txt", match="exact")
    person.soon("element_shown", name="Save", role="button", app="gedit")
    assert not passes("element_shown", name="Save", role="check box", app="gedit")
    assert not passes("element_shown", name="save", app="gedit")
    assert not passes("element_shown", name="Save", app="gedi")
    copied("https://maps.crab.test/?q=cafés")
    assert not passes("file_has_clipboard", path="note.txt")
    copied("see https://maps.crab.test/")
    assert not passes("clipboard_url", host="maps.crab.test")
    copied("https://maps.crab.test@evil.test/")
    assert not passes("clipboard_url", host="maps.crab.test")
    assert not passes("clipboard_image")


def test_what_files_and_the_browser_note(fresh: Callable[..., Person]) -> None:
    page = "file:///home/crab/page.html"
    person = fresh(
        files={"Work/a.txt": "a", "note.txt": "x", "page.html": "<title>Crabs</title><p>hello"},
        apps=["org.gnome.Nautilus"],
    )

    def passes(evaluator: str, **arguments: object) -> bool:
        return person.judge(evaluator, **arguments).passed

    assert not passes("folder_bookmarked", path="Work")
    person.click("Work", "cell", "double_click")
    person.soon("focused_window", title="Work")
    person.do("hotkey", keys=["ctrl", "d"])
    person.soon("folder_bookmarked", path="Work")
    assert not passes("folder_bookmarked", path="Work", label="work")
    assert not passes("recent_file", path="Work/a.txt")
    person.click("a.txt", action="double_click")
    person.soon("recent_file", path="Work/a.txt")
    assert not passes("recent_file", path="note.txt")
    person.do("search_app", name="Firefox")
    person.visit(page, "Crabs")
    person.soon("element_shown", value=page, app="firefox-esr")
    assert not passes("element_shown", value="file:///home/crab/page.htm", app="firefox-esr")
    assert not passes("web_bookmark", url=page)
    person.do("hotkey", keys=["ctrl", "d"])
    person.do("press", key="enter")
    person.soon("web_bookmark", url=page, title="Crabs")
    person.soon("web_visited", url=page)
    assert not passes("web_visited", url="file:///home/crab/note.txt")


def test_the_wallpaper_and_what_a_shell_and_files_note(fresh: Callable[..., Person]) -> None:
    red, blue = drawn("red"), drawn("blue")
    person = fresh(
        files={
            "Pictures/my red.png": {"base64": red},
            "Pictures/copy.jpg": {"base64": drawn("red", "JPEG")},
            "Pictures/blue.png": {"base64": blue},
        },
        apps=["org.gnome.Terminal"],
    )

    def passes(evaluator: str, **arguments: object) -> bool:
        return person.judge(evaluator, **arguments).passed

    assert not passes("wallpaper", picture="Pictures/my red.png", compare="either")
    person.do(
        "write_text",
        text=f'gsettings set {BACKGROUND} picture-uri "file://$HOME/Pictures/my%20red.png"\n'
        f'gsettings set {BACKGROUND} picture-uri-dark "file://$HOME/Pictures/blue.png"\n',
    )
    person.soon("wallpaper", picture="Pictures/my red.png")
    person.soon("gsettings_value", schema=BACKGROUND, key="picture-uri-dark", value=DARK)
    assert not passes("wallpaper", picture="Pictures/blue.png", compare="either")
    assert not passes("wallpaper", picture="Pictures/copy.jpg")
    assert passes("wallpaper", picture="Pictures/copy.jpg", compare="content")
    assert passes("wallpaper", picture=f"data:;base64,{red}", compare="content")
    assert not passes("wallpaper", picture=f"data:;base64,{blue}", compare="content")
    person.do("write_text", text=f"gsettings set {BACKGROUND} picture-options none\n")
    person.no_longer("wallpaper", picture="Pictures/my red.png")
    person.do("write_text", text=f"gsettings set {BACKGROUND} picture-options zoom\n")
    person.do("write_text", text=f"gsettings set {INTERFACE} color-scheme prefer-dark\n")
    person.soon("wallpaper", picture="Pictures/blue.png")
    assert not passes("wallpaper", picture="Pictures/my red.png", compare="either")
    person.do("write_text", text="rm ~/Pictures/blue.png\n")
    person.no_longer("wallpaper", picture="Pictures/blue.png", compare="either")
    assert passes("terminal_text", text="rm ~/Pictures/blue.png")
    assert passes("terminal_text", text=r"^\S+:~\$ rm ", match="regex")
    assert not passes("terminal_text", text="rm ~/pictures/blue.png")
    assert not passes("terminal_text", text="rm ~/Pictures/blue.png", match="exact")
    person.soon("shell_history", command="rm ~/Pictures/blue.png")
    assert not passes("shell_history", command="rm ~/Pictures/red.png")
