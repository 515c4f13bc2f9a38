"""Sub-tasks of texts: written, read and continued."""

from __future__ import annotations

import re
from typing import Final

from crab_bench.files import solving_texts as solving
from crab_bench.files.world import DESKTOP, says
from crab_core import CheckpointGraph, May, Scene, SubTask
from crab_ubuntu.evaluators import (
    element_shown,
    file_content,
    process_running,
    shell_history,
    terminal_text,
    window_count,
    window_title,
    writer_text,
)

# -- values --------------------------------------------------------------------------------------


def the_path(scene: Scene, path: str, **others: str) -> str:  # noqa: ARG001
    """What was saved to a path is what it gives."""
    return path


def the_file(scene: Scene, file: str, **others: str) -> str:  # noqa: ARG001
    """The file that was worked on is what it gives."""
    return file


def saved(path: str, **others: str) -> list[May]:  # noqa: ARG001
    """What comes of saving a new file."""
    return [May(f"files/{path}")]


def changed(file: str, **others: str) -> list[May]:  # noqa: ARG001
    """What comes of changing a file."""
    return [May(f"files/{file}", kinds=("changed",))]


def as_writer_has_it(content: str) -> str:
    """A text after Writer's own corrections: capital letters, curly quotes, longer dashes and dots."""
    loose = {"'": "['‘’]", '"': '["“”]', "-": "[-–—]+", ".": "[.…]+"}
    runs = re.findall(r"-+|\.{2,}|.", content.strip(), re.DOTALL)
    parts = [re.escape(run) if run == "." else loose.get(run[0], re.escape(run)) for run in runs]
    return rf"(?i)\A{''.join(parts)}\s*\Z"


# -- checkpoints ---------------------------------------------------------------------------------


