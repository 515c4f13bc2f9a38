"""Solutions: texts written, read and continued."""

from __future__ import annotations

from crab_bench.files.solving import (
    base,
    command,
    in_front,
    new_in_gedit,
    new_in_writer,
    open_in_files,
    open_in_gedit,
    parent,
    quoted,
    ran,
    save_as,
    save_document,
    shortened,
    terminal,
    title,
    told_by_terminal,
)
from crab_bench.hands import DESKTOP, PATIENCE, Doing, awaited, desk, number, opened
from crab_core import ROOT, ActionCall, Solving, Turn

# -- Vim -----------------------------------------------------------------------------------------


def _in_vim(turn: Turn) -> Doing:
    """Wait until Vim shows itself, by the marks below the last line of a text."""
    for _ in range(PATIENCE):
        shown = in_front(turn, "terminal")
        if shown is not None and "~" in map(str.strip, shown.value.splitlines()):
            break
        turn = yield ActionCall(ROOT, "wait")
    return turn


def vim_by_command(turn: Turn, path: str, content: str) -> Solving:
    """Vim started in the terminal with the file's name."""
    turn = yield from command(turn, f"vim {quoted(path)}")
    yield from _in_vim(turn)
    yield desk("write_text", text=f"i{content}")
    yield desk("press", key="esc")
    yield desk("write_text", text=":wq\n")
    return path


def vim_by_name(turn: Turn, path: str, content: str) -> Solving:
    """Vim found among the applications; the file is named when it is saved."""
    turn = yield from opened(turn, "Vim")
    yield from _in_vim(turn)
    yield desk("write_text", text=f"i{content}")
    yield desk("press", key="esc")
    yield desk("write_text", text=f":w ~/{path}\n")
    yield desk("write_text", text=":q\n")
    return path


def vim_cut_short(turn: Turn, path: str, content: str) -> Solving:
    """Wrong: the last word is missing."""
    return (yield from vim_by_command(turn, path, shortened(content)))


def vim_not_saved(turn: Turn, path: str, content: str) -> Solving:
    """Wrong: Vim is left without saving."""
    turn = yield from command(turn, f"vim {quoted(path)}")
    yield from _in_vim(turn)
    yield desk("write_text", text=f"i{content}")
    yield desk("press", key="esc")
    yield desk("write_text", text=":q!\n")
    return path


def written_without_vim(turn: Turn, path: str, content: str) -> Solving:
    """Wrong: the file is right, and no Vim was there."""
    turn = yield from command(turn, f"cat > {quoted(path)}")
    yield desk("write_text", text=f"{content}\n")
    yield desk("hotkey", keys=["ctrl", "d"])
    return path


# -- reading -------------------------------------------------------------------------------------


def read_in_terminal(turn: Turn, file: str) -> Solving:
    """The file printed in the terminal."""
    turn = yield from ran(turn, f"clear; cat {quoted(file)}")
    return told_by_terminal(turn)


def read_in_gedit(turn: Turn, file: str) -> Solving:
    """The file opened in gedit by its path."""
    turn = yield from open_in_gedit(turn, file)
    return _shown_text(turn)


def read_by_double_click(turn: Turn, file: str) -> Solving:
    """The file found in Files, and opened there."""
    turn = yield from open_in_files(turn, parent(file))
    turn = yield from awaited(turn, base(file))
    item = next((m for m in turn[DESKTOP].elements if m.label == base(file)), None)
    turn = yield desk("double_click", element=number(item, base(file)))
    return _shown_text(turn)


def read_neighbour(turn: Turn, file: str) -> Solving:
    """Wrong: it reads another file of the same folder."""
    others = f"ls {quoted(parent(file))}/*.txt | grep -v {base(file)} | head -n 1"
    turn = yield from ran(turn, f'clear; cat "$({others})"')
    return told_by_terminal(turn)


def _shown_text(turn: Turn) -> str:
    shown = in_front(turn, "text field")
    number(shown, "the text")
    assert shown is not None
    return shown.value.strip()


# -- gedit ---------------------------------------------------------------------------------------


def gedit_new(turn: Turn, path: str, content: str) -> Solving:
    """A new text, saved to the path."""
    turn = yield from new_in_gedit(turn)
    turn = yield desk("write_text", text=content)
    yield from save_as(turn, path)
    return path


def gedit_by_command(turn: Turn, path: str, content: str) -> Solving:
    """The terminal opens gedit on a file that is not there yet."""
    turn = yield from command(turn, f"gedit {quoted(path)} 2> /dev/null &")
    turn = yield desk("wait_for_window", title=base(path), seconds=30)
    yield desk("write_text", text=content)
    yield desk("hotkey", keys=["ctrl", "s"])
    return path


