"""Text files and folders of mixed files on the desktop, and the values that are drawn from them."""

from __future__ import annotations

import random
from pathlib import PurePosixPath
from typing import Any, Final

from crab_bench.values import NEW_PATH, at_start, new_path, show_path
from crab_core import Scene, ValueType

DESKTOP: Final = "ubuntu"
SHELVES: Final = ("Documents/Letters", "Documents/Lists", "Documents/Minutes")
"""Where the text files with something to read lie."""
EXTENSIONS: Final = ("txt", "md", "csv", "py", "log")
"""Those that every folder of mixed files has."""

_SUBJECTS: Final = ("garden", "boiler", "choir", "harbour", "bakery", "archive", "orchard", "workshop")
_KINDS: Final = ("note", "letter", "list")
_THINGS: Final = (
    "The spare key",
    "The fuse box",
    "The green ladder",
    "The new timetable",
    "The guest bicycle",
    "The water meter",
    "The old projector",
    "The paint for the fence",
)
_PLACES: Final = (
    "behind the third shelf",
    "under the wooden stairs",
    "in the cellar of number nine",
    "next to the blue door",
    "with the neighbour upstairs",
    "in the shed by the gate",
    "on top of the tall cupboard",
    "at the end of the corridor",
)
_SINCE: Final = ("since Monday", "until the autumn", "for the whole week", "from tomorrow on")
_FOLDERS: Final = ("Projects/Lantern", "Projects/Windmill", "Downloads/Handout", "Downloads/Survey")
_STEMS: Final = (
    "alpha",
    "bridge",
    "canvas",
    "dune",
    "echo",
    "field",
    "gable",
    "hinge",
    "island",
    "kettle",
    "ledger",
    "mantle",
)
_NEW_FOLDERS: Final = ("Basket", "Cabinet", "Drawer", "Envelope", "Folio", "Hamper", "Locker", "Parcel")
_NEW_PLACES: Final = ("Documents", "Downloads", "Projects")


def letters(chance: random.Random) -> dict[str, Any]:
    """Twelve files of one line each in three folders; their names come in pairs that are alike."""
    found = [f"{thing} is {place}" for thing in _THINGS for place in _PLACES]
    lines = (f"{line} {chance.choice(_SINCE)}" for line in chance.sample(found, 2 * 2 * len(SHELVES)))
    files: dict[str, Any] = {}
    subjects = chance.sample(_SUBJECTS, 2 * len(SHELVES))
    for number, shelf in enumerate(SHELVES):
        for subject in subjects[2 * number : 2 * number + 2]:
            kind, year = chance.choice(_KINDS), chance.randint(2019, 2024)
            for when in (year, year + 1):
                files[f"{shelf}/{subject}-{kind}-{when}.txt"] = f"{next(lines)}\n"
    return {"files": files}


def mixed_folders(chance: random.Random) -> dict[str, Any]:
    """Folders with two or three files of every extension, and names that only look like one of them."""
    files: dict[str, Any] = {}
    for folder in _FOLDERS:
        stems = chance.sample(_STEMS, 4)
        for extension in EXTENSIONS:
            for stem in chance.sample(stems, chance.randint(2, 3)):
                files[f"{folder}/{stem}.{extension}"] = f"{stem} {chance.randrange(10_000)}\n"
        odd = chance.choice(EXTENSIONS)
        files[f"{folder}/{stems[0]}-{odd}.bak"] = f"{stems[0]} {chance.randrange(10_000)}\n"
    return {"files": files}


def _files(scene: Scene) -> dict[str, Any]:
    files: dict[str, Any] = scene.world(DESKTOP).get("files", {})
    return files


def draw_letter(scene: Scene) -> str:
    """One of the text files that have something to read."""
    shelved = [path for path in _files(scene) if str(PurePosixPath(path).parent) in SHELVES]
    return scene.pick("letter", shelved)


def draw_clue(scene: Scene) -> str:
    """What one of the text files says first; no other one says that."""
    letter = draw_letter(scene)
    line = says(scene, letter)
    return next(line.removesuffix(f" {when}") for when in _SINCE if line.endswith(when))


def letter_saying(scene: Scene, words: str) -> str:
    """The text file that says this."""
    return next(path for path, text in _files(scene).items() if isinstance(text, str) and words in text)


def draw_directory(scene: Scene) -> str:
    """One of the folders of mixed files."""
    there = {str(PurePosixPath(path).parent) for path in _files(scene)}
    return scene.pick("directory", [folder for folder in _FOLDERS if folder in there])


def check_directory(scene: Scene, value: str) -> str:
    """Why a path is no folder with files."""
    there = {str(PurePosixPath(path).parent) for path in _files(scene)}
    return "" if value in there else "is no folder with files at the start"


def draw_new_directory(scene: Scene) -> str:
    """A path where nothing is yet."""
    there = {str(parent) for path in _files(scene) for parent in PurePosixPath(path).parents}
    paths = [f"{place}/{name}" for place in _NEW_PLACES for name in _NEW_FOLDERS]
    return scene.pick(NEW_PATH, [path for path in paths if path not in there])


def draw_extension(scene: Scene) -> str:
    """An extension that every folder of mixed files has."""
    return scene.chance.choice(EXTENSIONS)


def says(scene: Scene, file: str) -> str:
    """The line of a text file of the start world."""
    return str(_files(scene)[file]).strip()


TEXT_FILE: Final = ValueType(
    name="text_file",
    summary="A text file on the desktop.",
    parent="path",
    draw=draw_letter,
    show=show_path,
    check=at_start("txt"),
)
LETTER: Final = ValueType(
    name="letter",
    summary="A text file that says something from the start.",
    parent="text_file",
    draw=draw_letter,
    show=show_path,
    check=at_start("txt"),
)
FOLDER: Final = ValueType(name="folder", summary="A folder on the desktop.", parent="path", show=show_path)
DIRECTORY: Final = ValueType(
    name="directory",
    summary="A folder on the desktop that has files of several kinds.",
    parent="folder",
    draw=draw_directory,
    show=show_path,
    check=check_directory,
)
NEW_DIRECTORY: Final = ValueType(
    name="new_directory",
    summary="A path for a folder.",
    draw=draw_new_directory,
    show=show_path,
    check=new_path(""),
)
EXTENSION: Final = ValueType(
    name="extension", summary="How names of files end.", draw=draw_extension, show=".{}".format
)
CLUE: Final = ValueType(name="clue", summary="The first words of one text file.", draw=draw_clue)
