"""Writing a note: text or checklist, colour, labels, reminder."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    LABEL,
    MATCH,
    Context,
    TextStyle,
    View,
    chip,
    column,
    formats,
    icon_button,
    label,
    list_row,
    overflow,
    row,
    scroll,
    space,
    stack,
    text_input,
)

from .looks import ground
from .model import Item, Note, Notes
from .shelves import act

_BODY = TextStyle(17, 25)


def note_of(context: Context[Notes]) -> Note:
    """The note that is written; a new one until it is kept."""
    number = int(context.args.get("id", 0))
    found = context.state.get(number) if number else None
    return found or Note(title=str(context.args.get("title", "")), body=str(context.args.get("text", "")))


def edit(context: Context[Notes]) -> View:
    """The screen of one note."""
    theme, note = context.theme, note_of(context)
    trashed = note.shelf == "trash"
    color = ground(note, theme)
    bar = row(
        icon_button("back", "Navigate up", theme.on_surface, lambda: leave(context)),
        space(weight=1),
        *([] if trashed else _bar_actions(context, note)),
        overflow(context),
        width=MATCH,
        height=64,
        pad=(4, 0, 4, 0),
        id="toolbar",
        cls="android.view.ViewGroup",
    )
    title = text_input(
        context, "title", "Title", initial=note.title, id="editable_title", style=TextStyle(24, 32), lines=6
    )
    body = _checklist(context, note) if note.items else [_text(context, note)]
    foot = row(
        label(_edited(context, note), LABEL, theme.on_surface_variant, id="edited_time", weight=1),
        icon_button("palette", "Color", theme.on_surface_variant, partial(context.show_dialog, "color")),
        icon_button(
            "notes" if note.items else "checklist",
            "Hide checkboxes" if note.items else "Show checkboxes",
            theme.on_surface_variant,
            lambda: _turn(context),
            id="menu_checkboxes",
        ),
        width=MATCH,
        pad=(22, 0, 6, 4),
    )
    whole = column(
        bar,
        scroll(
            context, "note", title, *body, *_tags(context, note), space(height=24), pad=(22, 4, 14, 0), gap=12
        ),
        foot,
        width=MATCH,
        height=MATCH,
        fill=color,
        hidden=True,
    )
    return stack(whole, width=MATCH, height=MATCH, id="editor")


def _bar_actions(context: Context[Notes], note: Note) -> list[View]:
    theme = context.theme

    def pin() -> None:
        kept = keep(context)
        if kept is not None:
            kept.pinned = not kept.pinned

    def archive() -> None:
        kept = keep(context)
        if kept is not None:
            act(context, kept, "archive")
            context.finish()

    return [
        icon_button(
            "push_pin", "Unpin" if note.pinned else "Pin", _lit(context, on=note.pinned), pin, id="menu_pin"
        ),
        icon_button(
            "alarm_add",
            "Reminder",
            theme.on_surface,
            partial(context.show_dialog, "remind"),
            id="menu_reminder",
        ),
        icon_button(
            "archive",
            "Unarchive" if note.shelf == "archive" else "Archive",
            theme.on_surface,
            archive,
            id="menu_archive",
        ),
    ]


def _lit(context: Context[Notes], *, on: bool) -> int:
    return context.theme.primary if on else context.theme.on_surface


def _text(context: Context[Notes], note: Note) -> View:
    return text_input(
        context,
        "body",
        "Note",
        initial=note.body,
        id="edit_note_text",
        style=_BODY,
        lines=200,
    )


def _checklist(context: Context[Notes], note: Note) -> list[View]:
    theme = context.theme
    rows = [
        _item(context, note, index)
        for index in sorted(range(len(note.items)), key=lambda i: note.items[i].done)
    ]
    add = list_row(
        theme,
        "List item",
        start=View(icon="add", color=theme.on_surface_variant, width=28, hidden=True),
        on_tap=lambda: _add_item(context),
        id="add_item",
        title_id="add_item_text",
        pad=(8, 0, 8, 0),
    )
    open_rows = [view for view, index in zip(rows, _order(note), strict=True) if not note.items[index].done]
    done_rows = [view for view, index in zip(rows, _order(note), strict=True) if note.items[index].done]
    head = (
        [label(f"{len(done_rows)} checked", LABEL, theme.on_surface_variant, id="checked_count")]
        if done_rows
        else []
    )
    return [column(*open_rows, add, *head, *done_rows, width=MATCH, gap=2)]


def _order(note: Note) -> list[int]:
    return sorted(range(len(note.items)), key=lambda index: note.items[index].done)


def _item(context: Context[Notes], note: Note, index: int) -> View:
    theme, item = context.theme, note.items[index]

    def toggle() -> None:
        _write(context, note)
        note.items[index].done = not item.done
        note.edited = context.now()

    def remove() -> None:
        _write(context, note)
        del note.items[index]
        context.forget(*[name for name in list(context.activity.fields) if name.startswith("item")])

    box = View(
        "android.widget.CheckBox",
        id="item_checkbox",
        desc=item.text,
        checked=item.done,
        icon="check_circle_full" if item.done else "circle",
        color=theme.primary if item.done else theme.on_surface_variant,
        width=44,
        height=48,
        on_tap=toggle,
    )
    field = text_input(
        context,
        f"item{index}",
        "Item",
        initial=item.text,
        id="item_text",
        style=_BODY,
        color=theme.on_surface_variant if item.done else theme.on_surface,
        weight=1,
        strike=item.done,
        on_enter=lambda: _add_item(context),
    )
    drop = icon_button("close", f"Remove {item.text}", theme.on_surface_variant, remove, id="item_remove")
    return row(box, field, drop, id="item_row", width=MATCH, min_height=52)


def _tags(context: Context[Notes], note: Note) -> list[View]:
    theme = context.theme
    tags: list[View] = []
    if note.reminder:
        when = formats.moment_text(note.reminder, context)
        tags.append(
            chip(when, theme, partial(context.show_dialog, "remind"), icon="alarm", id="reminder_chip")
        )
    tags.extend(
        chip(name, theme, partial(context.show_dialog, "labels"), icon="label", id="label_chip")
        for name in note.labels
    )
    return [column(*tags, gap=0, hidden=True)] if tags else []


def _edited(context: Context[Notes], note: Note) -> str:
    if note.shelf == "trash":
        return "In the trash"
    return f"Edited {formats.list_time(note.edited, context)}" if note.edited else "New note"


# -- keeping what is written --------------------------------


def _write(context: Context[Notes], note: Note) -> None:
    """Put what stands in the fields into a note."""
    before = note.model_dump()
    note.title = context.field("title", note.title).text
    if note.items:
        for index, item in enumerate(note.items):
            item.text = context.field(f"item{index}", item.text).text
    else:
        note.body = context.field("body", note.body).text
    if note.model_dump() != before:
        note.edited = context.now()


def keep(context: Context[Notes]) -> Note | None:
    """Keep what was written so far; None for a new note with nothing on it."""
    note = note_of(context)
    _write(context, note)
    if note.id == 0:
        if note.empty:
            return None
        context.args["id"] = context.state.add(note, context.now()).id
    return note


def keep_quietly(context: Context[Notes]) -> None:
    """Keep what was written when the screen is left."""
    note = keep(context)
    if note is not None:
        note.items = [item for item in note.items if item.text.strip()]
        if note.empty and note.shelf == "notes":
            context.state.remove(note.id)
            context.args["id"] = 0
            context.toast("Empty note discarded")


def leave(context: Context[Notes]) -> None:
    """Leave the note; it is kept on the way."""
    context.finish()


def _turn(context: Context[Notes]) -> None:
    """Make a checklist of the text, or a text of the checklist."""
    note = keep(context)
    if note is None:
        note = context.state.add(Note(title=context.field("title").text), context.now())
        context.args["id"] = note.id
    if note.items:
        note.body, note.items = "\n".join(item.text for item in note.items), []
    else:
        note.items = [Item(text=line) for line in note.body.splitlines() if line.strip()] or [Item(text="")]
        note.body = ""
    note.edited = context.now()
    context.forget(*list(context.activity.fields))


def _add_item(context: Context[Notes]) -> None:
    note = keep(context)
    if note is None:
        return
    note.items.append(Item(text=""))
    context.edit(f"item{len(note.items) - 1}")
