"""``uiautomator``, ``screencap`` and ``wm``: what is on the screen."""

from __future__ import annotations

from ...system.files import FileError
from ...ui.geometry import DENSITY_DPI, HEIGHT, WIDTH
from ..call import Call, CommandFunction, Usage


def _uiautomator(call: Call) -> int:
    if call.args[:1] != ["dump"]:
        raise Usage("Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n    dump", 1)
    options = [word for word in call.args[1:] if word.startswith("--")]
    names = [word for word in call.args[1:] if not word.startswith("--")]
    xml = call.phone.ui_xml(compressed="--compressed" in options)
    target = names[0] if names else "/sdcard/window_dump.xml"
    if target == "/dev/tty":
        call.stdout += xml.encode() + b"UI hierchary dumped to: /dev/tty\n"
        return 0
    try:
        call.files.write(call.path(target), xml.encode(), mtime=call.now())
    except FileError:
        call.error(
            f"ERROR: could not get idle state. {target}: open failed: ENOENT (No such file or directory)"
        )
        return 1
    # The spelling is Android's own.
    call.print(f"UI hierchary dumped to: {target}")
    return 0


def _screencap(call: Call) -> int:
    names: list[str] = []
    words = iter(call.args)
    png = False
    for word in words:
        if word == "-p":
            png = True
        elif word == "-d":
            next(words, None)
        elif word == "-h":
            raise Usage("usage: screencap [-hp] [-d display-id] [FILENAME]", 0)
        else:
            names.append(word)
    png = png or bool(names and names[0].endswith(".png"))
    data = call.phone.png() if png else call.phone.raw()
    if names:
        call.files.write(call.path(names[0]), data, mtime=call.now())
    else:
        call.stdout += data
    return 0


def _wm(call: Call) -> int:
    if call.args[:1] == ["size"]:
        call.print(f"Physical size: {WIDTH}x{HEIGHT}")
        return 0
    if call.args[:1] == ["density"]:
        call.print(f"Physical density: {DENSITY_DPI}")
        return 0
    if call.args[:1] == ["dismiss-keyguard"]:
        return 0
    raise Usage(f"Unknown command: {call.args[0] if call.args else ''}", 255)


COMMANDS: dict[str, CommandFunction] = {"uiautomator": _uiautomator, "screencap": _screencap, "wm": _wm}
