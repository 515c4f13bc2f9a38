"""Solutions: files and folders found, copied, moved and made."""

from __future__ import annotations

from crab_bench.files.solving import (
    base,
    command,
    go_to,
    in_front,
    open_in_files,
    open_in_gedit,
    parent,
    quoted,
    ran,
    told_by_terminal,
    told_to_dialog,
)
from crab_bench.hands import DESKTOP, awaited, chooser, click, desk, number, opened
from crab_core import Mark, Solving, Turn


def _item(turn: Turn, name: str) -> int:
    """The number of a file or folder that Files shows."""
    marks: list[Mark] = [m for m in turn[DESKTOP].elements if m.label == name and m.role != "button"]
    return number(marks[-1] if marks else None, name)


# -- folders -------------------------------------------------------------------------------------


def folder_in_terminal(turn: Turn, path: str) -> Solving:
    """A folder made by a command."""
    yield from command(turn, f"mkdir {quoted(path)}")
    return path


def folder_in_files(turn: Turn, path: str) -> Solving:
    """A folder made in Files."""
    yield from open_in_files(turn, parent(path))
    turn = yield desk("hotkey", keys=["ctrl", "shift", "n"])
    yield from told_to_dialog(turn, "New Folder", base(path))
    return path


def folder_elsewhere(turn: Turn, path: str) -> Solving:
    """Wrong: the folder is made in the home."""
    yield from command(turn, f"mkdir ~/{base(path)}")
    return path


# -- copying by extension ------------------------------------------------------------------------


def copied_in_terminal(turn: Turn, extension: str, source: str, target: str) -> Solving:
    """The folder made and the files copied by commands."""
    line = f"mkdir {quoted(target)} && cp {quoted(source)}/*.{extension} {quoted(target)}"
    yield from command(turn, line)
    return target


def copied_in_files(turn: Turn, extension: str, source: str, target: str) -> Solving:
    """The files selected by a pattern in Files, and pasted into a folder made there."""
    yield from open_in_files(turn, source)
    turn = yield desk("hotkey", keys=["ctrl", "s"])
    yield from told_to_dialog(turn, "Select Items Matching", f"*.{extension}")
    yield desk("hotkey", keys=["ctrl", "c"])
    yield from go_to(parent(target))
    turn = yield desk("hotkey", keys=["ctrl", "shift", "n"])
    yield from told_to_dialog(turn, "New Folder", base(target))
    yield from go_to(target)
    yield desk("hotkey", keys=["ctrl", "v"])
    return target


def everything_copied(turn: Turn, extension: str, source: str, target: str) -> Solving:  # noqa: ARG001
    """Wrong: the files of all extensions are copied."""
    yield from command(turn, f"mkdir {quoted(target)} && cp {quoted(source)}/* {quoted(target)}")
    return target


def moved_instead(turn: Turn, extension: str, source: str, target: str) -> Solving:
    """Wrong: the files are moved."""
    line = f"mkdir {quoted(target)} && mv {quoted(source)}/*.{extension} {quoted(target)}"
    yield from command(turn, line)
    return target


# -- moving --------------------------------------------------------------------------------------


def moved_in_terminal(turn: Turn, file: str, path: str) -> Solving:
    """The file moved by a command."""
    yield from command(turn, f"mv {quoted(file)} {quoted(path)}")
    return path


def moved_in_files(turn: Turn, file: str, path: str) -> Solving:
    """The file cut and pasted in Files, and renamed there."""
    turn = yield from open_in_files(turn, parent(file))
    turn = yield from awaited(turn, base(file))
    turn = yield desk("click", element=_item(turn, base(file)))
    yield desk("hotkey", keys=["ctrl", "x"])
    yield from go_to(parent(path))
    turn = yield desk("hotkey", keys=["ctrl", "v"])
    turn = yield from awaited(turn, base(file))
    turn = yield desk("click", element=_item(turn, base(file)))
    yield desk("press", key="f2")
    yield desk("hotkey", keys=["ctrl", "a"])
    yield desk("write_text", text=f"{base(path)}\n")
    return path


def copied_instead(turn: Turn, file: str, path: str) -> Solving:
    """Wrong: the file stays where it was as well."""
    yield from command(turn, f"cp {quoted(file)} {quoted(path)}")
    return path


# -- finding -------------------------------------------------------------------------------------


def found_in_terminal(turn: Turn, words: str) -> Solving:
    """The file found by a command that looks into all, and opened in gedit."""
    turn = yield from ran(turn, f"clear; cd ~; grep -rlF '{words}' Documents")
    found = told_by_terminal(turn)
    yield from open_in_gedit(turn, found)
    return found


def found_by_reading(turn: Turn, words: str) -> Solving:
    """All files printed, each line with its file's name, and the right one opened from the terminal."""
    turn = yield from ran(turn, "clear; cd ~; for f in Documents/*/*.txt; do echo $f; cat $f; done")
    shown = in_front(turn, "terminal")
    number(shown, "the terminal")
    assert shown is not None
    said = " ".join(shown.value.split())
    if words not in said:
        raise LookupError(f"no file says {words}")
    before = said.partition(words)[0]
    found = before.rpartition(".txt")[0].rpartition(" ")[2] + ".txt"
    turn = yield desk("write_text", text=f"gedit {found} 2> /dev/null &\n")
    yield desk("wait_for_window", title=base(found), seconds=30)
    return found


def other_file_opened(turn: Turn, words: str) -> Solving:
    """Wrong: a file that does not say it is opened."""
    turn = yield from ran(turn, f"clear; cd ~; grep -rLF '{words}' Documents | sort | head -n 1")
    found = told_by_terminal(turn)
    yield from open_in_gedit(turn, found)
    return found


# -- the wallpaper -------------------------------------------------------------------------------


def wallpaper_in_viewer(turn: Turn, photo: str) -> Solving:
    """The picture opened in Image Viewer, which makes it the wallpaper."""
    yield from opened(turn, "Image Viewer")
    turn = yield desk("hotkey", keys=["ctrl", "o"])
    yield from chooser(turn)
    yield desk("write_text", text=f"~/{photo}\n")
    yield desk("hotkey", keys=["ctrl", "f8"])
    return None


def wallpaper_in_settings(turn: Turn, photo: str) -> Solving:
    """The picture added in Settings, and chosen there."""
    turn = yield from opened(turn, "Settings")
    turn = yield from awaited(turn, "Appearance", "list item")
    turn = yield click(turn, "Appearance", role="list item")
    turn = yield from awaited(turn, "Add Picture…")
    turn = yield click(turn, "Add Picture…")
    yield from chooser(turn)
    yield desk("write_text", text=f"~/{photo}\n")
    yield desk("press", key="tab")
    yield desk("press", key="space")
    return None


def wallpaper_by_command(turn: Turn, photo: str) -> Solving:
    """The setting changed by a command."""
    setting = "gsettings set org.gnome.desktop.background picture-uri"
    yield from command(turn, f'{setting} "file://$HOME/{photo}"')
    return None


def other_wallpaper(turn: Turn, photo: str) -> Solving:
    """Wrong: another picture of the folder becomes the wallpaper."""
    others = f"ls ~/{parent(photo)}/* | grep -v {base(photo)} | head -n 1"
    line = f'gsettings set org.gnome.desktop.background picture-uri "file://$({others})"'
    yield from command(turn, line)
    return None
