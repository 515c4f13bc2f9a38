"""What a whole desktop is asked to show: focus, windows, clipboard, terminal and clips, and its recording."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from crab_core import Box, Clip, Text, UnknownNameError
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person, pixels

SHOWN = ("focused", "windows", "clipboard", "terminal", "clip")
PROMPT = "crab@crab:~$ "


class Watcher(Person):
    """Somebody who looks at more than the screen."""

    commands = 0
    """Typed into the terminal so far."""

    def text(self, name: str) -> str:
        content = self.device.observe()[name]
        assert isinstance(content, Text)
        return content.text

    def windows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text("windows").splitlines()]

    def run(self, command: str) -> str:
        """Type a command into the terminal; what the terminal shows once it is done."""
        self.front("terminal")
        self.commands += 1
        done = f"ran{self.commands}"
        self.do("write_text", text=f"clear; {command}; touch {done}\n")
        self.soon("file_exists", path=done)
        return self.told("terminal", lambda text: text.endswith(PROMPT.strip()) and "touch" not in text)

    def told(self, name: str, condition: Callable[[str], bool]) -> str:
        """What an observation says once a condition holds; a program may work on unseen."""
        texts: list[str] = []

        def holds() -> bool:
            texts.append(self.text(name))
            return condition(texts[-1])

        self.until(holds, lambda: f"{name} is {texts[-1]!r}")
        return texts[-1]

    def state(self, state: str) -> None:
        """Wait until the window on top is in a state."""
        self.until(lambda: self.windows()[0]["state"] == state, f"the window does not become {state}")


@pytest.fixture(scope="module")
def provider() -> Iterator[SandboxProvider]:
    sandbox = SandboxProvider(show=SHOWN, record=True)
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="module")
def watcher(provider: SandboxProvider) -> Watcher:
    """At a desktop with an editor and, above it, a terminal."""
    files = {"Pictures/ü.txt": "x", "wide.txt": "w" * 300}
    return Watcher(provider.start({"files": files, "apps": ["org.gnome.gedit", "org.gnome.Terminal"]}))


def test_what_is_shown_is_chosen_by_name() -> None:
    assert list(UbuntuEnvironment().observation_space) == ["screenshot", "ui_tree"]
    chosen = UbuntuEnvironment(show=["clipboard", "screenshot", "windows", "clipboard"])
    assert list(chosen.observation_space) == ["screenshot", "ui_tree", "clipboard", "windows"]


@pytest.mark.parametrize(
    "make", [lambda: UbuntuEnvironment(show=["clib"]), lambda: SandboxProvider(show=["clib"])]
)
def test_an_observation_that_does_not_exist_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(UnknownNameError, match="clip"):
        make()


@pytest.mark.desktop
def test_both_ends_show_the_same(watcher: Watcher) -> None:
    assert list(watcher.device.observation_space) == ["screenshot", "ui_tree", *SHOWN]
    assert list(watcher.device.observe()) == ["screenshot", "ui_tree", *SHOWN]


@pytest.mark.desktop
def test_windows_are_told_from_the_top_down(watcher: Watcher) -> None:
    watcher.front("terminal")
    watcher.until(lambda: len(watcher.windows()) == 2, "there are not two windows")
    terminal, editor = watcher.windows()
    assert (terminal["app"], terminal["focused"], terminal["state"]) == ("Gnome-terminal", True, "normal")
    assert (editor["app"], editor["focused"], editor["state"]) == ("Gedit", False, "normal")
    assert "gedit" in editor["title"]
    boxes = {node.identifier: node.box for node in watcher.tree().walk() if node.role == "window"}
    assert {w["app"]: tuple(w["box"]) for w in (terminal, editor)} == boxes


@pytest.mark.desktop
def test_states_of_windows_are_told(watcher: Watcher) -> None:
    watcher.front("gedit")
    watcher.front("terminal")
    for keys, state in ((["super", "up"], "maximized"), (["super", "down"], "normal")):
        watcher.do("hotkey", keys=keys)
        watcher.state(state)
    for state in ("full screen", "normal"):
        watcher.do("press", key="f11")
        watcher.state(state)
    watcher.do("hotkey", keys=["super", "h"])
    watcher.soon("focused_window", app="gedit")
    told = watcher.windows()
    assert [(w["app"], w["state"]) for w in told] == [("Gedit", "normal"), ("Gnome-terminal", "minimized")]
    assert told[0]["focused"]
    assert watcher.text("terminal") == "No terminal can be seen."
    watcher.front("terminal")
    assert [(w["app"], w["state"]) for w in watcher.windows()] == [
        ("Gnome-terminal", "normal"),
        ("Gedit", "normal"),
    ]


@pytest.mark.desktop
def test_the_element_with_the_focus_is_told(watcher: Watcher) -> None:
    watcher.front("terminal")
    told = json.loads(watcher.told("focused", lambda text: '"role": "terminal"' in text))
    assert (told["window"]["app"], told["element"]["role"]) == ("Gnome-terminal", "terminal")
    watcher.front("gedit")
    watcher.do("hotkey", keys=["ctrl", "a"])
    watcher.do("write_text", text="Grüße 日本")
    told = json.loads(watcher.told("focused", lambda text: "Grüße 日本" in text))
    assert told["window"]["app"] == "Gedit"
    assert (told["element"]["role"], told["element"]["value"]) == ("text field", "Grüße 日本")
    assert Box(*told["window"]["box"]).contains(Box(*told["element"]["box"]))
    watcher.do("hotkey", keys=["super", "d"])
    watcher.told("focused", lambda text: json.loads(text)["window"] is None)


@pytest.mark.desktop
def test_a_terminal_is_read_exactly(watcher: Watcher) -> None:
    watcher.run("printf 'Grüße 日本語 😀 e\\314\\201|\\n'; cat wide.txt; echo; printf 'a  b\\n\\nc\\n'")
    about, *lines = watcher.text("terminal").split("\n")
    assert lines == ["Grüße 日本語 😀 e\u0301|", "w" * 300, "a  b", "", "c", PROMPT.strip()]
    assert "Terminal 'Terminal' with the focus" in about
    assert f"cursor in line 6 after {len(PROMPT)} characters" in about


@pytest.mark.desktop
def test_how_much_of_a_terminal_is_scrolled_out_is_told(watcher: Watcher) -> None:
    told = watcher.run("seq 100")
    about, *lines = told.split("\n")
    shown = len(lines)
    assert lines == [*(str(n) for n in range(102 - shown, 101)), PROMPT.strip()]
    assert f"{101 - shown} rows above and 0 below are scrolled out" in about
    watcher.do("hotkey", keys=["shift", "home"])
    about, *lines = watcher.told("terminal", lambda text: text.split("\n")[1] == "1").split("\n")
    assert f"0 rows above and {101 - shown} below" in about


@pytest.mark.desktop
def test_an_editor_in_a_terminal_is_read(watcher: Watcher) -> None:
    watcher.run("true")
    watcher.do("write_text", text="vim -u NONE -c 'set showmode' new.txt\n")
    watcher.told("terminal", lambda text: "~\n~" in text)
    watcher.do("write_text", text="ifirst\nzweite Zeile ü")
    about, *lines = watcher.told(
        "terminal", lambda text: "Zeile ü" in text and "after 14 characters" in text and "INSERT" in text
    ).split("\n")
    assert lines[:3] == ["first", "zweite Zeile ü", "~"]
    assert "-- INSERT --" in lines[-1]
    assert "cursor in line 2 after 14 characters" in about
    watcher.do("press", key="esc")
    watcher.do("write_text", text=":q!\n")
    watcher.told("terminal", lambda text: text.endswith(PROMPT.strip()))


@pytest.mark.desktop
def test_what_is_copied_is_shown_and_outlives_the_application(watcher: Watcher) -> None:
    assert json.loads(watcher.text("clipboard")) == {}
    watcher.front("gedit")
    watcher.do("hotkey", keys=["ctrl", "a"])
    watcher.do("write_text", text="kopiert 日本 😀\nzweite")
    watcher.do("hotkey", keys=["ctrl", "a"])
    watcher.do("hotkey", keys=["ctrl", "c"])
    copied = {"text": "kopiert 日本 😀\nzweite"}
    watcher.told("clipboard", lambda text: json.loads(text) == copied)
    watcher.run("pkill gedit")
    watcher.told("windows", lambda text: "Gedit" not in text)
    watcher.told("clipboard", lambda text: json.loads(text) == copied)


@pytest.mark.desktop
def test_what_was_pasted_is_what_was_put_there(watcher: Watcher) -> None:
    watcher.run("true")
    for text in ("echo eins", "echo zwei ü 😀", "echo drei"):
        watcher.do("paste", text=text)
        watcher.told("terminal", lambda shown, text=text: shown.endswith(text))
        watcher.do("press", key="enter")
        watcher.told("terminal", lambda shown, text=text: f"\n{text.removeprefix('echo ')}\n" in shown)
        assert json.loads(watcher.text("clipboard")) == {"text": text}


@pytest.mark.desktop
def test_files_that_were_copied_are_told(watcher: Watcher) -> None:
    watcher.run("nautilus --select ~/Pictures/ü.txt > /dev/null 2>&1 & true")
    watcher.front("nautilus")

    def copied() -> bool:
        watcher.do("hotkey", keys=["ctrl", "c"])  # once it has listed and selected the file
        return json.loads(watcher.text("clipboard")) == {"files": ["/home/crab/Pictures/ü.txt"]}

    watcher.until(copied, "the file is not copied")
    watcher.do("close_window", app="nautilus")
    watcher.told("windows", lambda text: "Nautilus" not in text)


def frames(clip: Clip) -> list[Any]:
    import av

    with av.open(io.BytesIO(clip.data)) as file:
        return [frame.to_ndarray(format="rgb24") for frame in file.decode(video=0)]


@pytest.mark.desktop
def test_a_clip_shows_what_an_action_did(watcher: Watcher) -> None:
    watcher.run("true")
    before = watcher.device.observe()
    watcher.do("hotkey", keys=["super", "up"])
    watcher.soon("window_state", app="gnome-terminal", state="maximized")  # the next look ends the clip
    watcher.rest()
    after = watcher.device.observe()
    clip = after["clip"]
    assert isinstance(clip, Clip)
    first, *_, last = frames(clip)
    for frame, observed in ((first, before), (last, after)):
        shot = pixels(observed["screenshot"])
        wrong = np.abs(frame.astype(int) - shot.astype(int)).max(axis=2)
        assert (wrong > 60).mean() < 0.01  # a blinking cursor, and the pointer
    assert (np.abs(first.astype(int) - last.astype(int)).max(axis=2) > 60).mean() > 0.1
    watcher.do("hotkey", keys=["super", "down"])
    watcher.soon("window_state", app="gnome-terminal", state="normal")


@pytest.mark.desktop
def test_the_recording_goes_from_the_first_look_to_the_last(watcher: Watcher) -> None:
    watcher.rest()
    recording = watcher.device.recording()
    assert recording is not None
    import av

    with av.open(io.BytesIO(recording.data)) as file:
        stream = file.streams.video[0]
        assert (stream.width, stream.height) == (1920, 1080)
        assert abs(float(file.duration) / av.time_base - recording.seconds) < 0.01
    *_, last = frames(recording)
    wrong = np.abs(last.astype(int) - pixels(watcher.picture()).astype(int)).max(axis=2)
    assert (wrong > 60).mean() < 0.01
