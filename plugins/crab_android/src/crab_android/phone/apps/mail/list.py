"""The main screen: the mails of a folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from crab_android.phone.kit import (
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    Handler,
    TextStyle,
    View,
    avatar,
    column,
    empty_state,
    icon_button,
    label,
    lazy_list,
    overflow,
    row,
    stack,
)

from .entries import Entry, delete, entries_of, mark, move, must_ask
from .model import FOLDERS, NOBODY, Address, MailState, Message
from .rows import ROW, mail_row

Ctx = Context[MailState]

_EMPTY = {
    "inbox": ("Nothing in your inbox", "New mails will be here"),
    "starred": ("No starred mails", "Tap the star of a mail that you want to find again"),
    "drafts": ("No drafts", "What you do not finish is kept here"),
    "trash": ("The trash is empty", ""),
    "spam": ("No spam", "Hooray"),
}


def folder_of(context: Ctx) -> str:
    """The folder that is shown."""
    folder = str(context.args.get("folder", "inbox"))
    return folder if folder in FOLDERS else "inbox"


def chosen(context: Ctx) -> list[Entry]:
    """The rows that are selected."""
    numbers = context.args.get("selected", [])
    return [entry for entry in entries_of(context.state, folder_of(context)) if entry.newest.id in numbers]


def chosen_messages(context: Ctx) -> list[Message]:
    """The mails that the selected rows stand for."""
    return [message for entry in chosen(context) for message in entry.messages]


def clear(context: Ctx) -> None:
    """Select nothing."""
    context.args.pop("selected", None)


def opened(context: Ctx) -> None:
    """A mailbox whose data were cleared belongs to the phone's owner again."""
    if context.state.account.mail == NOBODY:
        owner = context.system.owner
        context.state.account = Address(mail=owner.mail or NOBODY, name=owner.name)


def build(context: Ctx) -> View:
    """The screen."""
    theme, folder = context.theme, folder_of(context)
    entries = entries_of(context.state, folder)
    selected: list[int] = context.args.get("selected", [])
    count = context.state.unread(folder)
    told = f"{count} unread" if folder != "drafts" else ""
    heading = row(
        label(FOLDERS[folder][0], LABEL_LARGE, theme.on_surface_variant, id="folder_name", weight=1),
        label(told if count else "", LABEL_LARGE, theme.primary, id="unread_count"),
        width=MATCH,
        pad=(20, 4, 20, 4),
        hidden=True,
    )
    body: View
    if entries:
        body = lazy_list(
            context,
            f"mails_{folder}",
            len(entries),
            ROW,
            lambda index: _entry(context, entries[index], folder, selected),
            id="conversation_list_view",
            pad=(4, 0, 4, 96 + context.foot),
        )
    else:
        title, hint = _EMPTY.get(folder, (f"Nothing in {FOLDERS[folder][0]}", ""))
        body = column(empty_state(theme, FOLDERS[folder][1], title, hint), width=MATCH, weight=1, hidden=True)
    bar = _selection_bar(context, selected) if selected else _search_pill(context)
    content = column(bar, heading, body, width=MATCH, height=MATCH, hidden=True)
    return stack(content, *([] if selected else [_compose(context)]), width=MATCH, height=MATCH)


def _entry(context: Ctx, entry: Entry, folder: str, selected: Sequence[int]) -> View:
    number = entry.newest.id

    def toggle() -> None:
        kept = [one for one in selected if one != number]
        context.args["selected"] = kept if number in selected else [*kept, number]

    def open_entry() -> None:
        if selected:
            toggle()
        elif entry.newest.mailbox == "drafts":
            context.open("compose", draft=number)
        else:
            context.open("message", id=number, folder=folder)

    return mail_row(context, entry, folder, selected=number in selected, on_tap=open_entry, on_select=toggle)


def _compose(context: Ctx) -> View:
    theme = context.theme
    button = row(
        View(icon="edit", color=theme.on_primary_container, width=24, height=24, hidden=True),
        label("Compose", LABEL_LARGE._replace(size=15), theme.on_primary_container, id="compose_text"),
        cls="android.widget.Button",
        id="compose_button",
        desc="Compose",
        height=56,
        pad=(18, 0, 22, 0),
        gap=12,
        radius=18,
        fill=theme.primary_container,
        shadow=True,
        on_tap=lambda: context.open("compose"),
    )
    return stack(
        button,
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 16, 20 + context.foot),
        hidden=True,
    )


def _search_pill(context: Ctx) -> View:
    theme = context.theme
    pill = row(
        icon_button(
            "menu", "Open folders", theme.on_surface, lambda: context.show_dialog("folders"), "open_folders"
        ),
        label(
            "Search in mail",
            BODY_LARGE,
            theme.on_surface_variant,
            id="open_search",
            weight=1,
            min_height=52,
            on_tap=lambda: context.open("search"),
        ),
        overflow(context),
        stack(avatar(context.state.account.shown, 32), pad=(0, 0, 8, 0), hidden=True),
        id="open_search_bar",
        width=MATCH,
        min_height=54,
        pad=(4, 0, 4, 0),
        radius=27,
        fill=theme.surface_container,
    )
    return row(pill, width=MATCH, pad=(16, 8, 16, 6), hidden=True)


def _selection_bar(context: Ctx, selected: Sequence[int]) -> View:
    theme, messages = context.theme, chosen_messages(context)
    unread = any(not message.read for message in messages)

    def act(handler: Any, *values: Any, **more: Any) -> None:
        handler(context, messages, *values, **more)
        clear(context)

    def delete_all() -> None:
        if must_ask(context, messages):
            context.show_dialog("delete")
        else:
            act(delete)

    def tool(icon: str, desc: str, id: str, handler: Handler) -> View:
        return icon_button(icon, desc, theme.on_surface, handler, id=id)

    return row(
        tool("close", "Clear selection", "action_mode_close_button", partial(clear, context)),
        label(str(len(selected)), TextStyle(20, 26), theme.on_surface, id="selection_count", weight=1),
        tool("archive", "Archive", "archive", partial(act, move, "archive")),
        tool("delete", "Delete", "delete", delete_all),
        tool(
            "mail_open" if unread else "mail",
            "Mark read" if unread else "Mark unread",
            "toggle_read_unread",
            partial(act, mark, read=unread),
        ),
        icon_button(
            "more",
            "More options",
            theme.on_surface,
            lambda: context.show_dialog("selection_menu"),
            id="action_menu",
        ),
        cls="android.view.ViewGroup",
        id="action_mode_bar",
        width=MATCH,
        height=68,
        pad=(8, 6, 8, 6),
        gap=0,
        fill=theme.surface_container,
    )


def back(context: Ctx) -> bool:
    """Back ends the selection, then leads to the inbox."""
    if context.args.get("selected"):
        clear(context)
        return True
    if folder_of(context) != "inbox":
        context.args.pop("folder")
        return True
    return False
