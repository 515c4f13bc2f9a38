"""PowerPoint presentations, as LibreOffice Impress and others save them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from crab_ubuntu.evaluators.office.model import SHADE, Alignment, Box, Look, Paragraph, Picture, Run
from crab_ubuntu.evaluators.office.slideshow import Layout, Slide, SlideShow, TextShape

if TYPE_CHECKING:
    from crab_ubuntu.evaluators.office.package import Package

A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
EMU: Final = 360_000
"""English metric units in a centimetre."""
NAMES: Final[dict[str, Layout]] = {
    "title slide": "title",
    "title, content": "title_content",
    "title and content": "title_content",
    "title, 2 content": "two_content",
    "two content": "two_content",
    "title only": "title_only",
    "blank slide": "blank",
    "blank": "blank",
    "centered text": "centered",
}
"""By the name, in the words of LibreOffice and of PowerPoint: LibreOffice gives some a wrong type."""
TYPES: Final[dict[str, Layout]] = {
    "title": "title",
    "obj": "title_content",
    "tx": "title_content",
    "twoObj": "two_content",
    "titleOnly": "title_only",
    "blank": "blank",
    "objOnly": "centered",
}
SIDES: Final[dict[str, Alignment]] = {
    "l": "left",
    "ctr": "center",
    "r": "right",
    "just": "justify",
    "dist": "justify",
}
FILLS: Final = {"blipFill": "image", "gradFill": "gradient", "pattFill": "pattern"}
SLOTS: Final = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
"""Colours of a theme that masters name by use; masters that map them otherwise are rare."""
TITLES: Final = frozenset({"title", "ctrTitle"})
BODIES: Final = frozenset({"body", "subTitle", "obj", ""})


def read(package: Package) -> SlideShow:
    """Read a PowerPoint presentation."""
    import pptx

    themes: dict[Any, dict[str, str]] = {}
    slides = []
    for slide in pptx.Presentation(package.stream).slides:
        master = slide.slide_layout.slide_master
        if master.part.partname not in themes:
            themes[master.part.partname] = _theme(master)
        slides.append(_Slide(slide, themes[master.part.partname]).read())
    return SlideShow(slides)


class _Slide:
    def __init__(self, slide: Any, theme: dict[str, str]) -> None:
        self._slide = slide
        self._theme = theme

    def read(self) -> Slide:
        slide = self._slide
        shapes = list(_shapes(slide.element.find(f"{P}cSld/{P}spTree"), (1.0, 1.0, 0.0, 0.0)))
        layout = slide.slide_layout
        name = layout.name or ""
        kind = NAMES.get(name.casefold()) or TYPES.get(layout.element.get("type", ""), "other")
        if kind == "blank":
            # LibreOffice saves a layout that it has no name for as the blank one.
            roles = [role for element, _ in shapes if (role := _role(element)) is not None]
            kind = _layout_of(roles)
        return Slide(
            shapes=[shape for element, box in shapes if (shape := self._text(element, box)) is not None],
            pictures=[self._picture(element, box) for element, box in shapes if element.tag == f"{P}pic"],
            notes=self._notes(),
            layout=kind,
            layout_name=name,
            background=self._background(),
            transition=any(len(one) > 0 for one in slide.element.iter(f"{P}transition")),
        )

    def _text(self, element: Any, box: Box) -> TextShape | None:
        body = element.find(f"{P}txBody")
        if body is None:
            return None
        role = _role(element)
        below = [*self._inherited(element, role), body.find(f"{A}lstStyle")]
        paragraphs = [self._paragraph(p, below) for p in body.iterfind(f"{A}p")]
        if not any(paragraph.text.strip() for paragraph in paragraphs):
            return None
        own = element.find(f"{P}spPr/{A}xfrm")
        place = box if own is not None else self._placeholder_box(element) or box
        return TextShape(paragraphs, place, is_title=role in TITLES)

    def _inherited(self, element: Any, role: str | None) -> list[Any]:
        """List styles that a shape inherits from, the most general first."""
        master = self._slide.slide_layout.slide_master
        style = "titleStyle" if role in TITLES else "bodyStyle" if role in BODIES else "otherStyle"
        found = [master.element.find(f"{P}txStyles/{P}{style}")]
        if role is not None:
            for holder in (master, self._slide.slide_layout):
                twin = _twin(element, holder)
                found.append(twin.find(f"{P}txBody/{A}lstStyle") if twin is not None else None)
        return found

    def _placeholder_box(self, element: Any) -> Box | None:
        for holder in (self._slide.slide_layout, self._slide.slide_layout.slide_master):
            twin = _twin(element, holder)
            if twin is not None and twin.find(f"{P}spPr/{A}xfrm") is not None:
                return _box(twin.find(f"{P}spPr/{A}xfrm"), (1.0, 1.0, 0.0, 0.0))
        return None

    def _paragraph(self, element: Any, below: list[Any]) -> Paragraph:
        own = element.find(f"{A}pPr")
        level = int(own.get("lvl", 0)) + 1 if own is not None else 1
        sources = [style.find(f"{A}lvl{level}pPr") for style in below if style is not None] + [own]
        facts: dict[str, Any] = {}
        side = "l"
        for source in sources:
            if source is not None:
                side = source.get("algn", side)
                facts.update(self._facts(source.find(f"{A}defRPr")))
        runs = []
        for child in element:
            if child.tag == f"{A}br":
                runs.append(Run("\n", Look(**facts)))
            elif child.tag in {f"{A}r", f"{A}fld"}:
                properties = child.find(f"{A}rPr")
                text = child.findtext(f"{A}t") or ""
                runs.append(Run(text, Look(**{**facts, **self._facts(properties)}), self._link(properties)))
        return Paragraph(runs, alignment=SIDES.get(side, "left"))

    def _facts(self, properties: Any) -> dict[str, Any]:
        """What character properties say themselves, as arguments of `Look`."""
        if properties is None:
            return {}
        found: dict[str, Any] = {}
        for key, name in (("bold", "b"), ("italic", "i")):
            if properties.get(name) is not None:
                found[key] = properties.get(name) in {"1", "true"}
        for key, name, off in (("underline", "u", "none"), ("strikethrough", "strike", "noStrike")):
            if properties.get(name) is not None:
                found[key] = properties.get(name) != off
        if properties.get("sz"):
            found["size"] = int(properties.get("sz")) / 100
        fill = properties.find(f"{A}solidFill")
        if fill is not None:
            found["color"] = self._color(fill)
        highlight = properties.find(f"{A}highlight")
        if highlight is not None:
            found["highlight"] = self._color(highlight)
        latin = properties.find(f"{A}latin")
        if latin is not None:
            name = latin.get("typeface", "")
            found["font"] = self._theme.get(name[:3], "") if name.startswith("+") else name
        return found

    def _color(self, fill: Any) -> str:
        for code in fill:
            if code.tag == f"{A}srgbClr":
                return f"#{code.get('val', '').lower()}"
            if code.tag == f"{A}sysClr":
                return f"#{code.get('lastClr', '').lower()}"
            if code.tag == f"{A}schemeClr":
                return (
                    SHADE if len(code) else self._theme.get(SLOTS.get(code.get("val"), code.get("val")), "")
                )
        return ""

    def _link(self, properties: Any) -> str:
        click = properties.find(f"{A}hlinkClick") if properties is not None else None
        relation = self._slide.part.rels.get(click.get(f"{R}id", "")) if click is not None else None
        return relation.target_ref if relation is not None and relation.is_external else ""

    def _picture(self, element: Any, box: Box) -> Picture:
        blip = next(element.iter(f"{A}blip"), None)
        relation = self._slide.part.rels.get(blip.get(f"{R}embed", "")) if blip is not None else None
        inside = relation is not None and not relation.is_external
        data = relation.target_part.blob if relation is not None and inside else None
        place = box if element.find(f"{P}spPr/{A}xfrm") is not None else self._placeholder_box(element) or box
        brightness = sum(int(lum.get("bright", 0)) for lum in element.iter(f"{A}lum")) / 1000
        return Picture(place, data, altered=alteration(element), brightness=brightness)

    def _notes(self) -> str:
        if not self._slide.has_notes_slide:
            return ""
        frame = self._slide.notes_slide.notes_text_frame
        return frame.text if frame is not None else ""

    def _background(self) -> str:
        """Of the slide, its layout or its master: the nearest that has one."""
        for holder in (self._slide, self._slide.slide_layout, self._slide.slide_layout.slide_master):
            background = holder.element.find(f"{P}cSld/{P}bg")
            for fill in background.iter() if background is not None else ():
                tag = fill.tag.rpartition("}")[2]
                if tag in FILLS:
                    return FILLS[tag]
                if tag in {"solidFill", "bgRef"}:
                    return self._color(fill)
                if tag == "noFill":
                    return ""
        return ""


def alteration(picture: Any) -> str:
    """How a picture is shown otherwise than it is."""
    for crop in picture.iter(f"{A}srcRect"):
        if any(abs(int(crop.get(side, 0))) > 100 for side in "ltrb"):  # thousandths of a percent
            return "cropped"
    for transform in picture.iter(f"{A}xfrm"):
        if transform.get("flipH") in {"1", "true"} or transform.get("flipV") in {"1", "true"}:
            return "mirrored"
        if int(transform.get("rot", 0)):
            return "rotated"
    return ""


Scale = tuple[float, float, float, float]
"""From coordinates in a group to the slide's: factors and offsets."""


