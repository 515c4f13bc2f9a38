"""The list of conversations, the archive, and the search."""

from __future__ import annotations

from collections.abc import Sequence

from crab_android.phone.kit import (
    BODY,
    LABEL,
    LABEL_LARGE,
    MATCH,
    TITLE,
    TITLE_LARGE,
    Align,
    Callers,
    Context,
    Handler,
    Popup,
    View,
    avatar,
    closing,
    column,
    confirm,
    empty_state,
    formats,
    icon_badge,
    icon_button,
    label,
    lazy_list,
    list_row,
    menu,
    overflow,
    row,
    sheet,
    space,
    stack,
    top_bar,
)

from .blocking import block as block_numbers
from .model import Conversation, Messages
from .post import see


def conversation_list(context: Context[Messages]) -> View:
    """The app's main screen."""
    theme = context.theme

    def search() -> None:
        context.open("search")
        context.edit("query")

    bar = row(
        label(
            "Messages",
            TITLE_LARGE._replace(size=26, height=34),
            theme.on_surface,
            id="toolbar_title",
            weight=1,
        ),
        icon_button("search", "Search messages", theme.on_surface_variant, search, id="action_search"),
        overflow(context),
        cls="android.view.ViewGroup",
        id="toolbar",
        width=MATCH,
        height=64,
        pad=(20, 0, 4, 0),
    )
    shown = context.state.in_order()
    if shown:
        body = _rows(context, shown, foot=96 + context.foot)
    else:
        hint = "Conversations appear here as soon as you write or get a message"
        body = column(empty_state(theme, "chat", "No messages yet", hint), width=MATCH, weight=1, hidden=True)
    start = row(
        View(icon="chat", icon_size=24, color=theme.on_primary_container, hidden=True),
        label("Start chat", LABEL_LARGE, theme.on_primary_container, id="fab_label"),
        cls="android.widget.Button",
        id="start_new_conversation_button",
        desc="Start chat",
        height=56,
        gap=12,
        pad=(18, 0, 20, 0),
        radius=18,
        fill=theme.primary_container,
        shadow=True,
        on_tap=lambda: _start(context),
    )
    corner = stack(
        start,
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 16, 16 + context.foot),
        hidden=True,
    )
    return stack(column(bar, body, width=MATCH, height=MATCH, hidden=True), corner, width=MATCH, height=MATCH)


def _start(context: Context[Messages]) -> None:
    context.open("new")
    context.edit("to")


def _rows(context: Context[Messages], entries: Sequence[Conversation], foot: float = 16) -> View:
    callers = Callers(context)

    def build(index: int) -> View:
        return space() if index == len(entries) else conversation_row(context, entries[index], callers)

    def height(index: int) -> float:
        return foot if index == len(entries) else 76

    return lazy_list(context, "conversations", len(entries) + 1, height, build, id="conversation_list")


def title_of(entry: Conversation, callers: Callers) -> str:
    """Whom a conversation is with; of several, the given names."""
    names = [callers.name(number) for number in entry.numbers]
    return names[0] if len(names) == 1 else ", ".join(name.split(" ")[0] for name in names)


def face(entry: Conversation, callers: Callers, size: float = 48) -> View:
    """The picture of a conversation."""
    if len(entry.numbers) > 1:
        return icon_badge("people", 0xFF5B5F9C, size)
    return avatar(title_of(entry, callers), size)


def conversation_row(context: Context[Messages], entry: Conversation, callers: Callers) -> View:
    """A conversation in the list."""
    theme = context.theme
    unread = entry.unread
    strong = theme.on_surface if unread else theme.on_surface_variant
    name = label(
        title_of(entry, callers),
        TITLE._replace(weight=700 if unread else 400),
        theme.on_surface,
        id="conversation_name",
        weight=1,
    )
    when = label(
        formats.list_time(entry.last.when, context) if entry.last else "",
        LABEL._replace(weight=700 if unread else 400),
        theme.primary if unread else theme.on_surface_variant,
        id="conversation_timestamp",
    )
    snippet = label(
        _snippet(entry, callers),
        BODY._replace(weight=700 if unread else 400),
        theme.primary if entry.draft else strong,
        id="conversation_snippet",
        weight=1,
    )
    signs = [
        View(icon=icon, icon_size=16, color=theme.on_surface_variant, desc=desc)
        for icon, desc, on in (
            ("push_pin", "Pinned", entry.pinned),
            ("mute", "Notifications off", entry.muted),
        )
        if on
    ]
    if unread:
        signs.append(_count(context, unread))
    return row(
        face(entry, callers),
        column(
            row(name, when, width=MATCH, gap=8, hidden=True),
            row(snippet, *signs, width=MATCH, gap=8, hidden=True),
            weight=1,
            gap=2,
            hidden=True,
        ),
        id="conversation_row",
        width=MATCH,
        gap=16,
        pad=(16, 8, 20, 8),
        on_tap=lambda: context.open("conversation", thread=entry.id),
        on_long_tap=lambda: context.show_dialog("actions", thread=entry.id),
    )


