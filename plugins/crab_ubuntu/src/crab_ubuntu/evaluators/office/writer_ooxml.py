"""Word documents, as LibreOffice Writer and others save them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from crab_ubuntu.evaluators.office.flow import Flow, Frame
from crab_ubuntu.evaluators.office.model import Alignment, ListKind, Look, Paragraph, Picture, Run
from crab_ubuntu.evaluators.office.textdocument import Comment, Page, Table, TextDocument

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph as Source

    from crab_ubuntu.evaluators.office.package import Package

EMU: Final = 360_000
"""English metric units in a centimetre."""
A4: Final = (21.0, 29.7)
SIDES: Final[dict[str, Alignment]] = {
    "left": "left",
    "start": "left",
    "center": "center",
    "right": "right",
    "end": "right",
    "both": "justify",
    "distribute": "justify",
}
HIGHLIGHTS: Final = {
    "black": "#000000",
    "blue": "#0000ff",
    "cyan": "#00ffff",
    "green": "#00ff00",
    "magenta": "#ff00ff",
    "red": "#ff0000",
    "yellow": "#ffff00",
    "white": "#ffffff",
    "darkBlue": "#000080",
    "darkCyan": "#008080",
    "darkGreen": "#008000",
    "darkMagenta": "#800080",
    "darkRed": "#800000",
    "darkYellow": "#808000",
    "darkGray": "#808080",
    "lightGray": "#c0c0c0",
}
"""ECMA-376, 17.18.40."""
A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def read(package: Package) -> TextDocument:
    """Read a Word document."""
    import docx

    return _Reader(docx.Document(package.stream)).document()


class _Reader:
    def __init__(self, document: Document) -> None:
        from docx.oxml.ns import qn

        self._file = document
        self._qn = qn
        self._properties: dict[tuple[str, str], dict[str, Any]] = {}
        self._styles = {style.style_id: style for style in document.styles}
        self._default = next(
            (
                s.style_id
                for s in document.styles
                if s.type == 1 and s.element.get(qn("w:default")) in {"1", "true"}
            ),
            "",
        )
        self._lists = self._numbering()
        self._fonts = self._theme()

    def document(self) -> TextDocument:
        page = self._page()
        flow = Flow(page.text_width)
        paragraphs: list[Paragraph] = []
        lines: list[str] = []
        tables: list[Table] = []
        for block in self._file.iter_inner_content():
            if hasattr(block, "rows"):
                tables.append(self._table(block, flow))
                lines.extend("\t".join(row) for row in tables[-1].cells)
                continue
            paragraphs.append(self._paragraph(block))
            lines.append(paragraphs[-1].text)
            self._flow(block._p, flow)
        return TextDocument(
            paragraphs=paragraphs,
            text="\n".join(lines),
            tables=tables,
            pictures=flow.pictures,
            header=self._margin("header"),
            footer=self._margin("footer"),
            page=page,
            comments=[Comment(c.author or "", c.text) for c in self._file.comments],
        )

    def _paragraph(self, source: Source) -> Paragraph:
        style = source._p.style or self._default
        own = source._p.pPr
        inherited = self._paragraph_properties(style)
        mine = {**inherited, **_paragraph_facts(own, self._qn)}
        name = self._styles[style].name if style in self._styles else ""
        return Paragraph(
            runs=list(self._runs(source, style)),
            style=name or "",
            level=mine.get("level", 0),
            alignment=SIDES.get(mine.get("jc", ""), "left"),
            list_kind=self._lists.get((mine.get("list", "0"), mine.get("depth", "0")), "none"),
        )

    def _runs(self, paragraph: Source, style: str) -> Iterator[Run]:
        from docx.text.run import Run as Characters

        below = self._character_properties(style)
        for element in _runs_of(paragraph._p, self._qn):
            characters = Characters(element, paragraph)
            if characters.text:
                properties = element.rPr
                name = properties.style if properties is not None else None
                merged = {
                    **below,
                    **(self._character_properties(name, defaults=False) if name else {}),
                    **self._facts(properties),
                }
                yield Run(characters.text, Look(**merged), self._link(element))

    def _link(self, run: Any) -> str:
        parent = run.getparent()
        while parent is not None and parent.tag != self._qn("w:p"):
            if parent.tag == self._qn("w:hyperlink"):
                relation = self._file.part.rels.get(parent.get(self._qn("r:id"), ""))
                target = relation.target_ref if relation is not None and relation.is_external else ""
                anchor = parent.get(self._qn("w:anchor"))
                return f"{target}#{anchor}" if anchor else target
            parent = parent.getparent()
        return ""

    def _chain(self, style_id: str) -> list[Any]:
        """A style and those that it is based on, the most basic first."""
        found: list[Any] = []
        while style_id in self._styles and len(found) < 64:
            found.append(self._styles[style_id].element)
            style_id = _based_on(found[-1], self._qn)
        return found[::-1]

    def _character_properties(self, style_id: str, *, defaults: bool = True) -> dict[str, Any]:
        key = (style_id, "characters" if defaults else "own")
        if key not in self._properties:
            merged: dict[str, Any] = {}
            if defaults:
                path = "w:docDefaults/w:rPrDefault/w:rPr"
                for properties in self._file.styles.element.xpath(path):
                    merged.update(self._facts(properties))
            for style in self._chain(style_id):
                merged.update(self._facts(style.find(self._qn("w:rPr"))))
            self._properties[key] = merged
        return self._properties[key]

    def _paragraph_properties(self, style_id: str) -> dict[str, Any]:
        key = (style_id, "paragraph")
        if key not in self._properties:
            merged: dict[str, Any] = {}
            for style in self._chain(style_id):
                merged.update(_paragraph_facts(style.find(self._qn("w:pPr")), self._qn))
                name = style.find(self._qn("w:name"))
                words = (name.get(self._qn("w:val")) if name is not None else "").casefold().split()
                if len(words) == 2 and words[0] == "heading" and words[1].isdecimal():
                    merged["level"] = int(words[1])
            self._properties[key] = merged
        return self._properties[key]

    def _theme(self) -> dict[str, str]:
        """The fonts that a theme calls "major" and "minor"."""
        from docx.opc.constants import RELATIONSHIP_TYPE
        from docx.oxml.parser import parse_xml

        try:
            root = parse_xml(self._file.part.part_related_by(RELATIONSHIP_TYPE.THEME).blob)
        except KeyError:
            return {}
        return {
            which: latin.get("typeface", "")
            for which in ("major", "minor")
            for latin in root.iterfind(f".//{A}{which}Font/{A}latin")
        }

    def _facts(self, properties: Any) -> dict[str, Any]:
        found = _look_facts(properties, self._qn)
        theme = found.pop("theme", "")
        return {**found, "font": self._fonts.get(theme[:5], "")} if theme else found

    def _numbering(self) -> dict[tuple[str, str], ListKind]:
        """What labels the items of each list (numId) at each level."""
        from docx.opc.constants import RELATIONSHIP_TYPE
        from docx.oxml.parser import parse_xml

        try:
            root = parse_xml(self._file.part.part_related_by(RELATIONSHIP_TYPE.NUMBERING).blob)
        except KeyError:
            return {}
        qn = self._qn
        abstract: dict[str, dict[str, ListKind]] = {}
        for definition in root.iterfind(qn("w:abstractNum")):
            levels: dict[str, ListKind] = {}
            for level in definition.iterfind(qn("w:lvl")):
                style = level.find(qn("w:numFmt"))
                value = style.get(qn("w:val")) if style is not None else "none"
                kinds: dict[str, ListKind] = {"bullet": "bullet", "none": "none"}
                levels[level.get(qn("w:ilvl"))] = kinds.get(value, "number")
            abstract[definition.get(qn("w:abstractNumId"))] = levels
        found: dict[tuple[str, str], ListKind] = {}
        for instance in root.iterfind(qn("w:num")):
            reference = instance.find(qn("w:abstractNumId"))
            levels = abstract.get(reference.get(qn("w:val")), {}) if reference is not None else {}
            found.update({(instance.get(qn("w:numId")), level): kind for level, kind in levels.items()})
        return found

    def _table(self, table: Any, flow: Flow) -> Table:
        rows: list[list[str]] = []
        seen: set[Any] = set()
        flow.open_table()
        for row in table.rows:
            cells: list[str] = []
            flow.open_row(len(row.cells))
            for cell in row.cells:
                flow.open_cell()
                if cell._tc in seen:
                    cells.append("")
                    continue
                seen.add(cell._tc)
                cells.append(cell.text)
                for paragraph in cell._tc.iter(self._qn("w:p")):
                    self._flow(paragraph, flow)
            rows.append(cells)
        flow.close_table()
        return Table(rows)

    def _flow(self, paragraph: Any, flow: Flow) -> None:
        flow.open_paragraph()
        for run in _runs_of(paragraph, self._qn):
            for piece in run.iter():
                tag = piece.tag
                if tag == self._qn("w:t"):
                    flow.text(piece.text or "")
                elif tag == self._qn("w:br"):
                    flow.line_break()
                elif tag == self._qn("w:drawing") and not _in_fallback(piece):
                    self._drawing(piece, flow)

    def _drawing(self, drawing: Any, flow: Flow) -> None:
        blip = next(drawing.iter(f"{A}blip"), None)
        if blip is None:
            return
        anchor = drawing[0]
        extent = anchor.find(self._qn("wp:extent"))
        x, of_page_x, side = _position(anchor, "H", self._qn)
        y, of_page, _ = _position(anchor, "V", self._qn)
        frame = Frame(
            width=int(extent.get("cx", 0)) / EMU,
            height=int(extent.get("cy", 0)) / EMU,
            inline=anchor.tag == self._qn("wp:inline"),
            x=x - (self._page().left if of_page_x else 0.0) if x is not None else None,
            y=y,
            of_page=of_page,
            side=side,
            pushes=anchor.find(self._qn("wp:wrapTopAndBottom")) is not None,
        )
        part = self._file.part.related_parts.get(blip.get(f"{R}embed", ""))
        data = part.blob if part is not None else None
        flow.picture(frame, lambda box: Picture(box, data, altered=alteration(drawing)))

    def _page(self) -> Page:
        section = self._file.sections[0] if len(self._file.sections) else None
        if section is None:
            return Page(*A4, 2, 2, 2, 2)
        sides = (section.top_margin, section.right_margin, section.bottom_margin, section.left_margin)
        size = (section.page_width, section.page_height)
        return Page(*((length or 0) / EMU for length in (*size, *sides)))

    def _margin(self, which: str) -> list[str]:
        """The headers or footers of all sections that have their own."""
        found = []
        for section in self._file.sections:
            for kind in ("", "first_page_", "even_page_"):
                part = getattr(section, f"{kind}{which}")
                if not part.is_linked_to_previous:
                    found.append("\n".join(p.text for p in part.paragraphs))
        return found


def alteration(drawing: Any) -> str:
    """How a picture is shown otherwise than it is."""
    for crop in drawing.iter(f"{A}srcRect"):
        if any(abs(int(crop.get(side, 0))) > 100 for side in "ltrb"):  # thousandths of a percent
            return "cropped"
    for transform in drawing.iter(f"{A}xfrm"):
        if transform.get("flipH") in {"1", "true"} or transform.get("flipV") in {"1", "true"}:
            return "mirrored"
        if int(transform.get("rot", 0)):
            return "rotated"
    return ""


def _runs_of(paragraph: Any, qn: Any) -> Iterator[Any]:
    """Runs of a paragraph, those of links and inserted ones too, not deleted ones or those of boxes in it."""
    for run in paragraph.iter(qn("w:r")):
        parent = run.getparent()
        while parent is not None and parent.tag != qn("w:p"):
            if parent.tag in {qn("w:del"), qn("w:moveFrom")}:
                break
            parent = parent.getparent()
        if parent is paragraph:
            yield run


def _in_fallback(element: Any) -> bool:
    return any(a.tag.endswith("}Fallback") for a in element.iterancestors())


def _position(anchor: Any, axis: str, qn: Any) -> tuple[float | None, bool, str]:
    """Offset in centimetres, whether it counts from the page, and how it is aligned otherwise."""
    position = anchor.find(qn(f"wp:position{axis}"))
    if position is None:
        return None, False, ""
    offset, align = position.find(qn("wp:posOffset")), position.find(qn("wp:align"))
    of_page = position.get("relativeFrom") == "page"
    value = int(offset.text) / EMU if offset is not None and offset.text else None
    return value, of_page, (align.text or "") if align is not None else ""


def _based_on(style: Any, qn: Any) -> str:
    base = style.find(qn("w:basedOn"))
    return base.get(qn("w:val"), "") if base is not None else ""


def _paragraph_facts(properties: Any, qn: Any) -> dict[str, Any]:
    """What paragraph properties say themselves: alignment, list, heading level."""
    if properties is None:
        return {}
    found: dict[str, Any] = {}
    jc, outline = properties.find(qn("w:jc")), properties.find(qn("w:outlineLvl"))
    if jc is not None:
        found["jc"] = jc.get(qn("w:val"))
    if outline is not None:
        level = int(outline.get(qn("w:val"), 9))
        found["level"] = level + 1 if level < 9 else 0
    numbering = properties.find(qn("w:numPr"))
    if numbering is not None:
        for key, name in (("list", "w:numId"), ("depth", "w:ilvl")):
            child = numbering.find(qn(name))
            if child is not None:
                found[key] = child.get(qn("w:val"))
    return found


def _look_facts(properties: Any, qn: Any) -> dict[str, Any]:
    """What character properties say themselves, as arguments of `Look`."""
    if properties is None:
        return {}
    values = {child.tag: child for child in properties}
    found: dict[str, Any] = {}
    for key, tags in (("bold", ("b",)), ("italic", ("i",)), ("strikethrough", ("strike", "dstrike"))):
        for tag in tags:
            if (child := values.get(qn(f"w:{tag}"))) is not None:
                on = child.get(qn("w:val"), "1") not in {"0", "false", "off", "none"}
                found[key] = on or (found.get(key, False) and tag == "dstrike")
    if (child := values.get(qn("w:u"))) is not None:
        found["underline"] = child.get(qn("w:val"), "none") != "none"
    if (child := values.get(qn("w:color"))) is not None:
        value = child.get(qn("w:val"), "auto")
        found["color"] = "" if value == "auto" else f"#{value.lower()}"
    if (child := values.get(qn("w:shd"))) is not None:
        fill = child.get(qn("w:fill"), "auto")
        found["highlight"] = "" if fill == "auto" else f"#{fill.lower()}"
    if (child := values.get(qn("w:highlight"))) is not None:
        found["highlight"] = HIGHLIGHTS.get(child.get(qn("w:val"), "none"), "")
    if (child := values.get(qn("w:sz"))) is not None:
        found["size"] = int(child.get(qn("w:val"), 0)) / 2
    if (child := values.get(qn("w:rFonts"))) is not None:
        if child.get(qn("w:asciiTheme")):
            found["theme"] = child.get(qn("w:asciiTheme"))
        elif child.get(qn("w:ascii")):
            found["font"] = child.get(qn("w:ascii"))
    return found
