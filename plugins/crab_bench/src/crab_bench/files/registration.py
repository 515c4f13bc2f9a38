"""What this family of sub-tasks registers."""

from __future__ import annotations

from typing import Final

from crab_core import SubTaskSpec, ValueTypeSpec, WorldSpec

SUBTASKS: Final = [
    SubTaskSpec(name, summary, f"crab_bench.files.{module}:{name.upper()}")
    for module, name, summary in (
        ("templates", "write_in_vim", "Write a text file in Vim."),
        ("templates", "read_file", "Read a text file."),
        ("templates", "write_in_editor", "Write a text file in gedit."),
        ("templates", "write_document", "Write a document in Writer."),
        ("templates", "paste_into_writer", "Paste what was copied into a document."),
        ("templates", "paste_into_editor", "Paste what was copied into a text file."),
        ("templates", "append_line", "Add a line to a text file."),
        ("templates_folders", "make_folder", "Make a folder."),
        ("templates_folders", "copy_by_extension", "Copy all files of an extension."),
        ("templates_folders", "move_file", "Move a text file and give it another name."),
        ("templates_folders", "find_text_file", "Find the text file that says something."),
        ("templates_folders", "set_wallpaper", "Make a photo the wallpaper."),
    )
]
VALUE_TYPES: Final = [
    ValueTypeSpec(name, summary, f"crab_bench.files.world:{name.upper()}")
    for name, summary in (
        ("text_file", "A text file on the desktop."),
        ("letter", "A text file that says something from the start."),
        ("clue", "The first words of one text file."),
        ("folder", "A folder on the desktop."),
        ("directory", "A folder with files of several kinds."),
        ("new_directory", "A path for a folder."),
        ("extension", "How names of files end."),
    )
]
WORLDS: Final = [
    WorldSpec(
        "letters", "Text files in ~/Documents.", "crab_bench.files.world:letters", environment="ubuntu"
    ),
    WorldSpec(
        "mixed_folders",
        "Folders with files of several kinds.",
        "crab_bench.files.world:mixed_folders",
        environment="ubuntu",
    ),
]