def _vim(path: str, content: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    # Whoever lets Vim write and end with one command is known by that command.
    runs = process_running("vim") | shell_history(r"(^|[;&|/]\s*)vim?\s", match="regex")
    return CheckpointGraph.chain({"Vim runs": runs, "the file says it": file_content(path, content)})


def _gedit(path: str, content: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {"gedit is open": window_count(app="Gedit"), "the file says it": file_content(path, content)}
    )


def _writer(path: str, content: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {
            "Writer is open": window_title("LibreOffice Writer", match="contains"),
            "the document says it": writer_text(path, as_writer_has_it(content), match="regex"),
        }
    )


def _read(file: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    # Whatever shows the line: who has the file open already, from a step before, need not open it again.
    seen = (
        terminal_text(output)
        | element_shown(value=output, match="contains")
        | element_shown(name=output, match="contains")
    )
    return CheckpointGraph({"what the file says is shown": seen})


def _pasted_document(text: str, path: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {
            "Writer is open": window_title("LibreOffice Writer", match="contains"),
            "the document says it": writer_text(path, text, match="exact"),
        }
    )


def _pasted_text(text: str, path: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {
            "an editor is open": window_count(app="Gedit") | window_count(app="Geany"),
            "the file says it": file_content(path, text),
        }
    )


def _appended(file: str, content: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    # What stood there before stays, and the line is the last one.
    lines = rf"\A[^\n]*\S[^\n]*\n(.*\n)*{re.escape(content)}\n?\Z"
    return CheckpointGraph({"the line is the last": file_content(file, lines, match="regex")})


# -- sub-tasks -----------------------------------------------------------------------------------

WRITE_IN_VIM: Final = SubTask(
    id="write_in_vim",
    environment=DESKTOP,
    description=(
        "On the desktop, use Vim to write a new text file whose only line is {content}, "
        "and save it as {path}."
    ),
    inputs={"path": "new_text_file", "content": "content"},
    output="text_file",
    result="the text file {path}",
    value=the_path,
    checkpoints=_vim,
    solution=solving.vim_by_command,
    alternatives={"named when it is saved": solving.vim_by_name},
    mutants={
        "a word is missing": solving.vim_cut_short,
        "left without saving": solving.vim_not_saved,
        "written without Vim": solving.written_without_vim,
    },
    steps=5,
    slack=1,
    may_change=saved,
    applications=("Vim", "Terminal"),
)
READ_FILE: Final = SubTask(
    id="read_file",
    environment=DESKTOP,
    description="On the desktop, open {file} and read the line that it says.",
    inputs={"file": "letter"},
    output="message",
    result="the line in {file}",
    value=says,
    checkpoints=_read,
    solution=solving.read_in_terminal,
    alternatives={"in gedit": solving.read_in_gedit, "by double click": solving.read_by_double_click},
    mutants={"another file of the folder": solving.read_neighbour},
    steps=2,
    slack=1,
    applications=("Terminal", "gedit", "Files"),
)
WRITE_IN_EDITOR: Final = SubTask(
    id="write_in_editor",
    environment=DESKTOP,
    description=(
        "On the desktop, use the text editor gedit to write a new text file whose only line is {content}, "
        "and save it as {path}."
    ),
    inputs={"path": "new_text_file", "content": "content"},
    output="text_file",
    result="the text file {path}",
    value=the_path,
    checkpoints=_gedit,
    solution=solving.gedit_new,
    alternatives={"opened by a command": solving.gedit_by_command},
    mutants={"a word is missing": solving.gedit_cut_short, "not saved": solving.gedit_not_saved},
    steps=5,
    slack=1,
    may_change=saved,
    applications=("gedit",),
)
WRITE_DOCUMENT: Final = SubTask(
    id="write_document",
    environment=DESKTOP,
    description=(
        "On the desktop, use LibreOffice Writer to write a new document that says {content} and "
        "nothing else, and save it as {path}."
    ),
    inputs={"path": "new_document", "content": "content"},
    output="document",
    result="the document {path}",
    value=the_path,
    checkpoints=_writer,
    solution=solving.writer_new,
    alternatives={"saved before it is written": solving.writer_saved_first},
    mutants={"a word is missing": solving.writer_cut_short},
    steps=6,
    slack=1,
    may_change=saved,
    applications=("Writer",),
)
PASTE_INTO_WRITER: Final = SubTask(
    id="paste_into_writer",
    environment=DESKTOP,
    description=(
        "On the desktop, paste {text} into a new, empty document of LibreOffice Writer, "
        "and save it as {path}."
    ),
    inputs={"text": "copied_text", "path": "new_document"},
    output="document",
    result="the document {path}",
    value=the_path,
    checkpoints=_pasted_document,
    solution=solving.pasted_into_writer,
    alternatives={"saved before it is written": solving.pasted_into_saved},
    mutants={"something else is written": solving.empty_document},
    steps=6,
    slack=1,
    may_change=saved,
    applications=("Writer",),
)
PASTE_INTO_EDITOR: Final = SubTask(
    id="paste_into_editor",
    environment=DESKTOP,
    description=(
        "On the desktop, paste {text} into a new, empty file in gedit or Geany, and save it as {path}."
    ),
    inputs={"text": "copied_text", "path": "new_text_file"},
    output="text_file",
    result="the text file {path}",
    value=the_path,
    checkpoints=_pasted_text,
    solution=solving.pasted_into_gedit,
    alternatives={"in Geany": solving.pasted_into_geany},
    mutants={"something else is written": solving.typed_into_gedit},
    steps=5,
    slack=1,
    may_change=saved,
    applications=("gedit", "Geany"),
)
APPEND_LINE: Final = SubTask(
    id="append_line",
    environment=DESKTOP,
    description=(
        "On the desktop, add {content} to {file} as a new last line; what the file says "
        "already stays as it is."
    ),
    inputs={"file": "letter", "content": "content"},
    output="text_file",
    result="{file}",
    value=the_file,
    checkpoints=_appended,
    solution=solving.appended_in_terminal,
    alternatives={"in gedit": solving.appended_in_gedit},
    mutants={"overwritten": solving.overwritten},
    steps=4,
    slack=2,
    may_change=changed,
    spoils=("read_file",),
    applications=("Terminal", "gedit"),
)
