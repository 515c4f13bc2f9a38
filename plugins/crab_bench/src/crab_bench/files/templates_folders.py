"""Sub-tasks of files and folders: found, copied, moved and made."""

from __future__ import annotations

from typing import Final

from crab_bench.files import solving_folders as solving
from crab_bench.files.templates import the_path
from crab_bench.files.world import DESKTOP, EXTENSIONS, letter_saying
from crab_core import CheckpointGraph, Expression, May, Scene, SubTask
from crab_ubuntu.evaluators import (
    element_shown,
    file_absent,
    file_content,
    file_exists,
    files_copied,
    folder_count,
    recent_file,
    wallpaper,
    window_count,
)


def _made(path: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph({"the folder is there": file_exists(path, kind="folder")})


def _may_make(path: str, output: str) -> list[May]:  # noqa: ARG001
    return [May(f"files/{path}", kinds=("added",))]


def _copied(extension: str, source: str, target: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    only: Expression = files_copied(source, target, extension=extension)
    for other in EXTENSIONS:
        if other != extension:
            only &= folder_count(target, 0, extension=other)
    return CheckpointGraph.chain({"the folder is there": file_exists(target, kind="folder"), "copied": only})


def _moved(file: str, path: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    # Something that is not there at the start, in a file that was: both are asked for at once.
    there = file_content(path, r"\S", match="regex")
    return CheckpointGraph({"moved": there & file_absent(file)})


def _found(words: str, output: str) -> CheckpointGraph:
    shown = element_shown(value=words, match="contains", app="Gedit")
    return CheckpointGraph.chain(
        {"gedit is open": window_count(app="Gedit"), "the file is open": recent_file(output) & shown}
    )


def _set(photo: str) -> CheckpointGraph:
    return CheckpointGraph({"the photo is the wallpaper": wallpaper(photo, compare="either")})


def _target(scene: Scene, target: str, **others: str) -> str:  # noqa: ARG001
    return target


def _may_copy(extension: str, source: str, target: str, output: str) -> list[May]:  # noqa: ARG001
    places = (target, f"{target}/*.{extension}")
    return [May(f"files/{place}", kinds=("added",)) for place in places]


def _may_move(file: str, path: str, output: str) -> list[May]:  # noqa: ARG001
    return [May(f"files/{file}", kinds=("removed",)), May(f"files/{path}", kinds=("added",))]


def _may_set(photo: str) -> list[May]:  # noqa: ARG001
    return [May("settings/org/gnome/desktop/background/*"), May("settings/org/gnome/desktop/screensaver/*")]


MAKE_FOLDER: Final = SubTask(
    id="make_folder",
    environment=DESKTOP,
    description="On the desktop, make a new, empty folder {path}.",
    inputs={"path": "new_directory"},
    output="folder",
    result="the folder {path}",
    value=the_path,
    checkpoints=_made,
    solution=solving.folder_in_terminal,
    alternatives={"in Files": solving.folder_in_files},
    mutants={"in another place": solving.folder_elsewhere},
    steps=2,
    slack=1,
    may_change=_may_make,
    applications=("Terminal", "Files"),
)
COPY_BY_EXTENSION: Final = SubTask(
    id="copy_by_extension",
    environment=DESKTOP,
    description=(
        "On the desktop, make the folder {target} and copy all {extension} files, and no others, "
        "from {source} into it."
    ),
    inputs={"extension": "extension", "source": "directory", "target": "new_directory"},
    output="folder",
    result="the folder {target}",
    value=_target,
    checkpoints=_copied,
    # The long way is the reference, so that the step limit has room for it.
    solution=solving.copied_in_files,
    alternatives={"by a command": solving.copied_in_terminal},
    mutants={"files of all extensions": solving.everything_copied, "moved": solving.moved_instead},
    steps=13,
    may_change=_may_copy,
    applications=("Terminal", "Files"),
)
MOVE_FILE: Final = SubTask(
    id="move_file",
    environment=DESKTOP,
    description="On the desktop, move {file} and rename it, so that it is {path} afterwards.",
    inputs={"file": "letter", "path": "new_text_file"},
    output="text_file",
    result="the text file {path}",
    value=the_path,
    checkpoints=_moved,
    solution=solving.moved_in_files,
    alternatives={"by a command": solving.moved_in_terminal},
    mutants={"copied": solving.copied_instead},
    steps=12,
    may_change=_may_move,
    spoils=("read_file", "append_line", "find_text_file"),
    applications=("Terminal", "Files"),
)
FIND_TEXT_FILE: Final = SubTask(
    id="find_text_file",
    environment=DESKTOP,
    description=(
        "On the desktop, one of the text files in the folders of ~/Documents says {words}: "
        "find out which one it is, and open it in gedit."
    ),
    inputs={"words": "clue"},
    output="letter",
    result="the text file that says {words}",
    value=letter_saying,
    checkpoints=_found,
    solution=solving.found_in_terminal,
    alternatives={"by reading all": solving.found_by_reading},
    mutants={"another file": solving.other_file_opened},
    steps=5,
    slack=1,
    applications=("Terminal", "gedit"),
)
SET_WALLPAPER: Final = SubTask(
    id="set_wallpaper",
    environment=DESKTOP,
    description="On the desktop, make {photo} the wallpaper.",
    inputs={"photo": "picture"},
    checkpoints=_set,
    solution=solving.wallpaper_in_viewer,
    alternatives={"by a command": solving.wallpaper_by_command, "in Settings": solving.wallpaper_in_settings},
    mutants={"another picture": solving.other_wallpaper},
    steps=4,
    may_change=_may_set,
    applications=("Image Viewer", "Settings", "Terminal"),
)
