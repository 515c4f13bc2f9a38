"""The settings of the Contacts app."""

from __future__ import annotations

from crab_android.phone.kit import (
    MATCH,
    Context,
    FileError,
    Popup,
    View,
    choice,
    column,
    confirm,
    list_row,
    scroll,
    section,
    top_bar,
)

from .importing import choose_file
from .model import Contacts
from .vcard import vcards

_SORT = (("first", "First name"), ("last", "Last name"))
_FORMAT = (("first", "First name first"), ("last", "Last name first"))
EXPORT = "/sdcard/Download/contacts.vcf"


def settings(context: Context[Contacts]) -> View:
    """The page."""
    theme, state = context.theme, context.state
    owner = context.system.owner
    return column(
        top_bar("Settings", theme, context.finish),
        scroll(
            context,
            "settings",
            section("Your info", theme),
            list_row(theme, owner.name, owner.number, id="my_info", detail_id="my_number"),
            section("Display", theme),
            list_row(
                theme,
                "Sort by",
                dict(_SORT)[state.sort_by],
                id="sort_order",
                on_tap=lambda: context.show_dialog("sort"),
            ),
            list_row(
                theme,
                "Name format",
                dict(_FORMAT)[state.name_format],
                id="name_format",
                on_tap=lambda: context.show_dialog("format"),
            ),
            section("Manage contacts", theme),
            list_row(
                theme,
                "Import from .vcf file",
                "Adds contacts from a file on this device",
                id="import",
                on_tap=lambda: choose_file(context),
            ),
            list_row(
                theme,
                "Export to .vcf file",
                "Saves all contacts in Download",
                id="export",
                on_tap=lambda: context.show_dialog("export"),
            ),
            id="settings_list",
            pad=(0, 0, 0, 24),
        ),
        width=MATCH,
        height=MATCH,
    )


def choose_sort(context: Context[Contacts]) -> Popup:
    """What the list is sorted by."""
    state = context.state

    def choose(key: str) -> None:
        state.sort_by = "last" if key == "last" else "first"

    return choice(context, "Sort by", _SORT, state.sort_by, choose)


def choose_format(context: Context[Contacts]) -> Popup:
    """How names are written."""
    state = context.state

    def choose(key: str) -> None:
        state.name_format = "last" if key == "last" else "first"

    return choice(context, "Name format", _FORMAT, state.name_format, choose)


def confirm_export(context: Context[Contacts]) -> Popup:
    """The question before all contacts are written into a file."""
    count = len(context.state.people)

    def export() -> None:
        try:
            context.write_file(EXPORT, vcards(context.state.in_order()).encode())
        except FileError as error:
            context.toast(f"Contacts could not be exported: {error}")
            return
        context.toast(f"{count} contacts exported to Download/contacts.vcf")

    return confirm(
        context, "Export contacts?", f"{count} contacts will be written to {EXPORT}.", "Export", export
    )
