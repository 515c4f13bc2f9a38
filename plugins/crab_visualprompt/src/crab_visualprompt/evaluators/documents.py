"""Evaluators that look at documents and slides as they appear, whatever stands in their files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field

from crab_core import DefinitionError, Verdict, evaluator
from crab_visualprompt.evaluators.looking import (
    matcher_named,
    named,
    read_bytes,
    read_picture,
    reader_with,
    unseen_fails,
)
from crab_visualprompt.evaluators.parameters import Share, Some

if TYPE_CHECKING:
    from crab_visualprompt.evaluators.finding import Look
    from crab_visualprompt.evaluators.layout import Spot
    from crab_visualprompt.evaluators.looking import Device
    from crab_visualprompt.pixels import Pixels

Cell = Annotated[dict[Literal["text", "image"], Some], Field(min_length=1, max_length=1)]
"""A text, or a picture: its path, or its content as "data:;base64,…"."""
Rows = Annotated[
    list[Annotated[list[Cell], Field(min_length=1, max_length=6)]], Field(min_length=1, max_length=12)
]


@evaluator
@unseen_fails
def document_shows(
    env: Device,
    path: str,
    rows: Rows,
    page: Annotated[int, Field(ge=1)] = 1,
    arranged: bool = True,
    case: bool = True,
    at_least: Share = 0.9,
    colors: bool = True,
    engine: str = "rapidocr",
    matcher: str = "sift",
) -> Verdict:
    """A page of a document, or a slide, shows these texts and pictures, in these rows.

    It is judged as LibreOffice draws it, so that it does not matter how the document was made: a picture
    that is covered, cropped or beyond the page is not shown, and neither is white text on white ground.

    Args:
        path: A document, presentation, spreadsheet or PDF file.
        rows: From top to bottom, each a list from left to right of {"text": …} and {"image": …}; an image is
            a path, or its content as "data:;base64,…".
        page: From 1; hidden slides do not count.
        arranged: Whether they must lie in these rows; otherwise they may lie anywhere.
        case: Whether upper and lower case differ in texts.
        at_least: Share of each picture that must look the same.
        colors: Whether the colours and brightness of pictures must be the same.
        engine: What reads, as `crab list ocr-engines` names it.
        matcher: What finds pictures, as `crab list matchers` names it.
    """
    from crab_visualprompt.evaluators.finding import Look
    from crab_visualprompt.evaluators.layout import apart, laid_out
    from crab_visualprompt.evaluators.rendering import rendered

    if path.startswith("data:"):
        raise DefinitionError("document_shows looks at a file of the device: give its path.")
    shown = rendered(read_bytes(env, path), path, page)
    look = Look(matcher_named(matcher), at_least, colors)
    found: list[list[list[Spot]]] = []
    for row in rows:
        found.append([])
        for cell in row:
            if "text" in cell:
                spots = _text_spots(shown, cell["text"], case, engine)
                reason = f"{cell['text']!r} cannot be read there"
            else:
                spots, reason = _image_spots(env, shown, cell["image"], look)
            if not spots:
                return Verdict(False, f"page {page} of {path} does not show all: {reason}")
            found[-1].append(spots)
    what = ", ".join(_name(cell) for row in rows for cell in row)
    if not apart([spots for row in found for spots in row]):
        return Verdict(False, f"page {page} of {path} does not show each of these: {what}")
    if not arranged:
        return Verdict(True, f"page {page} of {path} shows {what}")
    if laid_out(found):
        return Verdict(True, f"page {page} of {path} shows {what} in {len(rows)} rows")
    places = "; ".join(
        f"{_name(cell)} at {' or '.join(f'({s.left:.0f}, {s.top:.0f})' for s in spots)}"
        for cells, row in zip(rows, found, strict=True)
        for cell, spots in zip(cells, row, strict=True)
    )
    return Verdict(False, f"page {page} of {path} shows all, but not in these rows: {places}")


def _text_spots(shown: Pixels, text: str, case: bool, engine: str) -> list[Spot]:
    from crab_visualprompt.evaluators.layout import Spot
    from crab_visualprompt.evaluators.words import find_text

    boxes = find_text(reader_with(engine).read(shown), text, case=case)
    return [Spot(box.x, box.y, box.x + box.width, box.y + box.height) for box in boxes]


def _image_spots(env: Device, shown: Pixels, image: str, look: Look) -> tuple[list[Spot], str]:
    from crab_visualprompt.evaluators.finding import find_all
    from crab_visualprompt.evaluators.layout import Spot

    found = find_all(read_picture(env, image), shown, look)
    if isinstance(found, str):
        return [], f"{named(image)}: {found}"
    return [Spot(one.left, one.top, one.right, one.bottom) for one in found], ""


def _name(cell: Cell) -> str:
    return repr(cell["text"]) if "text" in cell else named(cell["image"])


EVALUATORS: Final = (document_shows,)
