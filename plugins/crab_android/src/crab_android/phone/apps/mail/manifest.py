"""Mail, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Filter, Lead, Screen, intents

from . import compose, draft, icon, list_dialogs, message, message_dialogs, search, settings
from . import list as mails
from .model import MailState
from .provider import AUTHORITY, TABLES
from .seeding import on_boot, seed_mail
from .sending import ARCHIVE, MARK_READ, archive_received, on_time, read_received

APP = App(
    package="com.android.email",
    label="Mail",
    icon=icon.draw,
    state=MailState,
    screens={
        "list": Screen(
            ".MailActivity",
            mails.build,
            dialogs={
                "folders": list_dialogs.folders,
                "menu": list_dialogs.list_menu,
                "selection_menu": list_dialogs.selection_menu,
                "move": list_dialogs.move_dialog,
                "delete": list_dialogs.delete_dialog,
                "empty": list_dialogs.empty_dialog,
            },
            back=mails.back,
            opened=mails.opened,
            edge_to_edge=True,
            leads=(
                Lead("message", id="conversation_item"),
                Lead("compose", id="compose_button"),
                Lead("search", id="open_search"),
                Lead("#folders", id="open_folders"),
                Lead("#menu", id="action_menu"),
                Lead("settings", id="drawer_settings", first=("id=open_folders",)),
                Lead("#selection_menu", id="action_menu", first=("id=contact_image",)),
                Lead("#move", id="move_to", first=("id=contact_image", "id=action_menu")),
                Lead(
                    "#delete", id="delete", first=("id=open_folders", "id=folder_trash", "id=contact_image")
                ),
                Lead(
                    "#empty", id="menu_empty", first=("id=open_folders", "id=folder_trash", "id=action_menu")
                ),
            ),
        ),
        "message": Screen(
            ".ConversationActivity",
            message.build,
            dialogs={
                "menu": message_dialogs.message_menu,
                "move": message_dialogs.move_dialog,
                "delete": message_dialogs.delete_dialog,
            },
            opened=message.opened,
            leads=(
                Lead("#menu", id="action_menu"),
                Lead("#move", id="move_to", first=("id=action_menu",)),
                Lead("#delete", id="delete_forever", first=("id=action_menu",)),
                Lead("compose", id="reply_button"),
                Lead("<", id="archive"),
            ),
        ),
        "compose": Screen(
            ".ComposeActivityEmail",
            compose.build,
            dialogs={
                "menu": compose.compose_menu,
                "check": compose.check_dialog,
                "leave": compose.leave_dialog,
            },
            back=compose.back,
            opened=draft.opened,
            results={"attached": draft.attached},
            leads=(
                Lead("#menu", id="action_menu"),
                Lead("#check", id="send"),
                Lead("#leave", id="compose_close", first=("id=subject", "type=Hello")),
                Lead("settings", id="settings", first=("id=action_menu",)),
            ),
        ),
        "search": Screen(".SearchActivity", search.build, opened=search.opened),
        "settings": Screen(
            ".EmailPreferenceActivity",
            settings.build,
            dialogs={"signature": settings.signature_dialog, "reply": settings.reply_dialog},
            leads=(Lead("#signature", id="pref_signature"), Lead("#reply", id="pref_reply")),
        ),
    },
    main="list",
    seed=seed_mail,
    world="mail",
    color=0xFFD5482B,
    version="16.2",
    permissions=("android.permission.READ_CONTACTS", "android.permission.POST_NOTIFICATIONS"),
    filters=(
        Filter(
            intents.SENDTO,
            "compose",
            schemes=("mailto",),
            args=draft.mailto_arguments,
            example="mailto:ada@mail.test?subject=Hello",
        ),
        Filter(
            intents.VIEW,
            "compose",
            schemes=("mailto",),
            args=draft.mailto_arguments,
            example="mailto:ada@mail.test",
        ),
        Filter(intents.SEND, "compose", types=("*/*",), args=draft.send_arguments),
        Filter(
            intents.VIEW,
            "message",
            schemes=("content",),
            hosts=(AUTHORITY,),
            paths=("/messages/*",),
            args=message.message_arguments,
            example=f"content://{AUTHORITY}/messages/1",
        ),
    ),
    receivers={ARCHIVE: archive_received, MARK_READ: read_received},
    providers={AUTHORITY: TABLES},
    on_time=on_time,
    on_boot=on_boot,
)
