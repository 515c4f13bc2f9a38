"""What can be judged on the phone."""

from __future__ import annotations

from crab_android.evaluators.apps import app_in_front, app_installed, app_is, permission_granted
from crab_android.evaluators.media import drive_folder_exists, photo_date_shown
from crab_android.evaluators.people import (
    call_ongoing,
    call_placed,
    contact_exists,
    contact_shown,
    mail_sent,
    number_dialled,
    sms_sent,
)
from crab_android.evaluators.places import address_shown, route_shown
from crab_android.evaluators.plans import (
    alarm_set,
    event_exists,
    event_shown,
    note_exists,
    todo_exists,
    world_clock_has,
)
from crab_android.evaluators.screen import element_present, path_present, text_on_screen
from crab_android.evaluators.stored import (
    content_row,
    content_row_count,
    file_contains,
    file_exists,
    setting_is,
)
from crab_android.evaluators.system import (
    bluetooth_name_is,
    clipboard_contains,
    clipboard_is,
    notification_present,
)

EVALUATORS = (
    address_shown,
    alarm_set,
    app_in_front,
    app_installed,
    app_is,
    bluetooth_name_is,
    call_ongoing,
    call_placed,
    clipboard_contains,
    clipboard_is,
    contact_exists,
    contact_shown,
    content_row,
    content_row_count,
    drive_folder_exists,
    element_present,
    event_exists,
    event_shown,
    file_contains,
    file_exists,
    mail_sent,
    note_exists,
    notification_present,
    number_dialled,
    path_present,
    permission_granted,
    photo_date_shown,
    route_shown,
    setting_is,
    sms_sent,
    text_on_screen,
    todo_exists,
    world_clock_has,
)

__all__ = [
    "EVALUATORS",
    "address_shown",
    "alarm_set",
    "app_in_front",
    "app_installed",
    "app_is",
    "bluetooth_name_is",
    "call_ongoing",
    "call_placed",
    "clipboard_contains",
    "clipboard_is",
    "contact_exists",
    "contact_shown",
    "content_row",
    "content_row_count",
    "drive_folder_exists",
    "element_present",
    "event_exists",
    "event_shown",
    "file_contains",
    "file_exists",
    "mail_sent",
    "note_exists",
    "notification_present",
    "number_dialled",
    "path_present",
    "permission_granted",
    "photo_date_shown",
    "route_shown",
    "setting_is",
    "sms_sent",
    "text_on_screen",
    "todo_exists",
    "world_clock_has",
]
