"""What stands over a document: its menu, styles, what can be inserted, the outline, and counts."""

from __future__ import annotations

from functools import partial
from typing import Any

from crab_android.phone.kit import (
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    Context,
    Intent,
    Popup,
    View,
    button,
    choice,
    closing,
    column,
    dialog_card,
    disabled,
    formats,
    intents,
    label,
    list_row,
    menu,
    row,
    sheet,
    text_box,
)

from .editing import current, document_of, drop, field_of, insert, keep, set_align, set_style
from .exporting import KINDS, content_of, export, write
from .library_dialogs import act
from .model import ALIGNMENTS, STYLES, Docs, Paragraph
from .paper import style_of

Ctx = Context[Docs]

CACHE = "/sdcard/Android/data/org.crab.docs/cache"


def editor_menu(context: Ctx) -> Popup:
    """The menu of a document."""
    document = document_of(context)
    if document is None:
        return menu(context)

    def do(what: str) -> None:
        keep(context)
        act(context, document, what)
        if what in ("remove", "restore"):
            context.finish()

    def find() -> None:
        keep(context)
        context.args["finding"] = True
        context.args.pop("hit", None)
        context.edit("find_text")

    if document.trashed:
        return menu(context, ("menu_restore", "Restore", partial(do, "restore")))
    star = ("unstar", "Remove from starred") if document.starred else ("star", "Add to starred")
    return menu(
        context,
        ("menu_find", "Find and replace", find),
        ("menu_outline", "Document outline", lambda: context.show_dialog("outline")),
        ("menu_count", "Word count", lambda: context.show_dialog("count")),
        ("menu_share", "Share as text", partial(do, "share")),
        ("menu_send", "Send a copy", lambda: context.show_dialog("send")),
        ("menu_export", "Save as", lambda: context.show_dialog("export")),
        ("menu_star", star[1], partial(do, star[0])),
        ("menu_copy", "Make a copy", partial(do, "copy")),
        ("menu_details", "Details", partial(do, "details")),
        ("menu_remove", "Move to trash", partial(do, "remove")),
    )


def styles_sheet(context: Ctx) -> Popup:
    """The styles of a paragraph, each written in itself."""
    theme, document = context.theme, document_of(context)
    here = (current(context, document) if document else None) or Paragraph()
    rows = [
        row(
            label(
                text,
                style_of(Paragraph.model_validate({"style": name}), 1.2),
                theme.on_surface,
                id="style_text",
                weight=1,
            ),
            View(icon="check", color=theme.primary, width=24, height=24, hidden=True)
            if here.style == name
            else View(width=24, height=24, hidden=True),
            id=f"style_{name}",
            width=MATCH,
            min_height=54,
            pad=(24, 4, 24, 4),
            selected=here.style == name,
            on_tap=closing(context, partial(set_style, context, name)),
        )
        for name, text in STYLES.items()
    ]
    return sheet(context, *rows, id="styles_sheet")


def align_dialog(context: Ctx) -> Popup:
    """How the paragraph is aligned."""
    document = document_of(context)
    here = (current(context, document) if document else None) or Paragraph()
    return choice(context, "Alignment", list(ALIGNMENTS.items()), here.align, partial(set_align, context))


# -- inserting --------------------------------


def insert_sheet(context: Ctx) -> Popup:
    """What can be inserted."""
    theme = context.theme

    def pick() -> None:
        keep(context)
        context.start_for_result("image", Intent(action=intents.GET_CONTENT, type="image/*"))

    def ask() -> None:
        keep(context)
        context.forget("link_text", "link_url")
        context.show_dialog("link")
        context.edit("link_text")

    def today() -> None:
        day = formats.date_long(context.now().date(), formats.locale_of(context))
        insert(context, Paragraph(text=day))

    def comment() -> None:
        document = keep(context)
        if document is not None:
            here = current(context, document)
            context.open("comments", id=document.id, quote=here.text if here else "")

    entries = (
        ("image", "Image", "insert_image", pick),
        ("link", "Link", "insert_link", ask),
        ("message", "Comment", "insert_comment", comment),
        ("today", "Today's date", "insert_date", today),
    )
    rows = [
        list_row(
            theme,
            text,
            start=View(icon=icon, color=theme.on_surface_variant, width=24, hidden=True),
            on_tap=closing(context, handler),
            id=id_,
            pad=(24, 2, 24, 2),
        )
        for icon, text, id_, handler in entries
    ]
    head = label("Insert", LABEL_LARGE, theme.on_surface_variant, id="sheet_title", pad=(24, 0, 24, 8))
    return sheet(context, head, *rows, id="insert_sheet")


def image_chosen(context: Ctx, result: dict[str, Any]) -> None:
    """An image was chosen."""
    path = str(result.get("path") or str(result.get("uri", "")).removeprefix("file://"))
    if path:
        insert(context, Paragraph(style="image", path=path, align="center"))


