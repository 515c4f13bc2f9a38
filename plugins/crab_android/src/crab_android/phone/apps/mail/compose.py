"""The screen on which a mail is written."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    TITLE_LARGE,
    Context,
    Handler,
    Intent,
    Popup,
    View,
    button,
    checkbox,
    column,
    confirm,
    dialog_card,
    divider,
    formats,
    icon_button,
    intents,
    label,
    menu,
    overflow,
    row,
    scroll,
    space,
    text_input,
)

from .addresses import suggestions
from .draft import Draft, changed, draft_of, keep, post, put_aside, take_typed
from .files import icon_of
from .model import Attachment, MailState
from .recipients import NAMES, SIDE, recipients, suggestion

Ctx = Context[MailState]


def build(context: Ctx) -> View:
    """The screen."""
    theme, draft = context.theme, draft_of(context)

    def tool(icon: str, desc: str, id: str, handler: Handler) -> View:
        return icon_button(icon, desc, theme.on_surface, handler, id=id)

    bar = row(
        tool("back", "Navigate up", "compose_close", partial(leave, context)),
        label("Compose", TITLE_LARGE, theme.on_surface, id="toolbar_title", weight=1, pad=(4, 0, 0, 0)),
        tool("attach", "Attach file", "add_attachment", partial(_attach, context)),
        tool("send", "Send", "send", partial(try_send, context)),
        overflow(context),
        cls="android.view.ViewGroup",
        id="toolbar",
        width=MATCH,
        height=64,
        pad=(4, 0, 4, 0),
    )
    typing = next((name for name in NAMES if context.activity.focus == name), "")
    typed = context.field(typing).text if typing else ""
    parts = [recipients(context, draft, "to")]
    if draft.more or draft.cc or draft.bcc:
        parts += [recipients(context, draft, "cc"), recipients(context, draft, "bcc")]
    offered = (
        suggestions(context, typed, {one.mail.lower() for one in draft.people(typing)}) if typing else []
    )
    if offered:
        parts += [suggestion(context, draft, typing, one) for one in offered]
    else:
        parts += _texts(context, draft)
    return column(bar, scroll(context, "compose", *parts, id="compose_scroll"), width=MATCH, height=MATCH)


def _texts(context: Ctx, draft: Draft) -> list[View]:
    theme = context.theme
    sender = row(
        label("From", BODY, theme.on_surface_variant, width=SIDE - 16),
        label(context.state.account.mail, BODY_LARGE, theme.on_surface, id="from_account_name", weight=1),
        width=MATCH,
        min_height=52,
        pad=(20, 0, 16, 0),
        hidden=True,
    )
    subject = text_input(context, "subject", "Subject", min_height=52, lines=1)
    subject.pad = (0, 14, 0, 14)
    body = text_input(context, "body", "Compose email", lines=400, min_height=56)
    body.pad = (20, 16, 20, 4)
    # What is below the text belongs to it too.
    below = View(
        width=MATCH, height=40 if draft.quote else 140, on_tap=partial(_into_body, context), hidden=True
    )
    views: list[View] = [
        sender,
        divider(theme),
        row(subject, width=MATCH, pad=(20, 0, 20, 0), hidden=True),
        divider(theme),
        *(_file(context, draft, file) for file in draft.files),
        body,
        below,
    ]
    if draft.quote:
        views += _quote(context, draft)
    views.append(space(height=24))
    return views


def _into_body(context: Ctx) -> None:
    context.edit("body")


# -- files and the quote --------------------------------


def _attach(context: Ctx) -> None:
    context.start_for_result("attached", Intent(action=intents.GET_CONTENT, type="*/*"))


def _file(context: Ctx, draft: Draft, file: Attachment) -> View:
    theme = context.theme

    def remove() -> None:
        draft.files = [one for one in draft.files if one != file]
        keep(context, draft)

    line = row(
        View(icon=icon_of(file.mime), color=theme.primary, width=24, height=24, hidden=True),
        column(
            label(file.name, BODY_LARGE, theme.on_surface, id="attachment_name", width=MATCH),
            label(
                formats.size_text(file.size, formats.locale_of(context)),
                BODY,
                theme.on_surface_variant,
                id="attachment_size",
            ),
            weight=1,
            hidden=True,
        ),
        icon_button("close", f"Remove {file.name}", theme.on_surface_variant, remove, id="remove_attachment"),
        id="attachment_view",
        width=MATCH,
        min_height=60,
        gap=14,
        pad=(16, 4, 4, 4),
        radius=16,
        fill=theme.surface_container,
    )
    return row(line, width=MATCH, pad=(16, 8, 16, 0), hidden=True)


def _quote(context: Ctx, draft: Draft) -> list[View]:
    theme = context.theme

    def toggle() -> None:
        draft.quoting = not draft.quoting
        keep(context, draft)

    def inline() -> None:
        text = f"{context.field('body').text}\n\n{draft.quote}"
        draft.quote = ""
        keep(context, draft)
        context.fill("body", text)
        context.edit("body")

    head = row(
        checkbox(draft.quoting, theme, toggle, id="hide_quoted_text", desc="Quote text"),
        label("Quote text", BODY_LARGE, theme.on_surface, id="quoted_text_label", weight=1),
        button("Respond inline", theme, inline, id="respond_inline_button"),
        width=MATCH,
        pad=(8, 0, 12, 0),
    )
    if not draft.quoting:
        return [divider(theme), head]
    text = label(
        draft.quote,
        BODY,
        theme.on_surface_variant,
        id="quoted_text",
        lines=200,
        width=MATCH,
        pad=(20, 0, 20, 0),
    )
    return [divider(theme), head, text]


# -- leaving --------------------------------


def try_send(context: Ctx) -> None:
    """Send the mail; ask first where something is missing, or where the user wants to be asked."""
    wrong = take_typed(context)
    draft = draft_of(context)
    if wrong:
        context.show_dialog("check", problem=f"“{wrong}” is no mail address.")
    elif not (draft.to or draft.cc or draft.bcc):
        context.show_dialog("check", problem="Add at least one recipient.")
    elif context.state.preferences.confirm_send:
        context.show_dialog("check")
    else:
        post(context)


def check_dialog(context: Ctx) -> Popup:
    """What is wrong with the mail, or the question before it is sent."""
    problem = context.dialog.get("problem", "")
    if problem:
        return confirm(context, "Cannot send", problem, "OK", lambda: None, cancel="")
    return confirm(context, "Send this message?", "", "Send", partial(post, context))


def compose_menu(context: Ctx) -> Popup:
    """The menu of the compose screen."""
    return menu(
        context,
        ("save_draft", "Save draft", partial(put_aside, context)),
        ("discard", "Discard", partial(context.show_dialog, "leave")),
        ("settings", "Settings", partial(context.open, "settings")),
    )


def leave(context: Ctx) -> None:
    """Leave; ask first what shall become of what was written."""
    if changed(context):
        context.show_dialog("leave")
    else:
        context.finish()


def back(context: Ctx) -> bool:
    """The back key asks as the arrow does."""
    if not changed(context):
        return False
    context.show_dialog("leave")
    return True


def leave_dialog(context: Ctx) -> Popup:
    """Whether what was written is kept as a draft."""
    theme = context.theme
    text = label(
        "You can find it in Drafts and finish it later.",
        BODY,
        theme.on_surface_variant,
        id="android:id/message",
        lines=3,
        width=MATCH,
    )

    def discard() -> None:
        context.dismiss()
        context.finish()
        context.toast("Message discarded")

    def save() -> None:
        context.dismiss()
        put_aside(context)

    buttons = (
        button("Discard", theme, discard, id="android:id/button2"),
        button("Save draft", theme, save, id="android:id/button1"),
    )
    return Popup(dialog_card(theme, "Save this message as a draft?", text, buttons=buttons))