def _shapes(tree: Any, scale: Scale) -> Iterator[tuple[Any, Box]]:
    """Everything drawn, groups opened, and where it lies on the slide."""
    for child in tree:
        if child.tag == f"{P}grpSp":
            transform = child.find(f"{P}grpSpPr/{A}xfrm")
            yield from _shapes(child, _inner(transform, scale))
        elif child.tag in {f"{P}sp", f"{P}pic", f"{P}cxnSp"}:
            yield child, _box(child.find(f"{P}spPr/{A}xfrm"), scale)


def _inner(transform: Any, scale: Scale) -> Scale:
    parts = (
        [transform.find(f"{A}{name}") for name in ("off", "ext", "chOff", "chExt")]
        if transform is not None
        else []
    )
    if not parts or None in parts:
        return scale
    off, ext, child_off, child_ext = parts
    across = int(ext.get("cx")) / (int(child_ext.get("cx")) or 1)
    down = int(ext.get("cy")) / (int(child_ext.get("cy")) or 1)
    left = int(off.get("x")) - across * int(child_off.get("x"))
    top = int(off.get("y")) - down * int(child_off.get("y"))
    return (
        scale[0] * across,
        scale[1] * down,
        scale[0] * left + scale[2],
        scale[1] * top + scale[3],
    )