def _count(context: Context[Messages], unread: int) -> View:
    theme = context.theme
    return label(
        str(unread),
        LABEL._replace(size=11),
        theme.on_primary,
        id="unread_count",
        desc=f"{unread} unread",
        fill=theme.primary,
        radius=10,
        height=20,
        pad=(7, 0, 7, 0),
        text_align=Align.CENTER,
    )


def _snippet(entry: Conversation, callers: Callers) -> str:
    if entry.draft:
        return f"Draft: {entry.draft}"
    last = entry.last
    if last is None:
        return ""
    text = " ".join(last.body.split()) or "Picture"
    if last.failed:
        return f"Not sent: {text}"
    if last.sent:
        return f"You: {text}"
    if len(entry.numbers) > 1:
        return f"{callers.name(last.address).split(' ')[0]}: {text}"
    return text


def list_menu(context: Context[Messages]) -> Popup:
    """The menu of the list."""

    def read_all() -> None:
        for entry in context.state.conversations:
            see(context, entry)
        context.toast("All messages marked as read")

    return menu(
        context,
        ("action_mark_all_read", "Mark all as read", read_all),
        ("action_archived", "Archived", lambda: context.open("archived")),
        ("action_blocked", "Blocked numbers", lambda: context.open("blocked")),
        ("action_settings", "Settings", lambda: context.open("settings")),
    )


def actions(context: Context[Messages]) -> Popup:
    """What can be done with a conversation on a long press."""
    theme = context.theme
    entry = context.state.get(int(context.dialog["thread"]))
    if entry is None:
        return sheet(context)

    def pin() -> None:
        entry.pinned = not entry.pinned

    def archive() -> None:
        entry.archived = not entry.archived
        context.toast("Conversation archived" if entry.archived else "Conversation unarchived")

    def read() -> None:
        if entry.unread:
            see(context, entry)
        else:
            mark_unread(entry)

    def ask(name: str) -> Handler:
        return lambda: context.show_dialog(name, thread=entry.id)

    def item(id_: str, icon: str, text: str, handler: Handler) -> View:
        mark = View(icon=icon, color=theme.on_surface_variant, width=24, height=24, hidden=True)
        return list_row(theme, text, start=mark, id=id_, on_tap=closing(context, handler), pad=(24, 8, 24, 8))

    callers = Callers(context)
    return sheet(
        context,
        row(
            face(entry, callers, 40),
            label(title_of(entry, callers), TITLE, theme.on_surface, id="sheet_title", weight=1, lines=2),
            width=MATCH,
            gap=16,
            pad=(20, 0, 24, 12),
            hidden=True,
        ),
        item("action_pin", "unpin" if entry.pinned else "push_pin", "Unpin" if entry.pinned else "Pin", pin),
        item(
            "action_read",
            "mail_open" if entry.unread else "mail",
            "Mark as read" if entry.unread else "Mark as unread",
            read,
        ),
        item("action_archive", "archive", "Unarchive" if entry.archived else "Archive", archive),
        item("action_block", "block", "Block", ask("block")),
        item("action_delete", "delete", "Delete", ask("delete")),
    )


def mark_unread(entry: Conversation) -> None:
    """Show a conversation as new, by its last message that came in."""
    for message in reversed(entry.messages):
        if not message.sent:
            message.read = False
            return


def _asked(context: Context[Messages]) -> int:
    return int(context.dialog.get("thread") or context.args.get("thread") or 0)


def confirm_delete(context: Context[Messages]) -> Popup:
    """The question before a conversation is deleted."""
    number = _asked(context)

    def delete() -> None:
        context.state.remove(number)
        # What was being written goes too, instead of becoming a draft.
        context.forget("compose")
        context.args.pop("body", None)
        _leave(context)
        context.toast("Conversation deleted")

    message = "All its messages will be deleted from this device."
    return confirm(context, "Delete this conversation?", message, "Delete", delete)


def confirm_block(context: Context[Messages]) -> Popup:
    """The question before somebody is blocked."""
    entry = context.state.get(_asked(context))
    numbers = entry.numbers if entry else []
    callers = Callers(context)

    def block() -> None:
        if entry is not None:
            entry.archived = True
            see(context, entry)
        _leave(context)
        block_numbers(context, numbers)

    names = ", ".join(callers.name(number) for number in numbers)
    message = "You will no longer get messages from this number, and the conversation is archived."
    return confirm(context, f"Block {names}?", message, "Block", block)


def _leave(context: Context[Messages]) -> None:
    """Back to the list from the screens of a conversation that is not there any more."""
    while context.phone.activity.screen in ("details", "conversation"):
        context.finish()


def archived(context: Context[Messages]) -> View:
    """The conversations that were put away."""
    theme = context.theme
    shown = context.state.in_order(archived=True)
    if shown:
        body = _rows(context, shown)
    else:
        hint = "Archive a conversation to keep it out of the list"
        body = column(
            empty_state(theme, "archive", "Nothing archived", hint), width=MATCH, weight=1, hidden=True
        )
    return column(top_bar("Archived", theme, context.finish), body, width=MATCH, height=MATCH)
