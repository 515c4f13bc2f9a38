"""How paragraphs look: in the editor, and small on the thumbnail of a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import skia

from crab_android.phone.kit import (
    MATCH,
    Align,
    Context,
    FileError,
    Handler,
    Painter,
    Rect,
    TextStyle,
    View,
    icon_button,
    image,
    label,
    px,
    row,
    shape,
    stack,
    text_input,
)

from .editing import field_of, merge, split
from .model import Docs, Document, Paragraph

Ctx = Context[Docs]

_SIZES: dict[str, tuple[float, float, int]] = {  # size and line height in sp, weight
    "title": (28, 34, 400),
    "heading1": (22, 28, 500),
    "heading2": (19, 25, 500),
    "heading3": (17, 23, 500),
    "normal": (16, 21, 400),
    "bullet": (16, 21, 400),
    "numbered": (16, 21, 400),
}
_ALIGN = {"left": Align.START, "center": Align.CENTER, "right": Align.END}


def style_of(paragraph: Paragraph, spacing: float = 1.15) -> TextStyle:
    """The size, line height and weight of a paragraph."""
    size, height, weight = _SIZES[paragraph.style]
    return TextStyle(size, round(height * spacing), 700 if paragraph.bold else weight)


def mark_of(document: Document, index: int) -> str:
    """What stands in front of a list's item: a dot, or its number in the list."""
    here = document.paragraphs[index]
    if here.style != "numbered":
        return "•" if here.style == "bullet" else ""
    first = index
    while first and document.paragraphs[first - 1].style == "numbered":
        first -= 1
    return f"{index - first + 1}."


def paragraph_view(context: Ctx, document: Document, index: int, *, locked: bool) -> View:
    """A paragraph in the editor."""
    theme, here = context.theme, document.paragraphs[index]
    if here.style == "image":
        return _image(context, here)
    field = text_input(
        context,
        field_of(here),
        "Start writing" if len(document.paragraphs) == 1 else "",
        initial=here.text,
        id="paragraph",
        style=style_of(here, context.state.spacing),
        lines=400,
        color=theme.primary if here.link else theme.on_surface,
        italic=here.italic,
        underline=here.underline or bool(here.link),
        text_align=_ALIGN[here.align],
        on_enter=partial(split, context, here.id),
        on_erase=partial(merge, context, here.id),
        weight=1,
        enabled=not locked,
    )
    # Enter makes a new paragraph; what is pasted may have line breaks until it is kept.
    field.multiline = False
    field.ime_action = "enter"
    field.min_height = style_of(here, context.state.spacing).height * context.phone.font_scale + 8
    field.pad = (0, 8 if here.style in ("heading1", "heading2", "heading3") else 3, 0, 5)
    parts: list[View] = [field]
    mark = mark_of(document, index)
    if mark:
        bullet = label(
            mark, style_of(here, context.state.spacing), theme.on_surface, id="list_mark", width=22
        )
        bullet.pad = field.pad
        parts.insert(0, bullet)
    if here.link:
        open_ = icon_button(
            "open_in_new",
            f"Open {here.link}",
            theme.primary,
            partial(_follow, context, here.link),
            id="open_link",
            icon_size=18,
        )
        parts.append(open_)
    return row(
        *parts,
        width=MATCH,
        align=Align.START,
        gap=4,
        pad=(12 if mark else 0, 0, 0, 0),
        hidden=True,
    )


def _follow(context: Ctx, link: str) -> None:
    context.view(link)


def _image(context: Ctx, here: Paragraph) -> View:
    try:
        data = context.files.read(here.path)
    except FileError:
        data = b""
    name = here.path.rpartition("/")[2]
    show: Handler = partial(context.show_dialog, "picture", id=here.id)
    width = 260 if here.align != "center" else 320
    shown = image(
        data, desc=f"Image {name}", width=width, radius=4, id="image", on_tap=show, on_long_tap=show
    )
    align = {"left": Align.START, "center": Align.CENTER, "right": Align.END}[here.align]
    return stack(shown, width=MATCH, align=align, pad=(0, 8, 0, 8), hidden=True)


# -- thumbnails --------------------------------

_INK = 0xFF30333A
_SCALE = 0.36  # of a thumbnail's letters to those of the editor


def thumbnail(document: Document) -> View:
    """The first page, small; it only illustrates, the title below says what it is."""
    rows = _small(document)
    return View(width=MATCH, height=150, draw=_painter(rows), hidden=True)


def _small(document: Document) -> list[tuple[str, Paragraph, float]]:
    rows: list[tuple[str, Paragraph, float]] = []
    for index, one in enumerate(document.paragraphs[:16]):
        if one.style == "image":
            rows.append(("", one, 0))
            continue
        mark = mark_of(document, index)
        rows.append((f"{mark} {one.text}" if mark else one.text, one, 6 if mark else 0))
    return rows


def _painter(rows: Sequence[tuple[str, Paragraph, float]]) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*rect))
        canvas.drawColor(0xFFFFFFFF)
        pen = skia.Paint(Color=_INK, AntiAlias=True)
        inset = px(13)
        room, y = rect.width - 2 * inset, float(rect.top + px(12))
        for text, one, indent in rows:
            if y > rect.bottom:
                break
            if one.style == "image":
                box = skia.Rect.MakeXYWH(rect.left + inset, y, room, px(34))
                canvas.drawRect(box, skia.Paint(Color=0xFFD4DEEF))
                y += px(38)
                continue
            style = style_of(one, 1.0)
            size, height = px(style.size) * _SCALE, px(style.height) * _SCALE
            for line in _lines(text, style.weight, size, room - px(indent)):
                y += height
                made = shape(line, style.weight, size)
                shift = {"left": 0.0, "center": 0.5, "right": 1.0}[one.align] * (room - made.width)
                for run in made.runs:
                    x = rect.left + inset + px(indent) + shift + run.x
                    canvas.drawString(run.text, x, y, run.font, pen)
            y += px(2)
        canvas.restore()

    return paint


def _lines(text: str, weight: int, size: float, room: float) -> list[str]:
    """At most four lines."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and shape(longer, weight, size).width > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines[:4]
