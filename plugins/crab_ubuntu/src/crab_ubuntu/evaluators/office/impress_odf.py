"""OpenDocument presentations, as LibreOffice Impress saves them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from crab_ubuntu.evaluators.office.model import Box, Paragraph, Picture
from crab_ubuntu.evaluators.office.odf import (
    Styles,
    alteration,
    centimetres,
    color,
    embedded,
    get,
    open_odf,
    overlay,
    root,
    text_of,
)
from crab_ubuntu.evaluators.office.slideshow import Layout, Slide, SlideShow, TextShape

if TYPE_CHECKING:
    from odfdo import Document, Element

    from crab_ubuntu.evaluators.office.package import Package

LAYOUTS: Final[dict[tuple[str, ...], Layout]] = {
    ("title", "subtitle"): "title",
    ("title", "outline"): "title_content",
    ("title", "object"): "title_content",
    ("title", "outline", "outline"): "two_content",
    ("title", "object", "object"): "two_content",
    ("title",): "title_only",
    ("subtitle",): "centered",
    (): "blank",
}
"""By the placeholders of a layout."""
FILLS: Final = {"bitmap": "image", "gradient": "gradient", "hatch": "pattern"}
SHAPES: Final = frozenset(
    {"draw:frame", "draw:custom-shape", "draw:rect", "draw:ellipse", "draw:line", "draw:path", "draw:polygon"}
)


def read(package: Package) -> SlideShow:
    """Read an OpenDocument presentation."""
    return _Reader(open_odf(package)).show()


class _Reader:
    def __init__(self, document: Document) -> None:
        self._file = document
        self._content = root(document, "content.xml")
        self._master = root(document, "styles.xml")
        # What automatic styles of both parts are called may be the same: each part has its own.
        self._styles = Styles(self._master, self._content)
        self._of_masters = Styles(self._master)
        self._layouts = {
            get(layout, "style:name"): tuple(get(p, "presentation:object") for p in layout.children)
            for layout in self._master.get_elements("//style:presentation-page-layout")
        }
        self._masters = {get(m, "style:name"): m for m in self._master.get_elements("//style:master-page")}

    def show(self) -> SlideShow:
        body = self._content.get_element("//office:presentation")
        if body is None:
            raise KeyError("office:presentation")
        return SlideShow([self._slide(page) for page in body.children if page.tag == "draw:page"])

    def _slide(self, page: Element) -> Slide:
        frames = list(_shapes(page))
        name = get(page, "presentation:presentation-page-layout-name")
        notes = page.get_element("presentation:notes")
        properties = self._styles.properties("drawing-page", get(page, "draw:style-name"), "drawing-page")
        return Slide(
            shapes=[shape for frame in frames if (shape := self._text(frame)) is not None],
            pictures=[picture for frame in frames if (picture := self._picture(frame)) is not None],
            notes=_notes(notes) if notes is not None else "",
            layout=LAYOUTS.get(self._layouts.get(name, ()), "other"),
            layout_name=name,
            background=self._background(page),
            transition=bool(properties.get("smil:type") or properties.get("presentation:transition-style")),
        )

    def _text(self, frame: Element) -> TextShape | None:
        inside = frame.get_element("draw:text-box") if frame.tag == "draw:frame" else frame
        if inside is None or get(frame, "presentation:placeholder") == "true":
            return None
        paragraphs = [self._paragraph(p, frame) for p in inside.get_elements("descendant::text:p")]
        if not any(paragraph.text.strip() for paragraph in paragraphs):
            return None
        return TextShape(paragraphs, box(frame), is_title=get(frame, "presentation:class") == "title")

    def _paragraph(self, element: Element, frame: Element) -> Paragraph:
        name = get(element, "text:style-name")
        look: dict[str, str] = {}
        side: dict[str, str] = {}
        for family, style in (
            ("presentation", get(frame, "presentation:style-name")),
            ("graphic", get(frame, "draw:style-name")),
            ("paragraph", get(frame, "draw:text-style-name")),
            ("paragraph", name),
        ):
            if style:
                overlay(look, self._styles.properties(family, style, "text"))
                overlay(side, self._styles.properties(family, style, "paragraph"))
        return Paragraph(
            runs=self._styles.runs(element, look),
            style=self._styles.visible_name("paragraph", name),
            alignment=self._styles.alignment(side),
        )

    def _picture(self, frame: Element) -> Picture | None:
        image = next((child for child in frame.children if child.tag == "draw:image"), None)
        # A chart or another object has a picture of itself beside it.
        if image is None or any(child.tag in {"draw:object", "draw:plugin"} for child in frame.children):
            return None
        family = "presentation" if get(frame, "presentation:style-name") else "graphic"
        style = get(frame, "presentation:style-name") or get(frame, "draw:style-name")
        properties = self._styles.properties(family, style, "graphic")
        data = embedded(self._file, get(image, "xlink:href"))
        return Picture(
            box(frame),
            data,
            altered=alteration(properties, frame),
            brightness=float((properties.get("draw:luminance") or "0%").removesuffix("%")),
        )

    def _background(self, page: Element) -> str:
        """Of the slide, or of its master."""
        own = self._styles.properties("drawing-page", get(page, "draw:style-name"), "drawing-page")
        if own.get("draw:fill"):
            return _fill(own)
        name = get(page, "draw:master-page-name")
        style = get(self._masters.get(name), "draw:style-name")
        of_master = self._of_masters.properties("drawing-page", style, "drawing-page")
        if of_master.get("draw:fill"):
            return _fill(of_master)
        return _fill(self._of_masters.properties("presentation", f"{name}-background", "graphic"))


def box(frame: Element) -> Box:
    """Where a frame lies, in centimetres."""
    left, top, width, height = (
        centimetres(get(frame, f"svg:{side}")) for side in ("x", "y", "width", "height")
    )
    return Box(left, top, width, height)


def _shapes(element: Element) -> Iterator[Element]:
    """Everything drawn, groups opened; coordinates in groups are the page's."""
    for child in element.children:
        if child.tag == "draw:g":
            yield from _shapes(child)
        elif child.tag in SHAPES:
            yield child


def _notes(notes: Element) -> str:
    texts = [
        text_of(frame)
        for frame in _shapes(notes)
        if get(frame, "presentation:class") == "notes" and get(frame, "presentation:placeholder") != "true"
    ]
    return "\n".join(texts)


def _fill(properties: Mapping[str, str]) -> str:
    kind = properties.get("draw:fill", "none")
    return color(properties.get("draw:fill-color")) if kind == "solid" else FILLS.get(kind, "")
