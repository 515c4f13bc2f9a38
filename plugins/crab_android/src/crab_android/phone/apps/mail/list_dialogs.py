"""The drawer with the folders, the menus and the questions of the main screen."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    LABEL_LARGE,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Handler,
    Popup,
    View,
    avatar,
    choice,
    closing,
    column,
    confirm,
    divider,
    label,
    menu,
    row,
)

from .entries import delete, mark, move, remove
from .list import chosen_messages, clear, folder_of
from .model import FOLDERS, MAILBOXES, MailState

Ctx = Context[MailState]


def folders(context: Ctx) -> Popup:
    """The drawer: the account, its folders, and the settings."""
    theme, account = context.theme, context.state.account
    head = row(
        avatar(account.shown, 44),
        column(
            label(
                account.name or "Mail",
                TITLE_LARGE._replace(size=18, height=24),
                theme.on_surface,
                id="account_name",
            ),
            label(account.mail, BODY, theme.on_surface_variant, id="account_address"),
            weight=1,
            hidden=True,
        ),
        width=MATCH,
        gap=14,
        pad=(16, 8, 12, 14),
        hidden=True,
    )
    drawer = column(
        head,
        *(_folder(context, name) for name in FOLDERS),
        row(divider(theme), width=MATCH, pad=(16, 8, 16, 8), hidden=True),
        _line(
            context,
            "settings",
            "Settings",
            "",
            "drawer_settings",
            closing(context, lambda: context.open("settings")),
        ),
        cls="android.widget.ListView",
        id="folders_list",
        width=300,
        height=MATCH,
        pad=(12, 16, 12, 16),
        radius=28,
        fill=theme.surface_low,
        scroll_key="folders",
        scroll_y=context.activity.scroll.get("folders", 0),
    )
    # What is beside the drawer closes it.
    rest = View(weight=1, height=MATCH, on_tap=context.dismiss, hidden=True)
    return Popup(row(drawer, rest, width=MATCH, height=MATCH, align=Align.START, hidden=True))


def _folder(context: Ctx, name: str) -> View:
    text, icon = FOLDERS[name]
    count = context.state.unread(name) if name in ("inbox", "drafts", "spam") else 0

    def show() -> None:
        clear(context)
        context.args["folder"] = name

    return _line(
        context,
        icon,
        text,
        str(count) if count else "",
        f"folder_{name}",
        closing(context, show),
        selected=name == folder_of(context),
    )


def _line(
    context: Ctx, icon: str, text: str, count: str, id: str, on_tap: Handler, *, selected: bool = False
) -> View:
    theme = context.theme
    color = theme.on_secondary_container if selected else theme.on_surface_variant
    return row(
        View(icon=icon, color=color, width=24, height=24, hidden=True),
        label(text, LABEL_LARGE._replace(size=15), color, id="name", weight=1),
        *([label(count, LABEL_LARGE, color, id="unread")] if count else []),
        id=id,
        width=MATCH,
        min_height=52,
        gap=16,
        pad=(16, 0, 20, 0),
        radius=26,
        fill=theme.secondary_container if selected else None,
        selected=selected,
        on_tap=on_tap,
    )


def list_menu(context: Ctx) -> Popup:
    """The menu of a folder."""
    folder = folder_of(context)
    found = context.state.in_folder(folder)

    def select_all() -> None:
        context.args["selected"] = [message.id for message in found]

    entries: list[tuple[str, str, Handler]] = [
        ("menu_refresh", "Refresh", lambda: context.toast("Mail is up to date")),
        ("menu_select_all", "Select all", select_all),
        ("menu_mark_all_read", "Mark all as read", partial(mark, context, found, read=True)),
    ]
    if folder in ("trash", "spam"):
        name = FOLDERS[folder][0].lower()
        entries.append(("menu_empty", f"Empty {name}", lambda: context.show_dialog("empty")))
    entries.append(("menu_settings", "Settings", lambda: context.open("settings")))
    return menu(context, *entries)


def selection_menu(context: Ctx) -> Popup:
    """What else can be done with the selected mails."""
    messages, folder = chosen_messages(context), folder_of(context)
    starred = any(message.starred for message in messages)

    def star() -> None:
        for message in messages:
            message.starred = not starred
        clear(context)

    def spam() -> None:
        move(context, messages, "inbox" if folder == "spam" else "spam")
        clear(context)

    def select_all() -> None:
        context.args["selected"] = [message.id for message in context.state.in_folder(folder)]

    return menu(
        context,
        ("move_to", "Move to", lambda: context.show_dialog("move")),
        ("menu_star", "Remove star" if starred else "Add star", star),
        ("report_spam", "Not spam" if folder == "spam" else "Report spam", spam),
        ("menu_select_all", "Select all", select_all),
    )


def move_dialog(context: Ctx) -> Popup:
    """The folder that the selected mails go to."""
    messages, folder = chosen_messages(context), folder_of(context)

    def choose(name: str) -> None:
        move(context, messages, next(known for known in MAILBOXES if known == name))
        clear(context)

    options = [(name, FOLDERS[name][0]) for name in MAILBOXES if name not in ("sent", "drafts", folder)]
    return choice(context, "Move to", options, "", choose)


def delete_dialog(context: Ctx) -> Popup:
    """The question before the selected mails are deleted."""
    messages = chosen_messages(context)
    count = len(messages)
    forever = any(message.mailbox in ("trash", "drafts") for message in messages)

    def done() -> None:
        delete(context, messages)
        clear(context)

    text = "They are deleted for ever." if forever else "They are moved to Trash."
    return confirm(context, f"Delete {count} message{'' if count == 1 else 's'}?", text, "Delete", done)


def empty_dialog(context: Ctx) -> Popup:
    """The question before a folder is emptied."""
    folder = folder_of(context)
    found = context.state.in_folder(folder)
    return confirm(
        context,
        f"Empty {FOLDERS[folder][0].lower()}?",
        f"{len(found)} message{'' if len(found) == 1 else 's'} will be deleted for ever.",
        "Empty",
        partial(remove, context, found),
    )
