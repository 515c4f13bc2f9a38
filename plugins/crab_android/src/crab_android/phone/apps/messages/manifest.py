"""Messages, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Filter, Lead, Screen, intents

from . import icon
from .composer import attach_sheet, contact_chosen, picture_chosen
from .conversation import (
    confirm_delete_message,
    conversation,
    conversation_arguments,
    conversation_menu,
    keep_draft,
    message_details,
    message_sheet,
    open_conversation,
)
from .list import actions, archived, confirm_block, confirm_delete, conversation_list, list_menu
from .model import Messages
from .new import new_arguments, new_message
from .people import add_blocked, blocked, confirm_unblock, details, settings
from .post import MARK_READ, RECEIVED, deliver_due, deliver_scheduled, mark_read, sms_received
from .rows import CONVERSATIONS, SMS
from .search import search
from .seed import seed_messages

_OVER_LIST = {"actions": actions, "delete": confirm_delete, "block": confirm_block}
_ATTACHED = {"picture": picture_chosen, "contact": contact_chosen}
_SCHEMES = ("smsto", "sms", "mmsto", "mms")

APP = App(
    package="com.android.messaging",
    label="Messages",
    icon=icon.draw,
    state=Messages,
    screens={
        "list": Screen(
            ".ui.conversationlist.ConversationListActivity",
            conversation_list,
            dialogs={"menu": list_menu, **_OVER_LIST},
            edge_to_edge=True,
            leads=(
                Lead("conversation", id="conversation_row"),
                Lead("new", id="start_new_conversation_button"),
                Lead("search", id="action_search"),
                Lead("#menu", id="action_menu"),
                Lead("archived", id="action_archived", first=("id=action_menu",)),
                Lead("blocked", id="action_blocked", first=("id=action_menu",)),
                Lead("settings", id="action_settings", first=("id=action_menu",)),
                Lead("#actions", id="conversation_row", gesture="long_tap"),
                Lead("#delete", id="action_delete", first=("long=conversation_row",)),
                Lead("#block", id="action_block", first=("long=conversation_row",)),
            ),
        ),
        "conversation": Screen(
            ".ui.conversation.ConversationActivity",
            conversation,
            dialogs={
                "menu": conversation_menu,
                "attach": attach_sheet,
                "message": message_sheet,
                "message_details": message_details,
                "delete_message": confirm_delete_message,
                "delete": confirm_delete,
                "block": confirm_block,
            },
            on_pause=keep_draft,
            opened=open_conversation,
            results=_ATTACHED,
            leads=(
                Lead("details", id="conversation_header"),
                Lead("#menu", id="action_menu"),
                Lead("#attach", id="attach_media_button"),
                Lead("#message", id="message_text", gesture="long_tap"),
                Lead("#message_details", id="action_message_details", first=("long=message_text",)),
                Lead("#delete_message", id="action_delete_message", first=("long=message_text",)),
                Lead("#delete", id="action_delete", first=("id=action_menu",)),
                Lead("#block", id="action_block", first=("id=action_menu",)),
                Lead("com.android.contacts/pick", id="attach_contact", first=("id=attach_media_button",)),
                Lead("com.android.dialer/dialpad", id="action_call"),
            ),
        ),
        "new": Screen(
            ".ui.conversation.NewConversationActivity",
            new_message,
            dialogs={"attach": attach_sheet},
            results=_ATTACHED,
            leads=(Lead("#attach", id="attach_media_button"),),
        ),
        "details": Screen(
            ".ui.conversationsettings.PeopleAndOptionsActivity",
            details,
            dialogs={"delete": confirm_delete, "block": confirm_block},
            leads=(
                Lead("#delete", id="delete_row"),
                Lead("#block", id="block_row"),
                Lead("com.android.contacts/detail", id="person_row"),
            ),
        ),
        "search": Screen(
            ".ui.search.SearchActivity",
            search,
            dialogs=_OVER_LIST,
            leads=(
                Lead("conversation", id="search_hit", first=("type=you",)),
                Lead("#actions", id="conversation_row", gesture="long_tap", first=("type=a",)),
                Lead("#delete", id="action_delete", first=("type=a", "long=conversation_row")),
                Lead("#block", id="action_block", first=("type=a", "long=conversation_row")),
            ),
        ),
        "archived": Screen(
            ".ui.conversationlist.ArchivedConversationListActivity",
            archived,
            dialogs=_OVER_LIST,
            leads=(
                Lead("conversation", id="conversation_row"),
                Lead("#actions", id="conversation_row", gesture="long_tap"),
                Lead("#delete", id="action_delete", first=("long=conversation_row",)),
                Lead("#block", id="action_block", first=("long=conversation_row",)),
            ),
        ),
        "blocked": Screen(
            ".ui.BlockedParticipantsActivity",
            blocked,
            dialogs={"add": add_blocked, "unblock": confirm_unblock},
            leads=(
                Lead("#add", id="add_blocked"),
                Lead("#unblock", id="unblock_button"),
            ),
        ),
        "settings": Screen(
            ".ui.appsettings.ApplicationSettingsActivity",
            settings,
            leads=(Lead("blocked", id="setting_blocked"),),
        ),
    },
    main="list",
    seed=seed_messages,
    world="messages",
    color=0xFF1F5FD0,
    version="16.0.2",
    permissions=(
        "android.permission.READ_SMS",
        "android.permission.SEND_SMS",
        "android.permission.READ_CONTACTS",
        "android.permission.POST_NOTIFICATIONS",
    ),
    filters=(
        Filter(
            intents.SENDTO,
            "conversation",
            schemes=_SCHEMES,
            args=conversation_arguments,
            example="smsto:+12025550142",
        ),
        Filter(intents.VIEW, "conversation", schemes=_SCHEMES, args=conversation_arguments),
        Filter(intents.SEND, "new", types=("text/*", "image/*"), args=new_arguments),
    ),
    receivers={RECEIVED: sms_received, MARK_READ: mark_read},
    providers={"sms": SMS, "mms-sms": CONVERSATIONS},
    on_time=deliver_scheduled,
    on_boot=deliver_due,
)
