"""Evaluators that look at text documents: .odt and .docx, as LibreOffice Writer and others save them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeVar

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.office.looks import WantedLook, compare_text, judge_look
from crab_ubuntu.evaluators.office.model import Alignment, ListKind, Paragraph
from crab_ubuntu.evaluators.office.pictures import Arrangement, Compare, judge_pictures
from crab_ubuntu.evaluators.office.textdocument import TextDocument, read_text_document
from crab_ubuntu.evaluators.reading import short
from crab_ubuntu.evaluators.texts import Match

_T = TypeVar("_T")

SAME_STYLES: Final = (
    {"standard", "normal", "default paragraph style"},
    {"text body", "body text"},
    {"quotations", "quote", "block text"},
)
"""Styles that the formats call differently."""


@evaluator(env="ubuntu")
@boxed
def writer_text(path: str, text: str, match: Match = "contains", case: bool = True) -> Verdict:
    """A text document (.odt, .docx) says this.

    Args:
        path: From the home folder, such as "Documents/letter.odt", or absolute.
        text: The text. Paragraphs are lines; a table's row is a line with tabs between its cells.
        match: "contains" looks for it anywhere, "exact" compares the whole document, empty lines at its end
            aside, "regex" looks for a regular expression.
        case: Whether upper and lower case differ.
    """
    return compare_text(path, read_text_document(path).text, text, match, case)


@evaluator(env="ubuntu")
@boxed
def writer_paragraph(
    path: str,
    paragraph: int,
    text: str | None = None,
    match: Match = "exact",
    case: bool = True,
    style: str = "",
    heading: int | None = None,
    alignment: Alignment | Literal[""] = "",
    list_kind: ListKind | Literal[""] = "",
) -> Verdict:
    """A paragraph of a text document has this text, style, heading level, alignment or list label.

    Args:
        path: From the home folder or absolute.
        paragraph: 1 is the first, -1 the last; empty paragraphs and those in tables are not counted.
        text: Its text.
        match: How the text is compared.
        case: Whether upper and lower case differ.
        style: Name of its paragraph style, such as "Heading 1", "Title" or "Text Body".
        heading: Its level, 1 for the highest; 0 for no heading.
        alignment: "left", "center", "right" or "justify".
        list_kind: "bullet", "number", or "none" for no list.

    Raises:
        DefinitionError: Nothing was described.
    """
    if text is None and not style and heading is None and not alignment and not list_kind:
        raise DefinitionError("writer_paragraph needs text, style, heading, alignment or list_kind.")
    filled = [p for p in read_text_document(path).paragraphs if p.text.strip()]
    found = _nth(filled, paragraph)
    if found is None:
        return Verdict(False, f"{path} has {len(filled)} paragraphs with text, no paragraph {paragraph}")
    what = f"paragraph {paragraph} of {path}"
    said = compare_text(what, found.text, text, match, case) if text is not None else None
    if said is not None and not said.passed:
        return said
    checks: tuple[tuple[str, object, object, bool], ...] = (
        ("style", found.style, style, bool(style) and not _same_style(found.style, style)),
        ("heading level", found.level, heading, heading is not None and found.level != heading),
        ("alignment", found.alignment, alignment, bool(alignment) and found.alignment != alignment),
        ("list label", found.list_kind, list_kind, bool(list_kind) and found.list_kind != list_kind),
    )
    wrong = [f"its {name} is {have!r}, not {want!r}" for name, have, want, differs in checks if differs]
    if wrong:
        return Verdict(False, f"{what}, {short(found.text, 40)}: {', '.join(wrong)}")
    return Verdict(True, said.reason if said else f"{what} is as wanted")


@evaluator(env="ubuntu")
@boxed
def writer_headings(path: str, headings: list[str], level: int | None = None) -> Verdict:
    """The headings of a text document are these, in this order, and no others.

    Args:
        path: From the home folder or absolute.
        headings: Their texts.
        level: Only those of this level, 1 for the highest; all when it is left out.
    """
    found = [
        p.text.strip()
        for p in read_text_document(path).paragraphs
        if p.level and p.text.strip() and level in {None, p.level}
    ]
    if found == headings:
        return Verdict(True, f"{path} has the headings {short(headings)}")
    return Verdict(False, f"{path} has the headings {short(found)}, not {short(headings)}")


@evaluator(env="ubuntu")
@boxed
def writer_format(
    path: str,
    text: str = "",
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
    strikethrough: bool | None = None,
    color: str = "",
    highlight: str = "",
    size: float | None = None,
    font: str = "",
    paragraph: int | None = None,
    only: bool = False,
) -> Verdict:
    """A piece of text in a text document is bold, italic, coloured, of a size or in a font.

    Styles count as well as what was set directly.

    Args:
        path: From the home folder or absolute.
        text: The piece, in one paragraph; every place where it stands is looked at. Left out: all text.
        bold: Whether it is bold.
        italic: Whether it is italic.
        underline: Whether it has a line below.
        strikethrough: Whether it is struck through.
        color: Of the characters, such as "#ff0000" or "red".
        highlight: Colour behind them; "none" for none.
        size: In points.
        font: Name, such as "Liberation Serif".
        paragraph: Look in this paragraph only: 1 is the first with text, -1 the last.
        only: Whether nothing else in its paragraph may look like this.

    Raises:
        DefinitionError: No look was described.
    """
    wanted = WantedLook(
        bold=bold,
        italic=italic,
        underline=underline,
        strikethrough=strikethrough,
        color=color,
        highlight=highlight,
        size=size,
        font=font,
    )
    paragraphs: Sequence[Paragraph] = [p for p in read_text_document(path).paragraphs if p.text.strip()]
    what = path
    if paragraph is not None:
        found = _nth(paragraphs, paragraph)
        what = f"paragraph {paragraph} of {path}"
        paragraphs = [] if found is None else [found]
    return judge_look(what, paragraphs, text, wanted, only=only)


@evaluator(env="ubuntu")
@boxed
def writer_table(
    path: str,
    table: int = 1,
    rows: int | None = None,
    columns: int | None = None,
    cells: list[list[str]] | None = None,
    row: int | None = None,
    column: int | None = None,
    text: str | None = None,
) -> Verdict:
    """A table of a text document has this size, these cells, or this text in one cell.

    Args:
        path: From the home folder or absolute.
        table: 1 is the first.
        rows: How many.
        columns: How many.
        cells: Texts of all cells, row by row.
        row: Of one cell, from 1; with `column` and `text`.
        column: Of one cell, from 1.
        text: Its whole text.

    Raises:
        DefinitionError: Nothing, or half a cell, was described.
    """
    one = (row, column, text)
    if all(part is None for part in (rows, columns, cells, *one)) or (None in one and one != (None,) * 3):
        raise DefinitionError("writer_table needs rows, columns, cells, or row, column and text together.")
    tables = read_text_document(path).tables
    found = _nth(tables, table)
    if found is None:
        return Verdict(False, f"{path} has {len(tables)} tables, no table {table}")
    what = f"table {table} of {path}"
    for name, have, want in (("rows", found.rows, rows), ("columns", found.columns, columns)):
        if want is not None and have != want:
            return Verdict(False, f"{what} has {have} {name}, not {want}")
    stripped = [[cell.strip() for cell in line] for line in found.cells]
    if cells is not None and stripped != [[cell.strip() for cell in line] for line in cells]:
        return Verdict(False, f"{what} says {short(stripped, 200)}, not {short(cells, 200)}")
    if row is not None and column is not None and text is not None:
        if not (1 <= row <= len(stripped) and 1 <= column <= len(stripped[row - 1])):
            return Verdict(False, f"{what} has {found.rows} rows and {found.columns} columns")
        cell = stripped[row - 1][column - 1]
        if cell != text.strip():
            return Verdict(
                False, f"row {row}, column {column} of {what} says {short(cell)}, not {short(text)}"
            )
    return Verdict(True, f"{what} is as wanted")


@evaluator(env="ubuntu")
@boxed
def writer_images(
    path: str,
    images: list[str] | None = None,
    count: int | None = None,
    arrangement: Arrangement = "any",
    compare: Compare = "pixels",
    tolerance: float = 4,
) -> Verdict:
    """A text document shows these images, or so many, in order, side by side or stacked.

    Args:
        path: From the home folder or absolute.
        images: Each a path, "data:;base64,…" or "sha256:…" of the image file; what is in the home the agent
            can change, so give data where that matters.
        count: How many images there are altogether.
        arrangement: "any", "in_order" (of the document), "left_to_right" (side by side) or "top_to_bottom".
        compare: "pixels" wants the same size and pixels; "scaled" the same image at any resolution.
        tolerance: 0 to 255: what pixels may differ.

    Raises:
        DefinitionError: Nothing was described.
    """
    return judge_pictures(
        path,
        read_text_document(path).pictures,
        images=images or [],
        count=count,
        arrangement=arrangement,
        compare=compare,
        tolerance=tolerance,
    )


@evaluator(env="ubuntu")
@boxed
def writer_link(path: str, url: str, text: str | None = None) -> Verdict:
    """A text document has a link to this address.

    Args:
        path: From the home folder or absolute.
        url: The address; a slash at its end does not matter.
        text: What the link says, the whole of it.
    """
    links = _links(read_text_document(path))
    for target, said in links:
        if target.rstrip("/") == url.rstrip("/") and text in {None, said}:
            return Verdict(True, f"{path} has the link {short(said)} to {target}")
    found = "; ".join(f"{short(said, 40)} to {short(target)}" for target, said in links[:5])
    return Verdict(
        False, f"{path} has no link {short(text) if text else ''} to {url}; it has: {found or 'none'}"
    )


@evaluator(env="ubuntu")
@boxed
def writer_header_footer(
    path: str, where: Literal["header", "footer"], text: str, match: Match = "exact"
) -> Verdict:
    """The header or footer of a text document says this, on any of its kinds of pages.

    Args:
        path: From the home folder or absolute.
        where: "header" or "footer".
        text: The text.
        match: How it is compared.
    """
    document = read_text_document(path)
    found = [said.strip() for said in (document.header if where == "header" else document.footer)]
    verdicts = [compare_text(f"the {where} of {path}", said, text, match, True) for said in found]
    none = Verdict(False, f"{path} has no {where}")
    return next((v for v in verdicts if v.passed), verdicts[0] if verdicts else none)


@evaluator(env="ubuntu")
@boxed
def writer_page(
    path: str,
    orientation: Literal["portrait", "landscape", ""] = "",
    width: float | None = None,
    height: float | None = None,
    top: float | None = None,
    right: float | None = None,
    bottom: float | None = None,
    left: float | None = None,
    tolerance: float = 0.06,
) -> Verdict:
    """The first page of a text document has this orientation, size or margins, in centimetres.

    Args:
        path: From the home folder or absolute.
        orientation: "portrait" or "landscape".
        width: Of the page; A4 is 21.0 by 29.7.
        height: Of the page.
        top: Margin, as the page style says it: in .odt without the header, in .docx with it.
        right: Margin.
        bottom: Margin, as for `top`.
        left: Margin.
        tolerance: What lengths may differ.

    Raises:
        DefinitionError: Nothing was described.
    """
    wanted = {"width": width, "height": height, "top": top, "right": right, "bottom": bottom, "left": left}
    if not orientation and all(length is None for length in wanted.values()):
        raise DefinitionError("writer_page needs orientation, width, height or a margin.")
    page = read_text_document(path).page
    found = "landscape" if page.width > page.height else "portrait"
    wrong = [f"is {found}, not {orientation}"] if orientation and found != orientation else []
    for name, length in wanted.items():
        have = getattr(page, name)
        if length is not None and abs(have - length) > tolerance:
            margin = "" if name in {"width", "height"} else " margin"
            wrong.append(f"has the {name}{margin} {have:.2f} cm, not {length:g} cm")
    if wrong:
        return Verdict(False, f"the page of {path} {', '.join(wrong)}")
    return Verdict(True, f"the page of {path} is as wanted")


@evaluator(env="ubuntu")
@boxed
def writer_comment(path: str, text: str, match: Match = "contains", author: str = "") -> Verdict:
    """A text document has a comment that says this.

    Args:
        path: From the home folder or absolute.
        text: The text.
        match: How it is compared.
        author: Who wrote it.
    """
    comments = read_text_document(path).comments
    for comment in comments:
        if author in {"", comment.author} and compare_text("", comment.text, text, match, True).passed:
            return Verdict(True, f"{path} has a comment {short(comment.text)}")
    found = "; ".join(f"{short(c.text)} by {short(c.author)}" for c in comments[:5]) or "none"
    return Verdict(False, f"{path} has no comment {short(text)}; it has: {found}")


def _nth(items: Sequence[_T], number: int) -> _T | None:
    """1 is the first, -1 the last."""
    index = number - 1 if number > 0 else len(items) + number
    return items[index] if number and 0 <= index < len(items) else None


def _same_style(found: str, wanted: str) -> bool:
    one, two = found.casefold(), wanted.casefold()
    return one == two or any(one in same and two in same for same in SAME_STYLES)


def _links(document: TextDocument) -> list[tuple[str, str]]:
    """Targets and texts; neighbouring runs of one link are one link."""
    found: list[tuple[str, str]] = []
    for paragraph in document.paragraphs:
        previous = ""
        for run in paragraph.runs:
            if run.link and run.link == previous:
                found[-1] = (run.link, found[-1][1] + run.text)
            elif run.link:
                found.append((run.link, run.text))
            previous = run.link
    return found
