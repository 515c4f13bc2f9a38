"""Writing: keeping what is typed, changing paragraphs, and taking it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from crab_android.phone.kit import Context, FileError

from .model import Alignment, Docs, Document, Paragraph, Style

Ctx = Context[Docs]

_STEPS = 60  # that can be taken back


def document_of(context: Ctx) -> Document | None:
    """The document of the screen."""
    return context.state.get(int(context.args.get("id", 0)))


def field_of(paragraph: Paragraph) -> str:
    """The name of a paragraph's text field."""
    return f"p{paragraph.id}"


def current(context: Ctx, document: Document) -> Paragraph | None:
    """The paragraph with the cursor, or the first one."""
    focus = context.activity.focus or ""
    number = int(focus[1:]) if focus[:1] == "p" and focus[1:].isdigit() else int(context.args.get("at", 0))
    return document.paragraph(number) or next(iter(document.paragraphs), None)


# -- keeping --------------------------------


def keep(context: Ctx) -> Document | None:
    """Put what stands in the fields into the document; what it was before can be taken back."""
    document = document_of(context)
    if document is None:
        return None
    before = document.model_dump(mode="json", include={"title", "paragraphs"})
    document.title = context.field("document_title", document.title).text.strip() or "Untitled document"
    for paragraph in list(document.paragraphs):
        name = field_of(paragraph)
        if name in context.activity.fields:
            _write(context, document, paragraph, context.field(name).text)
    if document.model_dump(mode="json", include={"title", "paragraphs"}) != before:
        _remember(context, before)
        document.modified = context.now()
        _save_file(context, document)
    return document


def _write(context: Ctx, document: Document, paragraph: Paragraph, text: str) -> None:
    """A text with line breaks becomes several paragraphs."""
    first, *rest = text.split("\n")
    paragraph.text = first
    if not rest:
        return
    at = document.paragraphs.index(paragraph)
    for line in rest:
        at += 1
        document.put(at, paragraph.model_copy(update={"text": line, "link": ""}))
    focused = context.activity.focus == field_of(paragraph)
    context.forget(field_of(paragraph))
    if focused:
        context.args["at"] = document.paragraphs[at].id


def pause(context: Ctx) -> None:
    """Keep everything when the screen is left."""
    document = document_of(context)
    here = current(context, document) if document else None
    if here is not None:
        context.args["at"] = here.id
    keep(context)


def _save_file(context: Ctx, document: Document) -> None:
    if document.path:
        try:
            context.write_file(document.path, document.body.encode())
        except FileError as error:
            context.toast(f"Couldn't save the file: {error}")


# -- taking back --------------------------------


def _remember(context: Ctx, before: dict[str, Any]) -> None:
    context.args["undo"] = [*context.args.get("undo", []), before][-_STEPS:]
    context.args["redo"] = []


def can(context: Ctx, way: str) -> bool:
    """Whether something can be taken back (``undo``) or done again (``redo``)."""
    return bool(context.args.get(way)) or (way == "undo" and _typed(context))


def _typed(context: Ctx) -> bool:
    document = document_of(context)
    if document is None:
        return False
    fields = context.activity.fields
    names = {field_of(one): one.text for one in document.paragraphs} | {"document_title": document.title}
    return any(name in fields and fields[name].text != text for name, text in names.items())


def turn(context: Ctx, way: str) -> None:
    """Take the last change back, or do it again."""
    document = keep(context)
    steps = list(context.args.get(way, []))
    if document is None or not steps:
        return
    other = "redo" if way == "undo" else "undo"
    now = document.model_dump(mode="json", include={"title", "paragraphs"})
    state = steps.pop()
    context.args[way] = steps
    context.args[other] = [*context.args.get(other, []), now]
    document.title = state["title"]
    document.paragraphs = [Paragraph.model_validate(one) for one in state["paragraphs"]]
    document.modified = context.now()
    focus = context.activity.focus
    context.forget(*list(context.activity.fields))
    if focus and focus[:1] == "p":
        here = document.paragraph(int(focus[1:])) or next(
            (one for one in document.paragraphs if one.style != "image"), None
        )
        if here is not None:
            context.edit(field_of(here), here.text)
    _save_file(context, document)