def gedit_cut_short(turn: Turn, path: str, content: str) -> Solving:
    """Wrong: the last word is missing."""
    return (yield from gedit_new(turn, path, shortened(content)))


def gedit_not_saved(turn: Turn, path: str, content: str) -> Solving:
    """Wrong: the text stands in gedit, and in no file."""
    yield from new_in_gedit(turn)
    yield desk("write_text", text=content)
    return path


# -- Writer --------------------------------------------------------------------------------------


def writer_new(turn: Turn, path: str, content: str) -> Solving:
    """A new document with the text, saved to the path."""
    turn = yield from new_in_writer(turn)
    turn = yield desk("write_text", text=content)
    yield from save_document(turn, path)
    return path


def writer_saved_first(turn: Turn, path: str, content: str) -> Solving:
    """The document is saved while it is empty, and again with its text."""
    turn = yield from new_in_writer(turn)
    turn = yield from save_document(turn, path)
    yield desk("write_text", text=content)
    yield desk("hotkey", keys=["ctrl", "s"])
    return path


def writer_cut_short(turn: Turn, path: str, content: str) -> Solving:
    """Wrong: the last word is missing."""
    return (yield from writer_new(turn, path, shortened(content)))


# -- what was copied -----------------------------------------------------------------------------


def pasted_into_writer(turn: Turn, text: str, path: str) -> Solving:  # noqa: ARG001 - it is on the clipboard
    """The clipboard pasted into a new document."""
    turn = yield from new_in_writer(turn)
    turn = yield desk("hotkey", keys=["ctrl", "v"])
    yield from save_document(turn, path)
    return path


def pasted_into_saved(turn: Turn, text: str, path: str) -> Solving:  # noqa: ARG001
    """The document is saved while it is empty, and again with what was pasted."""
    turn = yield from new_in_writer(turn)
    turn = yield from save_document(turn, path)
    yield desk("paste")
    yield desk("hotkey", keys=["ctrl", "s"])
    return path


def empty_document(turn: Turn, text: str, path: str) -> Solving:  # noqa: ARG001
    """Wrong: nothing was pasted."""
    turn = yield from new_in_writer(turn)
    turn = yield desk("write_text", text="Paste here")
    yield from save_document(turn, path)
    return path


def pasted_into_gedit(turn: Turn, text: str, path: str) -> Solving:  # noqa: ARG001
    """The clipboard pasted into a new text of gedit."""
    turn = yield from new_in_gedit(turn)
    turn = yield desk("hotkey", keys=["ctrl", "v"])
    yield from save_as(turn, path)
    return path


def pasted_into_geany(turn: Turn, text: str, path: str) -> Solving:  # noqa: ARG001
    """The clipboard pasted into a new text of Geany."""
    turn = yield from opened(turn, "Geany")
    if not title(turn).startswith("untitled"):
        turn = yield desk("hotkey", keys=["ctrl", "n"])
    turn = yield desk("paste")
    turn = yield desk("hotkey", keys=["ctrl", "s"])
    yield from _save_in_geany(turn, path)
    return path


def _save_in_geany(turn: Turn, path: str) -> Solving:  # noqa: ARG001
    yield desk("hotkey", keys=["ctrl", "a"])
    yield desk("write_text", text=f"~/{path}\n")
    return None


def typed_into_gedit(turn: Turn, text: str, path: str) -> Solving:  # noqa: ARG001
    """Wrong: what was copied is not pasted."""
    turn = yield from new_in_gedit(turn)
    turn = yield desk("write_text", text="Paste here")
    yield from save_as(turn, path)
    return path


# -- a line more ---------------------------------------------------------------------------------


def appended_in_gedit(turn: Turn, file: str, content: str) -> Solving:
    """The line written below the others in gedit."""
    turn = yield from open_in_gedit(turn, file)
    turn = yield desk("hotkey", keys=["ctrl", "end"])
    shown = in_front(turn, "text field")
    new_line = "" if shown is not None and shown.value.endswith("\n") else "\n"
    yield desk("write_text", text=f"{new_line}{content}")
    yield desk("hotkey", keys=["ctrl", "s"])
    return file


def appended_in_terminal(turn: Turn, file: str, content: str) -> Solving:
    """The line typed into the terminal, which adds it to the file."""
    turn = yield from terminal(turn)
    turn = yield desk("write_text", text=f"cat >> {quoted(file)}\n")
    turn = yield desk("write_text", text=f"{content}\n")
    yield desk("hotkey", keys=["ctrl", "d"])
    return file


def overwritten(turn: Turn, file: str, content: str) -> Solving:
    """Wrong: the line takes the place of what was there."""
    turn = yield from command(turn, f"cat > {quoted(file)}")
    turn = yield desk("write_text", text=f"{content}\n")
    yield desk("hotkey", keys=["ctrl", "d"])
    return file
