"""How pictures are worked on in GIMP."""

from __future__ import annotations

import re

from crab_bench.files.solving import new_terminal
from crab_bench.hands import DESKTOP, PATIENCE, Doing, click, desk, number
from crab_bench.pictures.solving_dialogs import asked_for, awaited, choose, titles, until_gone
from crab_core import Solving, Turn

BRIGHTER = 50
DARKER = -50
PNG = "Export Image as PNG"


def open_in_gimp(path: str) -> Doing:
    """Open a picture; GIMP may be there already, with another one."""
    yield desk("search_app", name="GIMP")
    turn = yield from asked_for("Open Image", desk("hotkey", keys=["ctrl", "o"]))
    turn = yield from choose(turn, path, "Open Image", over=True)
    return (yield from _shown(turn, path))


def open_from_terminal(turn: Turn, path: str) -> Doing:
    """Open a picture by a command."""
    yield from new_terminal(turn)
    turn = yield desk("write_text", text=f"gimp ~/{path} &\n")
    yield from _shown(turn, path)
    return (yield desk("focus_window", title=_title(path)))


def _shown(turn: Turn, path: str) -> Doing:
    """Wait until a picture is there: its window may come after the dialog has gone.

    Raises:
        LookupError: It does not come.
    """
    for _ in range(PATIENCE):
        if any(_title(path) in title for title in titles(turn)):
            return turn
        turn = yield desk("wait_for_window", title=_title(path), seconds=30)
    raise LookupError(f"GIMP does not show {path}")