def _box(transform: Any, scale: Scale) -> Box:
    off = transform.find(f"{A}off") if transform is not None else None
    ext = transform.find(f"{A}ext") if transform is not None else None
    if off is None or ext is None:
        return Box(0, 0, 0, 0)
    return Box(
        (scale[0] * int(off.get("x")) + scale[2]) / EMU,
        (scale[1] * int(off.get("y")) + scale[3]) / EMU,
        scale[0] * int(ext.get("cx")) / EMU,
        scale[1] * int(ext.get("cy")) / EMU,
    )


def _role(element: Any) -> str | None:
    """What a placeholder is for; None when the shape is none."""
    holder = next(element.iter(f"{P}ph"), None)
    return holder.get("type", "") if holder is not None else None


def _layout_of(roles: list[str]) -> Layout:
    titles, bodies = sum(r in TITLES for r in roles), sum(r in BODIES for r in roles)
    known: dict[tuple[int, int], Layout] = {
        (0, 0): "blank",
        (1, 0): "title_only",
        (1, 1): "title_content",
        (1, 2): "two_content",
    }
    return known.get((titles, bodies), "other")


def _twin(element: Any, holder: Any) -> Any:
    """The placeholder of a layout or master that a shape of a slide fills."""
    own = next(element.iter(f"{P}ph"), None)
    if own is None:
        return None
    number, role = own.get("idx", "0"), own.get("type", "")
    kinds = TITLES if role in TITLES else BODIES if role in BODIES else {role}
    found = None
    for shape in holder.element.iter(f"{P}sp", f"{P}pic"):
        other = next(shape.iter(f"{P}ph"), None)
        if other is None or other.get("type", "") not in kinds:
            continue
        if other.get("idx", "0") == number:
            return shape
        found = shape if found is None else found
    return found


def _theme(master: Any) -> dict[str, str]:
    """Colours and fonts of a master's theme, by the names that are used for them."""
    from pptx.opc.constants import RELATIONSHIP_TYPE
    from pptx.oxml import parse_xml

    try:
        root = parse_xml(master.part.part_related_by(RELATIONSHIP_TYPE.THEME).blob)
    except KeyError:
        return {}
    found = {}
    for scheme in root.iter(f"{A}clrScheme"):
        for entry in scheme:
            for code in entry:
                value = code.get("lastClr") or code.get("val") or ""
                found[entry.tag.removeprefix(A)] = f"#{value.lower()}"
    for short, name in (("+mj", "majorFont"), ("+mn", "minorFont")):
        for latin in root.iterfind(f".//{A}{name}/{A}latin"):
            found[short] = latin.get("typeface", "")
    return found
