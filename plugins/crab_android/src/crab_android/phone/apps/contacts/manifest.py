"""Contacts, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Filter, Lead, Screen, intents

from . import icon
from .detail import CALL_PHONE, detail, detail_menu, may_call
from .edit import (
    ask_before_leaving,
    choose_birthday,
    choose_kind,
    confirm_discard,
    edit,
    start_editing,
)
from .importing import TYPES, file_chosen, import_arguments, import_contacts
from .list import actions, confirm_delete, contact_list, list_menu, search
from .model import Contacts, seed_contacts
from .pick import contact_argument, insert_arguments, insert_or_edit_arguments, pick, pick_arguments
from .rows import TABLES
from .settings import choose_format, choose_sort, confirm_export, settings

_AUTHORITY = "com.android.contacts"
_DIR, _ITEM = "vnd.android.cursor.dir/", "vnd.android.cursor.item/"
_PEOPLE = (f"{_DIR}contact", f"{_DIR}raw_contact", f"{_DIR}person")
_REACH = (f"{_DIR}phone_v2", f"{_DIR}email_v2", f"{_DIR}phone", f"{_DIR}postal-address_v2")
_CHOSEN = (f"{_ITEM}contact", f"{_ITEM}phone_v2", f"{_ITEM}email_v2", f"{_ITEM}phone", f"{_ITEM}person")
_OVER_LIST = {"actions": actions, "delete": confirm_delete}
_INSERT_OR_EDIT = "android.intent.action.INSERT_OR_EDIT"

APP = App(
    package="com.android.contacts",
    label="Contacts",
    icon=icon.draw,
    state=Contacts,
    screens={
        "list": Screen(
            ".activities.PeopleActivity",
            contact_list,
            dialogs={"menu": list_menu, **_OVER_LIST},
            edge_to_edge=True,
            leads=(
                Lead("detail", id="contact_row"),
                Lead("edit", id="floating_action_button"),
                Lead("search", id="open_search_bar"),
                Lead("#menu", id="action_menu"),
                Lead("#actions", id="contact_row", gesture="long_tap"),
                Lead("#delete", id="action_delete", first=("long=contact_row",)),
                Lead("settings", id="menu_settings", first=("id=action_menu",)),
                Lead("detail", id="contact_tile", first=("id=favorites_tab",)),
            ),
        ),
        "search": Screen(
            ".activities.SearchActivity",
            search,
            dialogs=_OVER_LIST,
            leads=(
                Lead("detail", id="contact_row", first=("type=a",)),
                Lead("#actions", id="contact_row", gesture="long_tap"),
                Lead("#delete", id="action_delete", first=("long=contact_row",)),
            ),
        ),
        "detail": Screen(
            ".quickcontact.QuickContactActivity",
            detail,
            dialogs={"menu": detail_menu, "delete": confirm_delete},
            results={"may_call": may_call},
            leads=(
                Lead("edit", id="menu_edit"),
                Lead("#menu", id="action_menu"),
                Lead("#delete", id="menu_delete", first=("id=action_menu",)),
                Lead("!permission", id="verb_call"),
                Lead("com.android.messaging/conversation", id="verb_text"),
            ),
        ),
        "edit": Screen(
            ".activities.ContactEditorActivity",
            edit,
            dialogs={"kind": choose_kind, "birthday": choose_birthday, "discard": confirm_discard},
            back=ask_before_leaving,
            opened=start_editing,
            leads=(
                Lead("#kind", id="phone_type"),
                Lead("#birthday", id="edit_birthday"),
                Lead("#discard", id="editor_close", first=("id=edit_first", "type=Eve")),
            ),
        ),
        "pick": Screen(".activities.ContactSelectionActivity", pick),
        "import": Screen(".vcard.ImportVCardActivity", import_contacts),
        "settings": Screen(
            ".preference.ContactsPreferenceActivity",
            settings,
            results={"file": file_chosen},
            dialogs={"sort": choose_sort, "format": choose_format, "export": confirm_export},
            leads=(
                Lead("#sort", id="sort_order"),
                Lead("#format", id="name_format"),
                Lead("#export", id="export"),
            ),
        ),
    },
    main="list",
    seed=seed_contacts,
    world="contacts",
    color=0xFF2B66D9,
    version="4.31",
    permissions=(
        "android.permission.READ_CONTACTS",
        "android.permission.WRITE_CONTACTS",
        CALL_PHONE,
    ),
    filters=(
        Filter(intents.PICK, "pick", types=(*_PEOPLE, *_REACH), args=pick_arguments),
        Filter(intents.PICK, "pick", schemes=("content",), hosts=(_AUTHORITY,), args=pick_arguments),
        Filter(intents.GET_CONTENT, "pick", types=_CHOSEN, args=pick_arguments),
        Filter(intents.INSERT, "edit", types=_PEOPLE, args=insert_arguments),
        Filter(intents.INSERT, "edit", schemes=("content",), hosts=(_AUTHORITY,), args=insert_arguments),
        Filter(_INSERT_OR_EDIT, "pick", types=_CHOSEN, args=insert_or_edit_arguments),
        Filter(intents.EDIT, "edit", schemes=("content",), hosts=(_AUTHORITY,), args=contact_argument),
        Filter(intents.VIEW, "import", types=TYPES, args=import_arguments),
        Filter(intents.SEND, "import", types=TYPES, args=import_arguments),
        Filter(intents.VIEW, "detail", schemes=("content",), hosts=(_AUTHORITY,), args=contact_argument),
    ),
    providers={_AUTHORITY: TABLES},
)
