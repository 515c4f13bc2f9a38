"""Desktop: notes become a document and a PDF file, which are packed together."""

from __future__ import annotations

import random
from functools import partial
from typing import Final

from crab_bench.byhand import solving_report as solving
from crab_bench.byhand.drawn import lines, phrases
from crab_core import CheckpointGraph, Limits, May, Task
from crab_ubuntu.evaluators import (
    archive_content,
    archive_contents,
    file_exists,
    folder_bookmarked,
    pdf_text,
    writer_paragraph,
)

DESCRIPTION: Final = (
    "The file ~/Documents/{notes} on the desktop has three lines: a title and two paragraphs. Make the "
    "new folder "
    "~/Documents/{folder}. With LibreOffice Writer, make a document of the three lines, the title in the "
    "paragraph "
    "style Heading 1 and below it the two paragraphs without any empty ones, and save it there as "
    "{name}.odt. "
    "Export it as PDF into the same folder as {name}.pdf. Pack the two files, without their folder, into "
    "the archive "
    "~/Documents/{name}.tar.gz. Bookmark the new folder in Files. Then complete."
)
_FOLDERS: Final = ("Report", "Handout", "Minutes", "Dossier", "Bulletin")
_TITLES: Final = ("The {} {}", "About a {} {}", "News of the {} {}", "What became of the {} {}")


def report_package(seed: int) -> Task:
    """Draw the notes, how everything is called, and other notes."""
    chance = random.Random(seed)
    pairs = phrases(chance, 3)
    title, *wrong = (
        wording.format(*pair) for wording, pair in zip(chance.sample(_TITLES, k=3), pairs, strict=True)
    )
    sentences = [f"{line}." for line in lines(chance, 12)]
    texts = [
        [one, " ".join(sentences[4 * n : 4 * n + 2]), " ".join(sentences[4 * n + 2 : 4 * n + 4])]
        for n, one in enumerate((title, *wrong))
    ]
    numbers = chance.sample(range(10, 100), k=3)
    notes = [f"notes-{number}.txt" for number in numbers]
    folder = chance.choice(_FOLDERS)
    name = "-".join(pairs[0])
    here, archive = f"Documents/{folder}", f"Documents/{name}.tar.gz"
    odt, pdf = f"{here}/{name}.odt", f"{here}/{name}.pdf"
    heading, first, second = texts[0]
    nodes = {
        "folder made": file_exists(path=here, kind="folder"),
        "document saved": file_exists(path=odt, kind="file"),
        "title is a heading": writer_paragraph(path=odt, paragraph=1, text=heading, heading=1),
        "first paragraph": writer_paragraph(path=odt, paragraph=2, text=first),
        "second paragraph": writer_paragraph(path=odt, paragraph=3, text=second),
        "PDF says the same": pdf_text(path=pdf, text=f"{heading} {first} {second}", match="contains"),
        "both packed": archive_contents(path=archive, names=[f"{name}.odt", f"{name}.pdf"]),
        "packed as they are": archive_content(path=archive, member=f"{name}.odt", reference=odt)
        & archive_content(path=archive, member=f"{name}.pdf", reference=pdf),
        "folder bookmarked": folder_bookmarked(path=here),
    }
    edges = [
        ("folder made", "document saved"),
        ("document saved", "title is a heading"),
        ("document saved", "first paragraph"),
        ("document saved", "second paragraph"),
        ("title is a heading", "PDF says the same"),
        ("first paragraph", "PDF says the same"),
        ("second paragraph", "PDF says the same"),
        ("PDF says the same", "both packed"),
        ("both packed", "packed as they are"),
        ("folder made", "folder bookmarked"),
    ]
    given = partial(partial, folder=folder, name=name)
    return Task(
        id="report_package",
        description=DESCRIPTION.format(notes=notes[0], folder=folder, name=name),
        worlds={
            "ubuntu": {
                "applications": ["writer", "files"],
                "files": {
                    f"Documents/{file}": "\n".join(text) + "\n"
                    for file, text in sorted(zip(notes, texts, strict=True))
                },
            }
        },
        graph=CheckpointGraph(nodes, edges),
        limits=Limits(steps=2 * 14),
        solution=given(solving.solve, notes=notes[0]),
        alternatives={"exported in Writer": given(solving.solve_in_writer, notes=notes[0])},
        mutants={
            "other notes": given(solving.solve, notes=notes[1]),
            "title without its style": given(solving.solve_plain_title, notes=notes[0]),
            "packed with the folder": given(solving.solve_with_folder, notes=notes[0]),
        },
        may_change={
            "ubuntu": [
                May(f"files/{here}", kinds=("added",)),
                May(f"files/{odt}", kinds=("added",)),
                May(f"files/{pdf}", kinds=("added",)),
                May(f"files/{archive}", kinds=("added",)),
            ]
        },
        applications={"ubuntu": ("Writer", "Files", "Terminal")},
    )