def _title(path: str) -> str:
    """What stands in the title of GIMP's window with a picture."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return f"[{stem}] ("


def gimp_action(name: str, dialog: str = "") -> Doing:
    """Find a command by its name and give it; it may open a dialog."""
    yield from asked_for("Search Actions", desk("press", key="/"))
    turn = yield desk("write_text", text=f"{name}\n")
    if dialog:
        turn = yield from awaited(turn, dialog)
    return turn


def export(path: str) -> Doing:
    """Export the picture in front under a name whose suffix says PNG."""
    yield from asked_for("Export Image", desk("hotkey", keys=["ctrl", "shift", "e"]))
    yield desk("hotkey", keys=["ctrl", "a"])
    turn = yield desk("write_text", text=f"~/{path}\n")
    for _ in range(6):
        if PNG in titles(turn):
            button = turn[DESKTOP].find("Export", role="button")
            turn = yield desk("click", element=number(button, "Export"))
        elif "Export Image" in titles(turn):
            turn = yield desk("press", key="enter")
        else:
            return turn
    raise LookupError("the picture is not exported")


def _change_brightness(new_photo: str, by: int) -> Solving:
    yield from gimp_action("brightness-contrast", "Brightness-Contrast")
    turn = yield desk("write_text", text=f"\t{by}\t")
    turn = yield click(turn, "OK", role="button")
    yield from until_gone(turn, "Brightness-Contrast", desk("wait_for_window", app="GIMP"))
    yield from export(new_photo)
    return new_photo


def brighten(turn: Turn, photo: str, new_photo: str) -> Solving:  # noqa: ARG001 - starts from any screen
    """Make a picture brighter."""
    yield from open_in_gimp(photo)
    return (yield from _change_brightness(new_photo, BRIGHTER))


def brighten_from_terminal(turn: Turn, photo: str, new_photo: str) -> Solving:
    """Open the picture by a command, and make it brighter."""
    yield from open_from_terminal(turn, photo)
    return (yield from _change_brightness(new_photo, BRIGHTER))


def darken(turn: Turn, photo: str, new_photo: str) -> Solving:  # noqa: ARG001
    """Wrong: makes it darker."""
    yield from open_in_gimp(photo)
    return (yield from _change_brightness(new_photo, DARKER))


def brighten_elsewhere(turn: Turn, photo: str, new_photo: str) -> Solving:  # noqa: ARG001
    """Wrong: exports to another folder."""
    yield from open_in_gimp(photo)
    yield from _change_brightness(f"Downloads/{new_photo.rpartition('/')[2]}", BRIGHTER)
    return new_photo


def only_export(turn: Turn, photo: str, new_photo: str) -> Solving:  # noqa: ARG001
    """Wrong: exports the picture as it is."""
    yield from open_in_gimp(photo)
    yield from export(new_photo)
    return new_photo


def _with_command(photo: str, new_photo: str, command: str) -> Solving:
    yield from open_in_gimp(photo)
    yield from gimp_action(command)
    yield from export(new_photo)
    return new_photo


def make_gray(turn: Turn, photo: str, new_photo: str) -> Solving:  # noqa: ARG001
    """Take the colours out of a picture."""
    return (yield from _with_command(photo, new_photo, "grayscale"))


def make_gray_from_terminal(turn: Turn, photo: str, new_photo: str) -> Solving:
    """Open the picture by a command."""
    yield from open_from_terminal(turn, photo)
    yield from gimp_action("grayscale")
    yield from export(new_photo)
    return new_photo


def mirror(turn: Turn, photo: str, new_photo: str) -> Solving:  # noqa: ARG001
    """Exchange left and right."""
    return (yield from _with_command(photo, new_photo, "flip image horizontally"))


def mirror_from_terminal(turn: Turn, photo: str, new_photo: str) -> Solving:
    """Open the picture by a command."""
    yield from open_from_terminal(turn, photo)
    yield from gimp_action("flip image horizontally")
    yield from export(new_photo)
    return new_photo


def flip_view(turn: Turn, photo: str, new_photo: str) -> Solving:  # noqa: ARG001
    """Wrong: flips how the picture is shown, not the picture."""
    return (yield from _with_command(photo, new_photo, "flip the view horizontally"))


def upside_down(turn: Turn, photo: str, new_photo: str) -> Solving:  # noqa: ARG001
    """Wrong: exchanges top and bottom."""
    return (yield from _with_command(photo, new_photo, "flip image vertically"))


def join(turn: Turn, left: str, right: str, new_photo: str) -> Solving:
    """Put a picture right of another: as a layer that is moved by the width of the other."""
    turn = yield from open_in_gimp(left)
    return (yield from _add(turn, right, new_photo))


def join_from_terminal(turn: Turn, left: str, right: str, new_photo: str) -> Solving:
    """Open the left picture by a command."""
    turn = yield from open_from_terminal(turn, left)
    return (yield from _add(turn, right, new_photo))


def _add(turn: Turn, right: str, new_photo: str) -> Solving:
    """Add a picture at the right of the one in front."""
    width = _width(turn)
    turn = yield from asked_for("Open Image as Layers", desk("hotkey", keys=["ctrl", "alt", "o"]))
    yield from choose(turn, right, "Open Image as Layers", over=True)
    turn = yield from gimp_action("edit layer attributes", "Layer Attributes")
    spins = list(turn[DESKTOP].find_all(role="spin button"))
    # Opacity, and below it where the layer lies.
    opacity = next((at for at, mark in enumerate(spins) if mark.label == "Opacity:"), None)
    if opacity is None or len(spins) < opacity + 3:
        raise LookupError("the attributes of the layer are not on the screen")
    yield desk("triple_click", element=number(spins[opacity + 1], "Offset X"))
    turn = yield desk("write_text", text=f"{width}\t0\t")
    turn = yield click(turn, "OK", role="button")
    yield from until_gone(turn, "Layer Attributes", desk("wait_for_window", app="GIMP"))
    yield from gimp_action("fit canvas to layers")
    yield from export(new_photo)
    return new_photo


def join_swapped(turn: Turn, left: str, right: str, new_photo: str) -> Solving:
    """Wrong: the right one at the left."""
    return (yield from join(turn, right, left, new_photo))


def _width(turn: Turn) -> int:
    """How wide the picture in front is, by the title of its window."""
    for title in titles(turn):
        found = re.search(r" (\d+)x\d+ . GIMP$", title)
        if found:
            return int(found[1])
    raise LookupError("no window of GIMP tells the size of its picture")
