"""Styles of OpenDocument files, resolved: what LibreOffice writes and shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from crab_ubuntu.evaluators.office.model import Alignment, ListKind, Look, Run
from crab_ubuntu.evaluators.office.package import UNPACKED, Package

if TYPE_CHECKING:
    from odfdo import Document, Element

UNITS: Final = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72, "pc": 2.54 / 6, "px": 2.54 / 96}
"""Centimetres."""
LENGTH: Final = re.compile(r"(-?\d*\.?\d+)\s*([a-z%]+)")
CODED: Final = re.compile(r"_([0-9a-fA-F]{1,4})_")
"""How style names spell what may not stand in an XML name: "Heading_20_1"."""
SPACES: Final = 10_000
"""Spaces that one `text:s` may stand for."""
SIDES: Final[Mapping[str, Alignment]] = {
    "start": "left",
    "left": "left",
    "end": "right",
    "right": "right",
    "center": "center",
    "justify": "justify",
}
NOT_TEXT: Final = frozenset(
    {
        "draw:frame",
        "office:annotation",
        "text:note",
        "text:ruby-text",
        "text:tracked-changes",
        "draw:custom-shape",
        "text:toc-mark",
    }
)
"""What stands in a paragraph without being its text."""


def centimetres(length: str | None) -> float:
    """A length such as "1.2in"; 0 when it is none."""
    match = LENGTH.fullmatch((length or "").strip())
    return float(match.group(1)) * UNITS.get(match.group(2), 0.0) if match else 0.0


def open_odf(package: Package) -> Document:
    """The document, read by odfdo."""
    from odfdo import Document
    from odfdo.security import security

    # Ours are the limits of the package and of the box: a long column of zeros packs better than odfdo likes.
    security.max_compression_ratio = UNPACKED
    return Document(package.stream)


def root(document: Document, part: str) -> Element:
    """The root of an XML part.

    Raises:
        KeyError: It is missing or no XML.
    """
    from odfdo.xmlpart import XmlPart

    if document.container is None:
        raise KeyError(part)
    return XmlPart(part, document.container).root


def get(element: Element | None, name: str) -> str:
    """An attribute; empty when it, or the element, is not there."""
    return (element.get_attribute_string(name) or "") if element is not None else ""


class Styles:
    """The styles of one document by name, with what they inherit."""

    def __init__(self, *roots: Element) -> None:
        """Collect them; of two of the same name, that of the later root counts."""
        self._styles: dict[tuple[str, str], Element] = {}
        self._defaults: dict[str, Element] = {}
        self._known: dict[tuple[str, str, str], dict[str, str]] = {}
        self.lists: dict[str, Element] = {}
        self.fonts: dict[str, str] = {}
        for part in roots:
            for style in part.get_elements("//style:style"):
                self._styles[get(style, "style:family"), get(style, "style:name")] = style
            for style in part.get_elements("//style:default-style"):
                self._defaults[get(style, "style:family")] = style
            for style in part.get_elements("//text:list-style"):
                self.lists[get(style, "style:name")] = style
            for face in part.get_elements("//style:font-face"):
                self.fonts[get(face, "style:name")] = get(face, "svg:font-family").strip("'\"")

    def chain(self, family: str, name: str) -> Iterator[Element]:
        """A style, its parent, that one's parent, …"""
        seen: set[str] = set()
        while name and name not in seen:
            seen.add(name)
            style = self._styles.get((family, name))
            if style is None:
                return
            yield style
            name = get(style, "style:parent-style-name")

    def first(self, family: str, name: str, attribute: str) -> str:
        """An attribute of a style, or of the nearest parent that has it."""
        return next((found for s in self.chain(family, name) if (found := get(s, attribute))), "")

    def properties(self, family: str, name: str, kind: str) -> Mapping[str, str]:
        """All properties of a kind, such as "text", that a style has, itself or from its parents."""
        key = (family, name, kind)
        if key not in self._known:
            merged: dict[str, str] = {}
            default = self._defaults.get(family)
            for style in ([default] if default is not None else []) + list(self.chain(family, name))[::-1]:
                overlay(merged, self._own(style, kind))
            self._known[key] = merged
        return self._known[key]

    @staticmethod
    def _own(style: Element, kind: str) -> Mapping[str, str]:
        merged: dict[str, str] = {}
        for child in style.get_elements(f"style:{kind}-properties"):
            merged.update(child.attributes)
        return merged

    def visible_name(self, family: str, name: str) -> str:
        """The named style that people see: an automatic one has the name of its parent."""
        for style in self.chain(family, name):
            parent = style.parent
            if parent is None or parent.tag != "office:automatic-styles":
                return get(style, "style:display-name") or decoded(get(style, "style:name"))
            name = get(style, "style:parent-style-name")
        return decoded(name) if (family, name) not in self._styles else ""

    def look(self, properties: Mapping[str, str]) -> Look:
        """What text properties come to."""
        size = LENGTH.fullmatch(properties.get("fo:font-size", ""))
        font = properties.get("fo:font-family", "").strip("'\"")
        named = properties.get("style:font-name", "")
        automatic = properties.get("style:use-window-font-color") == "true"
        return Look(
            bold=_weight(properties.get("fo:font-weight", "")) >= 600,
            italic=properties.get("fo:font-style") in {"italic", "oblique"},
            underline=_line(properties, "underline"),
            strikethrough=_line(properties, "line-through"),
            color="" if automatic else color(properties.get("fo:color")),
            highlight=color(properties.get("fo:background-color")),
            size=round(float(size.group(1)) * UNITS[size.group(2)] / UNITS["pt"], 2)
            if size and size.group(2) in UNITS
            else None,
            font=self.fonts.get(named, named) if named else font,
        )

    def alignment(self, properties: Mapping[str, str]) -> Alignment:
        """Of a paragraph."""
        return SIDES.get(properties.get("fo:text-align", ""), "left")

    def list_kind(self, name: str, level: int) -> ListKind:
        """What labels the items of a list style have at a level, from 1."""
        style = self.lists.get(name)
        for child in style.children if style is not None else ():
            if get(child, "text:level") != str(level):
                continue
            if child.tag == "text:list-level-style-number":
                return "number" if get(child, "style:num-format") else "none"
            return "bullet"
        return "none"

    def runs(self, paragraph: Element, properties: Mapping[str, str]) -> list[Run]:
        """The text of a paragraph, piece by piece, with what stands in it but is no text left out."""
        found: list[Run] = []
        self._collect(paragraph, dict(properties), "", found)
        return found

    def _collect(self, element: Element, properties: dict[str, str], link: str, found: list[Run]) -> None:
        look = self.look(properties)

        def add(text: str) -> None:
            if text:
                found.append(Run(text, look, link))

        add(collapsed(element.text))
        for child in element.children:
            tag = child.tag
            if tag == "text:s":
                add(" " * min(SPACES, child.get_attribute_integer("text:c") or 1))
            elif tag == "text:tab":
                add("\t")
            elif tag == "text:line-break":
                add("\n")
            elif tag not in NOT_TEXT:
                inner = dict(properties)
                style = get(child, "text:style-name")
                if style and tag in {"text:span", "text:a"}:
                    overlay(inner, self._character(style))
                self._collect(child, inner, get(child, "xlink:href") if tag == "text:a" else link, found)
            add(collapsed(child.tail or ""))

    def _character(self, name: str) -> Mapping[str, str]:
        """Text properties of a character style, without the defaults: those are the paragraph's."""
        merged: dict[str, str] = {}
        for style in list(self.chain("text", name))[::-1]:
            overlay(merged, self._own(style, "text"))
        return merged


