"""The settings of Mail."""

from __future__ import annotations

from crab_android.phone.kit import (
    MATCH,
    Context,
    Popup,
    View,
    button,
    choice,
    column,
    dialog_card,
    list_row,
    outlined,
    scroll,
    section,
    switch,
    text_input,
    top_bar,
)

from .model import MailState

Ctx = Context[MailState]

_REPLIES = {"reply": "Reply", "reply_all": "Reply all"}


def build(context: Ctx) -> View:
    """The screen."""
    theme, chosen = context.theme, context.state.preferences

    def toggle(name: str) -> None:
        setattr(chosen, name, not getattr(chosen, name))

    def flag(name: str, title: str, detail: str = "") -> View:
        return list_row(
            theme,
            title,
            detail,
            end=switch(getattr(chosen, name), theme, lambda: toggle(name), id=f"switch_{name}", desc=title),
            on_tap=lambda: toggle(name),
            id=f"pref_{name}",
        )

    def signature() -> None:
        context.show_dialog("signature")
        context.edit("signature", chosen.signature)

    account = context.state.account
    return column(
        top_bar("Settings", theme, context.finish),
        scroll(
            context,
            "settings",
            section("Account", theme),
            list_row(theme, account.name or "Account", account.mail, id="pref_account"),
            list_row(
                theme,
                "Signature",
                chosen.signature or "Not set",
                on_tap=signature,
                id="pref_signature",
            ),
            section("Reading", theme),
            flag("conversations", "Conversation view", "Group mails of one conversation"),
            list_row(
                theme,
                "Default reply action",
                _REPLIES[chosen.reply],
                on_tap=lambda: context.show_dialog("reply"),
                id="pref_reply",
            ),
            section("Notifications", theme),
            flag("notifications", "New mail", "Show a notification when a mail comes"),
            section("Ask first", theme),
            flag("confirm_delete", "Confirm before deleting"),
            flag("confirm_send", "Confirm before sending"),
            id="settings_list",
        ),
        width=MATCH,
        height=MATCH,
    )


def signature_dialog(context: Ctx) -> Popup:
    """What stands below every mail that is written; it may be empty."""
    theme, chosen = context.theme, context.state.preferences
    entry = text_input(context, "signature", "Signature", initial=chosen.signature, lines=6)

    def save() -> None:
        chosen.signature = context.field("signature", chosen.signature).text.strip()
        leave()

    def leave() -> None:
        context.forget("signature")
        context.dismiss()

    buttons = (
        button("Cancel", theme, leave, id="android:id/button2"),
        button("OK", theme, save, id="android:id/button1"),
    )
    return Popup(dialog_card(theme, "Signature", outlined(entry, theme), buttons=buttons))


def reply_dialog(context: Ctx) -> Popup:
    """What the first button below a mail does."""
    chosen = context.state.preferences

    def choose(key: str) -> None:
        chosen.reply = "reply_all" if key == "reply_all" else "reply"

    return choice(context, "Default reply action", list(_REPLIES.items()), chosen.reply, choose)
