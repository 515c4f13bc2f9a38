"""Pointer and keyboard: both back ends beside each other, and how fast a long text reaches applications."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from crab_ubuntu.desktop.input import InputBackend, XTestInput
from crab_ubuntu.desktop.pyautogui_input import PyAutoGuiInput
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person

ROUNDS = 15
KEYS = [ord(letter) for letter in "the quick brown fox "]
ASCII = "".join(random.Random(0).choices("".join(map(chr, range(0x20, 0x7F))), k=1000))
CHARACTERS = 10_000
RUNS = 3
EDITOR = {"org.gnome.gedit.preferences.editor": {"auto-indent": False, "wrap-mode": "none"}}
WAIT_SECONDS = 60.0


def desktop_input_backends() -> dict[str, Any]:
    """Time that pyautogui takes, as a part of the default's; in turns, on an X server of their own."""
    seconds: dict[str, dict[str, list[float]]] = {"xtest": {}, "pyautogui": {}}
    with _x_server() as name, closing(_Reader(name)) as reader:
        hands: dict[str, InputBackend] = {
            "xtest": XTestInput(name, reader.read),
            "pyautogui": PyAutoGuiInput(name),
        }
        for _ in range(ROUNDS):
            for hand_name, hand in hands.items():
                for kind, do in _kinds(hand).items():
                    begun = time.perf_counter()
                    do()
                    seconds[hand_name].setdefault(kind, []).append(time.perf_counter() - begun)
                    reader.read()
                if reader.text[-len(ASCII) :] != ASCII:
                    raise RuntimeError(f"{hand_name} typed something else than it was given")
        for hand in hands.values():
            hand.close()
    medians = {n: {k: statistics.median(v) for k, v in kinds.items()} for n, kinds in seconds.items()}
    ratios = {kind: medians["pyautogui"][kind] / medians["xtest"][kind] for kind in medians["xtest"]}
    value = statistics.geometric_mean(ratios.values()) * 100
    return {"value": value, "unit": "% of xtest's time", "runs": ROUNDS, "seconds": medians, "ratios": ratios}


def _kinds(hand: InputBackend) -> dict[str, Callable[[], None]]:
    def keys() -> None:
        for keysym in KEYS:
            hand.chord([keysym])

    return {
        "move": lambda: hand.move(100, 100),
        "click": lambda: hand.click(200, 100),
        "20 keys": keys,
        "1,000 characters": lambda: hand.type(ASCII),
    }


def desktop_typing_editor() -> dict[str, Any]:
    """Characters of many scripts a second into gedit, until it is still; every byte is compared."""

    def type_into(person: Person, text: str) -> float:
        seconds = _seconds(person, text[:-1])  # gedit ends every file with a line break
        person.do("hotkey", keys=["ctrl", "s"])
        person.do("hotkey", keys=["ctrl", "a"])
        person.do("write_text", text="typed.txt\n")
        _compare(person, text[:-1])
        return seconds

    return _typing("org.gnome.gedit", type_into)


def desktop_typing_terminal() -> dict[str, Any]:
    """Characters of many scripts a second into `cat` in a terminal, compared likewise."""

    def type_into(person: Person, text: str) -> float:
        person.do("write_text", text="cat > typed.txt\n")
        seconds = _seconds(person, text)
        person.do("hotkey", keys=["ctrl", "d"])
        _compare(person, text)
        return seconds

    return _typing("org.gnome.Terminal", type_into)


def many_scripts(seed: int) -> str:
    """10,000 characters: ASCII, accents, Greek, Cyrillic, 600 of CJK, emoji, combining marks, tabs, lines."""
    chance = random.Random(seed)
    scripts = (
        *("".join(map(chr, range(0x20, 0x7F))), "<>|~\\^`\"'&;$!", "àéîõüßñçøåÄÖÜ¿¡", "αβγδεζηθλμξπσφψωΆΈ"),
        *("абвгдежзийклмнопрстуфхцчшщъыьэюяЁ", "".join(chr(0x4E00 + 7 * i) for i in range(600))),
        *("😀🎉🚀🐍🦀🌍", "e\u0301a\u0308o\u0302\u0323", "→€…“”–\t"),
    )
    lines: list[str] = []
    while sum(map(len, lines)) + len(lines) < CHARACTERS:
        lines.append("".join(chance.choice(chance.choice(scripts)) for _ in range(chance.randint(0, 120))))
    return "\n".join(lines)[: CHARACTERS - 1] + "\n"


def _typing(app: str, type_into: Callable[[Person, str], float]) -> dict[str, Any]:
    rates = []
    provider = SandboxProvider()
    try:
        for seed in range(RUNS):
            person = Person(provider.reset({"apps": [app], "gsettings": EDITOR}))
            rates.append(CHARACTERS / type_into(person, many_scripts(seed)))
    finally:
        provider.close()
    return {"value": statistics.median(rates), "unit": "characters/s", "runs": RUNS, "all": rates}


def _seconds(person: Person, text: str) -> float:
    begun = time.perf_counter()
    person.device.act("write_text", {"text": text})
    while person.device.settle().reason == "cap":
        if time.perf_counter() - begun > WAIT_SECONDS:
            raise RuntimeError("the application does not come to rest")
    return time.perf_counter() - begun


def _compare(person: Person, text: str) -> None:
    deadline = time.perf_counter() + WAIT_SECONDS
    while not (verdict := person.judge("file_content", path="typed.txt", content=text)).passed:
        person.device.settle()
        if time.perf_counter() > deadline:
            raise RuntimeError(f"something else arrived: {verdict.reason}")


class _Reader:
    """A window that takes the keys and knows what they mean."""

    def __init__(self, name: str) -> None:
        from Xlib import X, display

        self._display = display.Display(name)
        screen = self._display.screen()
        self._window = screen.root.create_window(
            0, 0, 640, 480, 0, screen.root_depth, event_mask=X.KeyPressMask
        )
        self._window.map()
        self._display.sync()
        self._window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self._display.sync()
        self.text = ""

    def read(self) -> None:
        from Xlib import X

        self._display.sync()
        while self._display.pending_events():
            event = self._display.next_event()
            if event.type == X.MappingNotify:
                self._display.refresh_keyboard_mapping(event)
            elif event.type == X.KeyPress:
                keysym = self._display.keycode_to_keysym(event.detail, event.state & X.ShiftMask)
                if keysym < 0x100:
                    self.text += chr(keysym)

    def close(self) -> None:
        self._display.close()


@contextmanager
def _x_server() -> Iterator[str]:
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp", "-ac"]
    server = subprocess.Popen([*command, "-noreset"], pass_fds=(write,), stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()
