"""The value types that all families share, as registered."""

from __future__ import annotations

from typing import Final

from crab_core import ValueTypeSpec

VALUE_TYPES: Final = [
    ValueTypeSpec(name, summary, f"crab_bench.values:{name.upper()}")
    for name, summary in (
        ("content", "A line of text to write down."),
        ("message", "What a file or a message says."),
        ("date", "A day."),
        ("path", "A file or folder on the desktop."),
        ("new_text_file", "A path for a text file."),
        ("new_photo", "A path for a picture."),
        ("new_document", "A path for a text document."),
        ("new_spreadsheet", "A path for a spreadsheet."),
        ("new_pdf", "A path for a PDF file."),
        ("document", "A text document on the desktop."),
        ("spreadsheet", "A spreadsheet on the desktop."),
        ("pdf", "A PDF file on the desktop."),
    )
]
