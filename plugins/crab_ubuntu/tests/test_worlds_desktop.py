"""A desktop in which everything is as its world says, seen from inside and from outside."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from crab_core import Text
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person, pixels
from crab_ubuntu.worlds.files import LONG_AGO
from crab_ubuntu.worlds.photos import draw_photo

pytestmark = pytest.mark.desktop

PAGE = "<script>document.title = 'Page of ' + new Date().toISOString()</script>"
SHEET = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:body><office:spreadsheet><table:table table:name="Sheet1"><table:table-row>
<table:table-cell table:formula='of:=TEXT(NOW();"YYYY-MM-DD")'/>
</table:table-row></table:table></office:spreadsheet></office:body></office:document>
"""
PICTURES = ("Pictures/one day; ö+1.jpg", "Desktop/two.png")
WORLD: dict[str, Any] = {
    "clock": "2024-02-29T09:30:00",
    "files": {
        "Documents/a.txt": "hello\n",
        "bin/run.sh": {"text": "#!/bin/sh\necho ran\n", "mode": "0750"},
        "now.html": PAGE,
        "now.fods": SHEET,
        PICTURES[0]: {"photo": {"seed": 1}},
        PICTURES[1]: {"photo": {"seed": 2}},
    },
    "folders": ["Projects/Crab"],
    "bookmarks": ["Projects/Crab"],
    "clipboard": "echo pasted > pasted.txt",
    "programs": [["sleep", "4242"], ["sh", "-c", "date -Is > date.txt"]],
    "gsettings": {"org.gnome.gedit.preferences.editor": {"display-line-numbers": False}},
    "windows": [
        {"app": "firefox-esr", "open": ["now.html"]},
        {"app": "org.gnome.gedit", "open": ["Documents/a.txt"], "state": "maximized"},
        {"app": "org.gnome.eog", "open": [PICTURES[0]], "state": "minimized"},
        {"app": "org.gnome.Nautilus", "open": ["Pictures"], "place": [120, 60, 800, 500]},
        {"app": "org.gnome.Terminal", "place": [1000, 600, 820, 420]},
    ],
}


@pytest.fixture(scope="module")
def person() -> Iterator[Person]:
    provider = SandboxProvider(api_actions=True, show=["windows", "terminal"])
    try:
        yield Person(provider.start(WORLD))
    finally:
        provider.close()


def run(person: Person, command: str) -> str:
    ran = person.device.act("run_shell", {"command": command, "timeout": 45})
    assert (ran["status"], ran["stderr"]) == (0, ""), ran
    said: str = ran["stdout"]
    return said.strip()


def windows(person: Person) -> dict[str, dict[str, Any]]:
    """By title."""
    told = person.device.observe()["windows"]
    assert isinstance(told, Text)
    return {line["title"]: line for line in map(json.loads, told.text.splitlines())}


def test_windows_stand_where_the_world_says_and_show_what_it_says(person: Person) -> None:
    person.soon("window_title", title="Page of", match="contains")  # once the browser has read it
    person.soon("focused_window", title="Terminal")
    found = windows(person)
    firefox = next(title for title in found if title.startswith("Page of"))
    gedit = "a.txt (~/Documents) - gedit"
    assert set(found) == {firefox, gedit, "one day; ö+1.jpg", "Pictures", "Terminal"}
    assert {title: line["state"] for title, line in found.items()} == {
        firefox: "normal",
        gedit: "maximized",
        "one day; ö+1.jpg": "minimized",
        "Pictures": "normal",
        "Terminal": "normal",
    }
    assert list(found)[:3] == ["Terminal", "Pictures", gedit]
    assert found["Terminal"]["focused"]
    assert found["Pictures"]["box"] == [120, 60, 800, 500]
    x, y, width, height = found["Terminal"]["box"]
    assert (x, y) == (1000, 600)
    assert 820 - 10 <= width <= 820, "a terminal has whole columns"
    assert 420 - 20 <= height <= 420, "and whole rows"
    x, y, width, height = found[gedit]["box"]
    assert (x + width, y + height) == (1920, 1080)


def test_files_have_their_content_their_mode_and_the_age_of_all(person: Person) -> None:
    person.soon("file_content", path="Documents/a.txt", content="hello\n")
    person.soon("file_permissions", path="bin/run.sh", mode="750")
    assert run(person, "bin/run.sh") == "ran"
    assert run(
        person, "stat -c %Y Documents/a.txt bin/run.sh Desktop/two.png bin Pictures Projects Music"
    ) == ("\n".join([str(LONG_AGO)] * 7))
    person.soon("folder_contents", path="Projects", names=["Crab"])


def test_settings_are_set(person: Person) -> None:
    person.soon(
        "gsettings_value",
        schema="org.gnome.gedit.preferences.editor",
        key="display-line-numbers",
        value=False,
    )


def test_a_bookmark_stands_at_the_side_of_files(person: Person) -> None:
    person.sees("Crab")
    person.soon("folder_bookmarked", path="Projects/Crab")


def test_a_program_of_the_world_runs_and_is_the_agent_s_to_end(person: Person) -> None:
    person.soon("process_running", name="sleep", arguments=["4242"])
    run(person, "pkill -xf 'sleep 4242'")
    person.no_longer("process_running", name="sleep", arguments=["4242"])


def test_what_is_on_the_clipboard_is_pasted(person: Person) -> None:
    person.soon("clipboard_text", text=WORLD["clipboard"])
    person.front(title="Terminal")
    person.do("hotkey", keys=["ctrl", "shift", "v"])
    person.soon("terminal_text", text=WORLD["clipboard"], match="contains")
    person.do("press", key="enter")
    person.soon("file_content", path="pasted.txt", content="pasted\n")


def test_photos_have_thumbnails(person: Person) -> None:
    for path in PICTURES:
        told = run(person, f"gio info -a 'thumbnail::*' '{path}'")
        assert "thumbnail::path: /home/crab/.cache/thumbnails/large/" in told, told


def test_files_shows_the_photo_and_no_icon_for_it(person: Person) -> None:
    photo = Image.open(io.BytesIO(draw_photo(".jpg", seed=1))).convert("RGB")
    colours = [photo.getpixel(place) for place in ((20, 20), (640, 840))]

    def shown() -> bool:
        files = pixels(person.picture())[60:560, 400:920].reshape(-1, 3).astype(int)
        return all((abs(files - colour) < 12).all(axis=1).sum() > 50 for colour in colours)

    person.until(shown, f"no place of the window has the colours {colours}")


def test_the_panel_a_terminal_python_office_and_browser_have_the_world_s_time(person: Person) -> None:
    # Half past nine when the desktop was ready, and some minutes more after the tests above.
    panel = " ".join(person.names())
    assert re.search(r"Feb 29\W+09\W[345]", panel), panel
    assert run(person, "cat date.txt").startswith("2024-02-29T09:3")
    python = run(person, "python3 -c 'import datetime; print(datetime.datetime.now())'")
    assert re.match(r"2024-02-29 09:[345]", python), python
    person.front(title="Terminal")
    person.do("write_text", text="clear; date -Is\n")
    person.soon("terminal_text", text=r"2024-02-29T09:[345]", match="regex")
    assert any(title.startswith("Page of 2024-02-29T09:3") for title in windows(person))
    run(person, "soffice --headless --convert-to csv --outdir out now.fods >/dev/null 2>&1 &")
    person.soon("file_content", path="out/now.csv", content="2024-02-29\n")