def link_dialog(context: Ctx) -> Popup:
    """The text and the address of a link."""
    theme = context.theme
    url = context.field("link_url").text.strip()

    def save() -> None:
        if not url:
            return
        address = url if ":" in url.split("/")[0] else f"https://{url}"
        text = context.field("link_text").text.strip() or url
        context.dismiss()
        insert(context, Paragraph(text=text, link=address))
        context.forget("link_text", "link_url")

    def box(name: str, caption: str) -> View:
        return text_box(context, name, caption, background=theme.surface_high, on_enter=save)

    buttons = (
        button("Cancel", theme, context.dismiss, id="android:id/button2"),
        disabled(button("Insert", theme, save, id="android:id/button1"), theme, when=not url),
    )
    card = dialog_card(
        theme, "Insert link", box("link_text", "Text"), box("link_url", "Link"), buttons=buttons
    )
    return Popup(card)


def picture_sheet(context: Ctx) -> Popup:
    """What can be done with an image of the document."""
    theme, document = context.theme, document_of(context)
    number = int(context.dialog["id"])
    here = document.paragraph(number) if document else None

    def align(name: str) -> None:
        context.args["at"] = number
        if context.activity.focus:
            context.forget(context.activity.focus)
        set_align(context, name)

    entries = [
        (f"align_{name}", text, f"image_{name}", partial(align, name)) for name, text in ALIGNMENTS.items()
    ]
    entries.append(("delete", "Remove image", "remove_image", partial(drop, context, number)))
    rows = [
        list_row(
            theme,
            text,
            start=View(icon=icon, color=theme.on_surface_variant, width=24, hidden=True),
            on_tap=closing(context, handler),
            id=id_,
            pad=(24, 2, 24, 2),
        )
        for icon, text, id_, handler in entries
    ]
    name = here.path.rpartition("/")[2] if here else ""
    head = label(name, LABEL_LARGE, theme.on_surface_variant, id="sheet_title", pad=(24, 0, 24, 8))
    return sheet(context, head, *rows, id="picture_sheet")


# -- looking --------------------------------


def outline_sheet(context: Ctx) -> Popup:
    """The headings; a tap leads to one."""
    theme, document = context.theme, document_of(context)
    headings = document.headings if document else []

    def go(one: Paragraph) -> None:
        context.edit(field_of(one), one.text)

    depth = {"title": 0, "heading1": 0, "heading2": 1, "heading3": 2}
    rows = [
        list_row(
            theme,
            one.text,
            on_tap=closing(context, partial(go, one)),
            id="outline_entry",
            title_id="outline_text",
            pad=(24 + 20 * depth[one.style], 2, 24, 2),
        )
        for one in headings
    ] or [
        label(
            "Headings you add appear here",
            BODY_LARGE,
            theme.on_surface_variant,
            id="outline_empty",
            pad=(24, 8, 24, 16),
        )
    ]
    head = label("Outline", LABEL_LARGE, theme.on_surface_variant, id="sheet_title", pad=(24, 0, 24, 8))
    return sheet(context, head, *rows, id="outline_sheet")


def count_dialog(context: Ctx) -> Popup:
    """How many words and characters there are."""
    theme, document = context.theme, _as_shown(context)
    body = document.body if document else ""
    facts = (
        ("Words", len(body.split()), "count_words"),
        ("Characters", len(body.replace("\n", "")), "count_characters"),
        ("Without spaces", len("".join(body.split())), "count_letters"),
        ("Paragraphs", len([line for line in body.split("\n") if line.strip()]), "count_paragraphs"),
    )
    rows = [
        row(
            label(name, BODY_LARGE, theme.on_surface_variant, id=f"{id_}_label", weight=1),
            label(
                formats.number_text(number, formats.locale_of(context)), BODY_LARGE, theme.on_surface, id=id_
            ),
            width=MATCH,
            min_height=36,
            hidden=True,
        )
        for name, number, id_ in facts
    ]
    done = button("OK", theme, context.dismiss, id="android:id/button1")
    return Popup(dialog_card(theme, "Word count", column(*rows, width=MATCH, hidden=True), buttons=(done,)))


def _as_shown(context: Ctx) -> Any:
    """The document as it stands in the fields, without changing it: building changes nothing."""
    document = document_of(context)
    if document is None:
        return None
    shown = document.model_copy(deep=True)
    for one in shown.paragraphs:
        one.text = context.field(field_of(one), one.text).text
    return shown


# -- out of the app --------------------------------


def export_dialog(context: Ctx) -> Popup:
    """As what the document is written to the phone."""

    def save(kind: str) -> None:
        document = keep(context)
        path = export(context, document, kind) if document else ""
        if path:
            context.toast(f"Saved to Documents/{path.rpartition('/')[2]}")

    return choice(context, "Save as", [(kind, text) for kind, (text, _) in KINDS.items()], "", save)


def send_dialog(context: Ctx) -> Popup:
    """As what a copy is sent."""

    def send(kind: str) -> None:
        document = keep(context)
        if document is not None:
            path = f"{CACHE}/{document.title.replace('/', '-')}.{kind}"
            if write(context, path, content_of(document, kind, context.files)):
                context.share(paths=[path], mime=KINDS[kind][1])

    return choice(context, "Send a copy", [(kind, text) for kind, (text, _) in KINDS.items()], "", send)