def overlay(below: dict[str, str], above: Mapping[str, str]) -> None:
    """Let nearer properties count: a relative size is of what is below, a colour ends the automatic one."""
    size = above.get("fo:font-size", "")
    inherited = LENGTH.fullmatch(below.get("fo:font-size", ""))
    if "fo:color" in above:
        below.pop("style:use-window-font-color", None)
    if "fo:font-family" in above and "style:font-name" not in above:
        below.pop("style:font-name", None)
    below.update(above)
    if size.endswith("%"):
        share = float(size[:-1]) / 100
        below["fo:font-size"] = (
            f"{float(inherited.group(1)) * share}{inherited.group(2)}" if inherited else ""
        )


def embedded(document: Document, href: str) -> bytes | None:
    """A picture of the document; None when it is a link to outside, or missing."""
    path = href.removeprefix("./")
    container = document.container
    if not path or container is None or path not in document.parts:
        return None
    data = container.get_part(path)
    return data if isinstance(data, bytes) else None


def alteration(properties: Mapping[str, str], frame: Element) -> str:
    """How a picture is shown otherwise than it is."""
    clip = properties.get("fo:clip", "").removeprefix("rect(").removesuffix(")").replace(",", " ").split()
    if any(abs(centimetres(side)) > 0.005 for side in clip):
        return "cropped"
    if properties.get("style:mirror", "none") not in {"none", ""}:
        return "mirrored"
    if "rotate" in get(frame, "draw:transform"):
        return "rotated"
    return ""


def text_of(element: Element) -> str:
    """The paragraphs in an element, one a line, without their looks."""
    plain = Styles()
    paragraphs = element.get_elements("descendant::text:p | descendant::text:h")
    lines = ["".join(run.text for run in plain.runs(paragraph, {})) for paragraph in paragraphs]
    return "\n".join(lines)


def collapsed(text: str) -> str:
    """White space in the XML counts once: more spaces are written as `text:s`."""
    return re.sub(r"[ \t\r\n]+", " ", text)


def decoded(name: str) -> str:
    """A style's name as people see it."""
    return CODED.sub(lambda match: chr(int(match.group(1), 16)), name)


def color(value: str | None) -> str:
    """As "#rrggbb"; empty when it is none."""
    return value.lower() if value and re.fullmatch(r"#[0-9a-fA-F]{6}", value) else ""


def _weight(value: str) -> int:
    return {"bold": 700}.get(value, int(value) if value.isdecimal() and len(value) < 5 else 400)


def _line(properties: Mapping[str, str], where: str) -> bool:
    return any(
        properties.get(f"style:text-{where}-{what}", "none") not in {"none", ""} for what in ("style", "type")
    )
