"""OpenDocument texts, as LibreOffice Writer saves them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from crab_ubuntu.evaluators.office.flow import Flow, Frame
from crab_ubuntu.evaluators.office.model import Paragraph, Picture
from crab_ubuntu.evaluators.office.odf import (
    Styles,
    alteration,
    centimetres,
    embedded,
    get,
    open_odf,
    root,
    text_of,
)
from crab_ubuntu.evaluators.office.textdocument import Comment, Page, Table, TextDocument

if TYPE_CHECKING:
    from odfdo import Document, Element

    from crab_ubuntu.evaluators.office.package import Package

REPEATED = 256
"""Rows or columns that one element may stand for: Writer's tables have no empty thousands."""
GROUPS = frozenset(
    {
        "text:alphabetical-index",
        "text:bibliography",
        "text:illustration-index",
        "text:index-body",
        "text:index-title",
        "text:section",
        "text:table-index",
        "text:table-of-content",
        "text:user-index",
    }
)
"""What holds paragraphs without being one."""
GROUPS_OF_ROWS = frozenset({"table:table-header-rows", "table:table-rows", "table:table-row-group"})


def read(package: Package) -> TextDocument:
    """Read an OpenDocument text."""
    return _Reader(open_odf(package)).document()


class _Reader:
    def __init__(self, document: Document) -> None:
        self._file = document
        self._content = root(document, "content.xml")
        self._master = root(document, "styles.xml")
        self._styles = Styles(self._master, self._content)

    def document(self) -> TextDocument:
        body = self._content.get_element("//office:text")
        if body is None:
            raise KeyError("office:text")
        page = self._page(body)
        flow = Flow(page.text_width)
        paragraphs: list[Paragraph] = []
        lines: list[str] = []
        tables: list[Table] = []
        for element, kind, depth in self._blocks(body):
            if element.tag == "table:table":
                tables.append(self._table(element, flow))
                lines.extend("\t".join(row) for row in tables[-1].cells)
                continue
            paragraphs.append(self._paragraph(element, kind, depth))
            lines.append(paragraphs[-1].text)
            self._flow(element, flow)
        return TextDocument(
            paragraphs=paragraphs,
            text="\n".join(lines),
            tables=tables,
            pictures=flow.pictures,
            header=self._margin("style:header"),
            footer=self._margin("style:footer"),
            page=page,
            comments=list(self._comments(body)),
        )

    def _blocks(
        self, element: Element, style: str = "", depth: int = 0
    ) -> Iterator[tuple[Element, str, int]]:
        """Paragraphs and tables of the body in order, with the list style and depth that they stand in."""
        for child in element.children:
            tag = child.tag
            if tag in {"text:p", "text:h", "table:table"}:
                yield child, style, depth
            elif tag == "text:list":
                name = get(child, "text:style-name") or style
                for item in child.children:
                    labelled = depth + 1 if item.tag == "text:list-item" else 0
                    yield from self._blocks(item, name, labelled)
            elif tag in GROUPS:
                yield from self._blocks(child, style, depth)

    def _paragraph(self, element: Element, list_style: str, depth: int) -> Paragraph:
        name = get(element, "text:style-name")
        properties = self._styles.properties("paragraph", name, "paragraph")
        heading = element.get_attribute_integer("text:outline-level") if element.tag == "text:h" else 0
        of_list = list_style or self._styles.first("paragraph", name, "style:list-style-name")
        return Paragraph(
            runs=self._styles.runs(element, self._styles.properties("paragraph", name, "text")),
            style=self._styles.visible_name("paragraph", name),
            level=heading or 0,
            alignment=self._styles.alignment(properties),
            list_kind=self._styles.list_kind(of_list, depth) if depth else "none",
        )

    def _table(self, table: Element, flow: Flow) -> Table:
        rows: list[list[str]] = []
        flow.open_table()
        for row in self._rows(table):
            cells: list[str] = []
            for cell in row.children:
                if cell.tag not in {"table:table-cell", "table:covered-table-cell"}:
                    continue
                times = min(REPEATED, cell.get_attribute_integer("table:number-columns-repeated") or 1)
                cells.extend([text_of(cell) if cell.tag == "table:table-cell" else ""] * times)
            times = min(REPEATED, row.get_attribute_integer("table:number-rows-repeated") or 1)
            rows.extend([cells] * times)
            flow.open_row(len(cells))
            for cell in (c for c in row.children if c.tag == "table:table-cell"):
                flow.open_cell()
                for paragraph in cell.get_elements("descendant::text:p | descendant::text:h"):
                    self._flow(paragraph, flow)
        flow.close_table()
        return Table(rows)

    def _rows(self, element: Element) -> Iterator[Element]:
        for child in element.children:
            if child.tag == "table:table-row":
                yield child
            elif child.tag in GROUPS_OF_ROWS:
                yield from self._rows(child)

    def _flow(self, paragraph: Element, flow: Flow) -> None:
        flow.open_paragraph()
        self._pieces(paragraph, flow)

    def _pieces(self, element: Element, flow: Flow) -> None:
        flow.text(element.text)
        for child in element.children:
            if child.tag == "draw:frame":
                self._frame(child, flow)
            elif child.tag == "text:line-break":
                flow.line_break()
            elif child.tag not in {"office:annotation", "text:s"}:  # which may stand for any number of spaces
                self._pieces(child, flow)
            flow.text(child.tail or "")

    def _frame(self, frame: Element, flow: Flow) -> None:
        image = next((child for child in frame.children if child.tag == "draw:image"), None)
        if image is None:
            # A text frame around a picture with its caption.
            for inner in frame.get_elements("descendant::draw:frame"):
                if any(child.tag == "draw:image" for child in inner.children):
                    self._frame(inner, flow)
            return
        properties = self._styles.properties("graphic", get(frame, "draw:style-name"), "graphic")
        placed = Frame(
            width=centimetres(get(frame, "svg:width")),
            height=centimetres(get(frame, "svg:height")),
            inline=get(frame, "text:anchor-type") == "as-char",
            x=centimetres(get(frame, "svg:x")) if _is_from(properties, "horizontal") else None,
            y=centimetres(get(frame, "svg:y")) if _is_from(properties, "vertical") else None,
            of_page=properties.get("style:vertical-rel", "").startswith("page"),
            side=properties.get("style:horizontal-pos", ""),
            pushes=properties.get("style:wrap", "none") == "none",
        )
        data = embedded(self._file, get(image, "xlink:href"))
        altered = alteration(properties, frame)
        flow.picture(placed, lambda box: Picture(box, data, altered=altered))

    def _page(self, body: Element) -> Page:
        first = body.get_element("descendant::text:p | descendant::text:h")
        name = self._styles.first("paragraph", get(first, "text:style-name"), "style:master-page-name")
        masters = {get(m, "style:name"): m for m in self._master.get_elements("//style:master-page")}
        master = masters.get(name) or masters.get("Standard") or next(iter(masters.values()), None)
        wanted = get(master, "style:page-layout-name")
        for layout in self._master.get_elements("//style:page-layout"):
            if get(layout, "style:name") == wanted:
                own = layout.get_element("style:page-layout-properties")
                width, height = (centimetres(get(own, f"fo:page-{side}")) for side in ("width", "height"))
                margins = {
                    side: centimetres(get(own, f"fo:margin-{side}") or get(own, "fo:margin"))
                    for side in ("top", "right", "bottom", "left")
                }
                return Page(width, height, **margins)
        return Page(0, 0, 0, 0, 0, 0)

    def _margin(self, tag: str) -> list[str]:
        """The headers or footers of all master pages."""
        parts = self._master.get_elements(f"//{tag} | //{tag}-first | //{tag}-left")
        return [text_of(part) for part in parts if get(part, "style:display") != "false"]

    def _comments(self, body: Element) -> Iterator[Comment]:
        for note in body.get_elements("descendant::office:annotation"):
            creator = note.get_element("dc:creator")
            yield Comment(creator.text if creator is not None else "", text_of(note))


def _is_from(properties: Mapping[str, str], axis: str) -> bool:
    return properties.get(f"style:{axis}-pos", "") in {"from-left", "from-top", "from-inside"}
