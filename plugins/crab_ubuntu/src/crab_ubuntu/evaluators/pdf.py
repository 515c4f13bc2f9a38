"""Evaluators that look at PDF files."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.office.looks import compare_text
from crab_ubuntu.evaluators.office.model import Box, Picture
from crab_ubuntu.evaluators.office.pictures import Arrangement, Compare, judge_pictures
from crab_ubuntu.evaluators.reading import UnreadableError, parsing, read_regular
from crab_ubuntu.evaluators.texts import Match

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

LARGEST: Final = 32 * 1024 * 1024
"""Bytes of a PDF file."""
POINT: Final = 2.54 / 72
"""Centimetres."""
EDGE: Final = 1024
"""Bytes at either end among which the marks of a PDF file stand (ISO 32000-1, annex H)."""
DEPTH: Final = 8
"""How deep forms may stand in each other."""
STILL: Final = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Matrix = tuple[float, float, float, float, float, float]
Field = Literal["title", "author", "subject", "keywords", "creator", "producer"]


@evaluator(env="ubuntu")
@boxed
def pdf_pages(path: str, count: int) -> Verdict:
    """A PDF file has so many pages.

    Args:
        path: From the home folder, such as "Documents/report.pdf", or absolute.
        count: How many.
    """
    reader = _open(path)
    with parsing(path, "a PDF file"):
        found = len(reader.pages)
    return Verdict(found == count, f"{path} has {found} pages{'' if found == count else f', not {count}'}")


@evaluator(env="ubuntu")
@boxed
def pdf_page_size(
    path: str,
    page: int = 1,
    width: float | None = None,
    height: float | None = None,
    orientation: Literal["portrait", "landscape", ""] = "",
    tolerance: float = 0.1,
) -> Verdict:
    """A page of a PDF file has this size, in centimetres, or this orientation.

    Args:
        path: From the home folder or absolute.
        page: 1 is the first, -1 the last.
        width: Of the page as it is shown; A4 is 21.0 by 29.7.
        height: Of the page.
        orientation: "portrait" or "landscape".
        tolerance: What lengths may differ.

    Raises:
        DefinitionError: Nothing was described.
    """
    if width is None and height is None and not orientation:
        raise DefinitionError("pdf_page_size needs width, height or orientation.")
    reader = _open(path)
    with parsing(path, "a PDF file"):
        found = _size(_page(path, reader, page))
    turned = "landscape" if found[0] > found[1] else "portrait"
    passed = (
        (width is None or abs(found[0] - width) <= tolerance)
        and (height is None or abs(found[1] - height) <= tolerance)
        and orientation in {"", turned}
    )
    return Verdict(passed, f"page {page} of {path} is {found[0]:.1f} by {found[1]:.1f} cm, {turned}")


@evaluator(env="ubuntu")
@boxed
def pdf_text(
    path: str, text: str, match: Match = "contains", case: bool = True, page: int | None = None
) -> Verdict:
    """A PDF file says this; line breaks and other white space count as one space.

    Args:
        path: From the home folder or absolute.
        text: The text.
        match: "contains" looks for it, "exact" compares everything, "regex" looks for an expression.
        case: Whether upper and lower case differ.
        page: Look on this page only: 1 is the first, -1 the last.
    """
    reader = _open(path)
    with parsing(path, "a PDF file"):
        pages = [_page(path, reader, page)] if page is not None else list(reader.pages)
        said = " ".join(one.extract_text() for one in pages)
    what = f"page {page} of {path}" if page is not None else path
    wanted = text if match == "regex" else _spaced(text)
    return compare_text(what, _spaced(said), wanted, match, case)


@evaluator(env="ubuntu")
@boxed
def pdf_images(
    path: str,
    page: int | None = None,
    images: list[str] | None = None,
    count: int | None = None,
    arrangement: Arrangement = "any",
    compare: Compare = "scaled",
    tolerance: float = 6,
) -> Verdict:
    """A PDF file, or one page of it, shows these images, or so many, side by side or one above the other.

    Args:
        path: From the home folder or absolute.
        page: 1 is the first, -1 the last; all pages when left out.
        images: Each a path or "data:;base64,…"; what is in the home the agent can change, so give data where
            that matters.
        count: How many images there are altogether.
        arrangement: "any", "in_order" (in which they are drawn), "left_to_right" (side by side) or
            "top_to_bottom".
        compare: "scaled" is the same image at any resolution, also after the compression that applications
            use when they export; "pixels" wants the same size and pixels.
        tolerance: 0 to 255: what pixels may differ.

    Raises:
        DefinitionError: Nothing was described.
    """
    reader = _open(path)
    pictures: list[Picture] = []
    with parsing(path, "a PDF file"):
        pages = [_page(path, reader, page)] if page is not None else list(reader.pages)
        below = 0.0
        for one in pages:
            pictures += _pictures(one, below)
            below += _size(one)[1]
    return judge_pictures(
        f"page {page} of {path}" if page is not None else path,
        pictures,
        images=images or [],
        count=count,
        arrangement=arrangement,
        compare=compare,
        tolerance=tolerance,
    )


@evaluator(env="ubuntu")
@boxed
def pdf_metadata(path: str, field: Field, value: str, match: Match = "exact") -> Verdict:
    """The properties of a PDF file say this.

    Args:
        path: From the home folder or absolute.
        field: "title", "author", "subject", "keywords", "creator" (the application) or "producer".
        value: The text.
        match: How it is compared.
    """
    reader = _open(path)
    with parsing(path, "a PDF file"):
        known = reader.metadata
        found = str(known.get(f"/{field.capitalize()}", "")) if known is not None else ""
    return compare_text(f"the {field} of {path}", found, value, match, True)


def _open(path: str) -> PdfReader:
    """Read a file whose both ends are there: libraries mend what is cut off, and would judge a piece.

    Raises:
        UnreadableError: It is missing, something else, broken, cut off or protected by a password.
    """
    from pypdf import PdfReader

    data = read_regular(path, LARGEST)
    if not data:
        raise UnreadableError("is empty", path)
    if b"%PDF-" not in data[:EDGE]:
        raise UnreadableError("is no PDF file", path)
    if b"%%EOF" not in data[-EDGE:] or b"startxref" not in data[-EDGE:]:
        raise UnreadableError("is a PDF file without its end", path)
    with parsing(path, "a PDF file"):
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted:
            raise UnreadableError("is protected by a password", path)
        if not len(reader.pages):
            raise UnreadableError("has no pages", path)
        return reader


def _page(path: str, reader: PdfReader, number: int) -> PageObject:
    if number == 0:
        raise DefinitionError("There is no page 0.", advice="1 is the first, -1 the last.")
    pages = reader.pages
    index = number - 1 if number > 0 else len(pages) + number
    if not 0 <= index < len(pages):
        raise UnreadableError(f"has {len(pages)} pages, no page {number}", path)
    return pages[index]


def _size(page: PageObject) -> tuple[float, float]:
    """Width and height as they are shown, in centimetres."""
    width, height = float(page.mediabox.width) * POINT, float(page.mediabox.height) * POINT
    return (height, width) if page.rotation % 180 else (width, height)


def _spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _pictures(page: PageObject, below: float) -> Iterator[Picture]:
    """What images the content draws, and where: in centimetres from the top left, lower by `below`."""
    left, top = float(page.mediabox.left), float(page.mediabox.top)
    for key, matrix in _drawn(page, page, page.pdf, STILL, ()):
        a, b, c, d, e, f = matrix
        box = Box(
            (e + min(a, 0) - left) * POINT,
            (top - f - max(d, 0)) * POINT + below,
            abs(a) * POINT,
            abs(d) * POINT,
        )
        slanted = abs(b) + abs(c) > 0.01 * (abs(a) + abs(d))
        altered = "rotated" if slanted or (a < 0 and d < 0) else "mirrored" if a < 0 or d < 0 else ""
        yield Picture(box, decode=_Decoder(page, key), altered=altered)


class _Decoder:
    """Decodes an image of a page when it is asked to."""

    def __init__(self, page: PageObject, key: Sequence[str]) -> None:
        self._page = page
        self._key = list(key)

    def __call__(self) -> Any:
        found = self._page.images[self._key[0] if len(self._key) == 1 else self._key]
        if found.image is None:
            raise ValueError("pypdf does not decode it")
        return found.image


def _drawn(
    holder: Any, stream: Any, reader: Any, base: Matrix, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Matrix]]:
    """Names of the images that a content stream draws, those of forms in it too, with their matrices."""
    from pypdf.generic import ContentStream

    content = stream.get_contents() if not path else ContentStream(stream, reader)
    resources = holder.get("/Resources")
    resources = resources.get_object() if resources is not None else {}
    things = resources.get("/XObject", {})
    things = things.get_object() if hasattr(things, "get_object") else things
    matrix, kept = base, list[Matrix]()
    for operands, operator in content.operations if content is not None else ():
        if operator == b"q":
            kept.append(matrix)
        elif operator == b"Q" and kept:
            matrix = kept.pop()
        elif operator == b"cm" and len(operands) == 6:
            matrix = _times(_numbers(operands), matrix)
        elif operator == b"Do" and operands and operands[0] in things:
            thing = things[operands[0]].get_object()
            inner = (*path, str(operands[0]))
            if thing.get("/Subtype") == "/Image":
                yield inner, matrix
            elif thing.get("/Subtype") == "/Form" and len(path) < DEPTH:
                own = thing.get("/Matrix")
                placed = _times(_numbers(own), matrix) if own is not None else matrix
                yield from _drawn(thing, thing, reader, placed, inner)


def _numbers(operands: Sequence[Any]) -> Matrix:
    a, b, c, d, e, f = (float(number) for number in operands)
    return a, b, c, d, e, f


def _times(first: Matrix, second: Matrix) -> Matrix:
    """The matrix that applies `first`, then `second` (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


EVALUATORS = (pdf_pages, pdf_page_size, pdf_text, pdf_images, pdf_metadata)
