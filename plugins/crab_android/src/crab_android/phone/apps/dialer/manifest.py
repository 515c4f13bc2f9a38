"""Phone, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Filter, Lead, Screen, intents

from . import icon
from .calls import (
    ANSWER,
    HANG_UP,
    PHONE_STATE,
    answer_pressed,
    hang_up_pressed,
    pass_time,
    phone_state,
    start_up,
)
from .details import (
    actions,
    call_details,
    confirm_block,
    confirm_delete,
    details_menu,
)
from .dialpad import dial_arguments, dialpad, open_dialpad, search
from .in_call import call_arguments, in_call, open_call, ticking
from .main import confirm_clear, main, main_menu, open_main
from .model import Dialer
from .rows import TABLES
from .seed import seed_calls
from .settings import (
    add_blocked,
    blocked,
    confirm_unblock,
    edit_response,
    edit_voicemail_number,
    settings,
)
from .voicemail import confirm_delete_voicemail, hear, voicemail

_CALL_LOG = "vnd.android.cursor.dir/calls"
_OVER_LOG = {"delete": confirm_delete, "block": confirm_block}

APP = App(
    package="com.android.dialer",
    label="Phone",
    icon=icon.draw,
    state=Dialer,
    screens={
        "main": Screen(
            ".main.impl.MainActivity",
            main,
            dialogs={"menu": main_menu, "clear": confirm_clear, "actions": actions, **_OVER_LOG},
            opened=open_main,
            edge_to_edge=True,
            leads=(
                Lead("call_details", id="call_log_entry"),
                Lead("in_call", id="call_button"),
                Lead("dialpad", id="fab"),
                Lead("search", id="open_search_bar"),
                Lead("voicemail", id="voicemail_entry", first=("id=voicemail_tab",)),
                Lead("in_call", id="favorite_tile", first=("id=speed_dial_tab",)),
                Lead("com.android.contacts/detail", id="contact_row", first=("id=contacts_tab",)),
                Lead("#menu", id="action_menu"),
                Lead("#clear", id="menu_clear", first=("id=action_menu",)),
                Lead("settings", id="menu_settings", first=("id=action_menu",)),
                Lead("#actions", id="call_log_entry", gesture="long_tap"),
                Lead("#delete", id="action_delete", first=("long=call_log_entry",)),
                Lead("#block", id="action_block", first=("long=call_log_entry",)),
            ),
        ),
        "dialpad": Screen(
            ".dialpadview.DialpadActivity",
            dialpad,
            opened=open_dialpad,
            leads=(Lead("in_call", id="dialpad_floating_action_button", first=("id=five", "id=five")),),
        ),
        "in_call": Screen(
            ".InCallActivity",
            in_call,
            opened=open_call,
            live=ticking,
            dark=True,
            leads=(
                Lead("dialpad", id="incall_add_call_button"),
                Lead("<", id="incall_end_call"),
            ),
        ),
        "call_details": Screen(
            ".calldetails.CallDetailsActivity",
            call_details,
            dialogs={"menu": details_menu, **_OVER_LOG},
            leads=(
                Lead("in_call", id="details_call"),
                Lead("com.android.messaging/conversation", id="details_message"),
                Lead("com.android.contacts/detail", id="details_contact"),
                Lead("#delete", id="action_delete"),
                Lead("#menu", id="action_menu"),
                Lead("#block", id="menu_block", first=("id=action_menu",)),
            ),
        ),
        "search": Screen(
            ".search.SearchActivity",
            search,
            leads=(Lead("in_call", id="call_button"),),
        ),
        "voicemail": Screen(
            ".voicemail.VoicemailActivity",
            voicemail,
            dialogs={"delete": confirm_delete_voicemail},
            opened=hear,
            leads=(Lead("#delete", id="action_delete"), Lead("in_call", id="call_back")),
        ),
        "settings": Screen(
            ".app.settings.DialerSettingsActivity",
            settings,
            dialogs={"response": edit_response, "voicemail_number": edit_voicemail_number},
            leads=(
                Lead("blocked", id="setting_blocked"),
                Lead("#voicemail_number", id="setting_voicemail"),
                Lead("#response", id="quick_response"),
            ),
        ),
        "blocked": Screen(
            ".app.settings.BlockedNumbersActivity",
            blocked,
            dialogs={"add": add_blocked, "unblock": confirm_unblock},
            leads=(Lead("#add", id="add_blocked"), Lead("#unblock", id="delete_button")),
        ),
    },
    main="main",
    seed=seed_calls,
    world="calls",
    color=0xFF3C7A5C,
    version="23.0",
    permissions=(
        "android.permission.CALL_PHONE",
        "android.permission.READ_CALL_LOG",
        "android.permission.READ_CONTACTS",
        "android.permission.POST_NOTIFICATIONS",
    ),
    filters=(
        Filter(intents.DIAL, "dialpad"),
        Filter(intents.DIAL, "dialpad", schemes=("tel",), args=dial_arguments, example="tel:+12025550142"),
        Filter(intents.VIEW, "dialpad", schemes=("tel",), args=dial_arguments),
        Filter(intents.CALL, "in_call", schemes=("tel",), args=call_arguments, example="tel:+12025550142"),
        Filter(intents.VIEW, "main", types=(_CALL_LOG,)),
    ),
    receivers={PHONE_STATE: phone_state, ANSWER: answer_pressed, HANG_UP: hang_up_pressed},
    providers=TABLES,
    on_time=pass_time,
    on_boot=start_up,
)