def change(context: Ctx, work: Callable[[Document], None]) -> None:
    """Change the document in a way that can be taken back."""
    document = keep(context)
    if document is None:
        return
    before = document.model_dump(mode="json", include={"title", "paragraphs"})
    work(document)
    if document.model_dump(mode="json", include={"title", "paragraphs"}) != before:
        _remember(context, before)
        document.modified = context.now()
        _save_file(context, document)


# -- paragraphs --------------------------------


def restyle(context: Ctx, **how: Any) -> None:
    """Write the paragraph with the cursor in another way."""

    def work(document: Document) -> None:
        here = current(context, document)
        if here is not None:
            for name, value in how.items():
                setattr(here, name, value)

    change(context, work)


def set_style(context: Ctx, style: str) -> None:
    """Give the paragraph with the cursor a style."""
    restyle(context, style=cast("Style", style))


def set_align(context: Ctx, align: str) -> None:
    """Align the paragraph with the cursor."""
    restyle(context, align=cast("Alignment", align))


def toggle(context: Ctx, what: str) -> None:
    """Turn ``bold``, ``italic``, ``underline``, or a list's style, on or off."""
    document = document_of(context)
    here = current(context, document) if document else None
    if here is None:
        return
    if what in ("bullet", "numbered"):
        set_style(context, "normal" if here.style == what else what)
    else:
        restyle(context, **{what: not getattr(here, what)})


def split(context: Ctx, number: int) -> None:
    """Enter: what is behind the cursor becomes a paragraph of its own; in an empty item the list ends."""
    field = context.activity.fields.get(f"p{number}")
    cursor = field.cursor if field else 0

    def work(document: Document) -> None:
        here = document.paragraph(number)
        if here is None:
            return
        if here.style in ("bullet", "numbered") and not here.text:
            here.style = "normal"
            return
        rest = here.text[cursor:]
        here.text = here.text[:cursor]
        lists = here.style in ("bullet", "numbered", "normal")
        style = here.style if lists else "normal"
        update: dict[str, Any] = {"text": rest, "style": style, "link": ""}
        if not lists:
            update |= {"bold": False, "italic": False, "underline": False}
        made = document.put(document.paragraphs.index(here) + 1, here.model_copy(update=update))
        context.forget(field_of(here))
        _enter(context, made, 0)

    change(context, work)


def merge(context: Ctx, number: int) -> None:
    """Backspace at the start: a list's item becomes normal text, anything else joins the one before."""

    def work(document: Document) -> None:
        here = document.paragraph(number)
        if here is None:
            return
        at = document.paragraphs.index(here)
        if here.style in ("bullet", "numbered"):
            here.style = "normal"
        elif at > 0 and document.paragraphs[at - 1].style == "image":
            del document.paragraphs[at - 1]
        elif at > 0:
            above = document.paragraphs[at - 1]
            end = len(above.text)
            above.text += here.text
            del document.paragraphs[at]
            context.forget(field_of(here), field_of(above))
            _enter(context, above, end)

    change(context, work)


def _enter(context: Ctx, paragraph: Paragraph, cursor: int) -> None:
    context.edit(field_of(paragraph), paragraph.text)
    context.activity.fields[field_of(paragraph)].cursor = cursor


def insert(context: Ctx, made: Paragraph) -> None:
    """Put a paragraph below the one with the cursor, or in its place where that is empty."""

    def work(document: Document) -> None:
        here = current(context, document)
        at = document.paragraphs.index(here) if here is not None else len(document.paragraphs) - 1
        document.put(at + 1, made)
        if here is not None and not here.text and here.style != "image":
            context.forget(field_of(here))
            document.paragraphs.remove(here)
        context.args["at"] = made.id
        after = document.paragraphs.index(made) + 1
        if made.style == "image" and after == len(document.paragraphs):
            document.put(after, Paragraph())

    change(context, work)


def drop(context: Ctx, number: int) -> None:
    """Delete a paragraph; an empty one is left when it was the only one."""

    def work(document: Document) -> None:
        context.forget(f"p{number}")
        document.paragraphs = [one for one in document.paragraphs if one.id != number]
        if not document.paragraphs:
            document.put(0, Paragraph())

    change(context, work)
