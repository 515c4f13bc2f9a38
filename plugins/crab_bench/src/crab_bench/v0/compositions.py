"""The composed tasks of v0: which sub-tasks they are made of, and what feeds what.

Everything else is drawn from the seed; so each is a family of tasks.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Final

from crab_core import Composition, Link, Node

Step = tuple[str, dict[str, int]]
"""A sub-task, and which of its inputs is fed by which step, counted from 0."""


def _task(name: str, summary: str, *steps: str | Step) -> Composition:
    """A composition; a step without a word on what feeds it takes nothing."""
    whole = [(step, {}) if isinstance(step, str) else step for step in steps]
    return Composition(
        id=name,
        nodes=[Node(subtask) for subtask, _ in whole],
        links=[
            Link(source, number, name)
            for number, (_, fed) in enumerate(whole)
            for name, source in fed.items()
        ],
        summary=summary,
    )


PHONE: Final = (
    _task("phone_add_event", "Enter an all-day event.", "add_event"),
    _task(
        "phone_text_a_contact",
        "Look up a contact's number and write to it.",
        "find_contact_number",
        ("send_sms", {"phone_number": 0}),
    ),
    _task(
        "phone_text_missed_caller",
        "Write to the contact whose call was missed last.",
        "find_missed_caller",
        ("find_contact_number", {"name": 0}),
        ("send_sms", {"phone_number": 1}),
    ),
    _task(
        "phone_distance_to_note",
        "Note down how long a way is.",
        "find_distance",
        ("keep_note", {"content": 0}),
    ),
    _task(
        "phone_photo_day_to_todo",
        "Find out what was on when a picture was taken, and make it a to-do.",
        "find_photo_date",
        ("find_event", {"date": 0}),
        ("add_todo", {"content": 1}),
    ),
    _task(
        "phone_photo_day_event",
        "Enter an event on the day of a picture.",
        "find_photo_date",
        ("add_event", {"date": 0}),
    ),
    _task(
        "phone_postcode_clock",
        "Find a city by its postcode and put it on the world clock.",
        "find_city_by_postcode",
        ("add_world_clock", {"city": 0}),
    ),
    _task(
        "phone_address_by_mail",
        "Send the address of a place to a contact whose mail address has to be found.",
        "find_address",
        "find_contact_mail",
        ("send_mail", {"content": 0, "mail_address": 1}),
    ),
    _task(
        "phone_event_folder",
        "Name a folder in Drive after the event of a day.",
        "find_event",
        ("make_drive_folder", {"content": 0}),
    ),
    _task(
        "phone_number_owner_mail",
        "Find out whose number it is, and send them a mail.",
        "find_number_owner",
        ("find_contact_mail", {"name": 0}),
        ("send_mail", {"mail_address": 1}),
    ),
    _task(
        "phone_missed_caller_card",
        "Send the contact whose call was missed last their own number by mail.",
        "find_missed_caller",
        ("find_contact_number", {"name": 0}),
        ("find_contact_mail", {"name": 0}),
        ("send_mail", {"content": 1, "mail_address": 2}),
    ),
    _task(
        "phone_note_to_bluetooth",
        "Give the phone the Bluetooth name that a note says.",
        "read_note",
        ("rename_bluetooth", {"content": 0}),
    ),
    _task(
        "phone_mail_to_note_and_todo",
        "Keep what a mail says as a note and as a to-do.",
        "read_mail",
        ("keep_note", {"content": 0}),
        ("add_todo", {"content": 0}),
    ),
    _task(
        "phone_distance_answer",
        "Find out how long a way is, and hand that in.",
        "find_distance",
        ("submit_number", {"number": 0}),
    ),
)

DESKTOP: Final = (
    _task("desktop_vim", "Write a text file in Vim.", "write_in_vim"),
    _task("desktop_copy_by_extension", "Copy all files of an extension.", "copy_by_extension"),
    _task("desktop_country_to_calc", "Bring figures of a country into a spreadsheet.", "country_to_calc"),
    _task(
        "desktop_file_to_vim",
        "Write what a file says into another one, in Vim.",
        "read_file",
        ("write_in_vim", {"content": 0}),
    ),
    _task(
        "desktop_file_to_editor",
        "Write what a file says into another one, in the text editor.",
        "read_file",
        ("write_in_editor", {"content": 0}),
    ),
    _task(
        "desktop_find_and_write_document",
        "Find a file by what it says, and write what else it says into a document.",
        "find_text_file",
        ("read_file", {"file": 0}),
        ("write_document", {"content": 1}),
    ),
    _task(
        "desktop_find_and_append",
        "Find a file by what it says, and continue it.",
        "find_text_file",
        ("append_line", {"file": 0}),
    ),
    _task(
        "desktop_find_and_move",
        "Find a file by what it says, and give it another place and name.",
        "find_text_file",
        ("move_file", {"file": 0}),
    ),
    _task(
        "desktop_find_read_vim",
        "Find a file by what it says, and write what else it says into another one, in Vim.",
        "find_text_file",
        ("read_file", {"file": 0}),
        ("write_in_vim", {"content": 1}),
    ),
    _task(
        "desktop_country_to_vim",
        "Write a figure of a country into a file, in Vim.",
        "look_up_country",
        ("write_in_vim", {"content": 0}),
    ),
    _task(
        "desktop_country_appended",
        "Add a figure of a country to a file.",
        "look_up_country",
        ("append_line", {"content": 0}),
    ),
    _task(
        "desktop_found_file_gets_figure",
        "Find a file by what it says, and add a figure of a country to it.",
        "find_text_file",
        "look_up_country",
        ("append_line", {"file": 0, "content": 1}),
    ),
    _task(
        "desktop_city_to_document",
        "Write a figure of a city into a document.",
        "look_up_city",
        ("write_document", {"content": 0}),
    ),
    _task(
        "desktop_picture_link_to_wallpaper",
        "Find a picture on the web, download it, and make it the wallpaper.",
        "find_image_link",
        ("download_copied_picture", {"link": 0}),
        ("set_wallpaper", {"photo": 1}),
    ),
    _task(
        "desktop_repository_to_editor",
        "Paste the address of the right repository into a file.",
        "find_repository_link",
        ("paste_into_editor", {"text": 0}),
    ),
    _task(
        "desktop_repository_to_document",
        "Paste the address of the right repository into a document.",
        "find_repository_link",
        ("paste_into_writer", {"text": 0}),
    ),
    _task(
        "desktop_place_to_document",
        "Paste the link to a place into a document.",
        "share_place",
        ("paste_into_writer", {"text": 0}),
    ),
    _task(
        "desktop_code_to_editor",
        "Paste an example of code into a file.",
        "copy_code_example",
        ("paste_into_editor", {"text": 0}),
    ),
    _task(
        "desktop_download_wallpaper",
        "Download a picture and make it the wallpaper.",
        "download_picture",
        ("set_wallpaper", {"photo": 0}),
    ),
    _task(
        "desktop_brighten_wallpaper",
        "Make a picture brighter, and make that the wallpaper.",
        "brighten_in_gimp",
        ("set_wallpaper", {"photo": 0}),
    ),
    _task(
        "desktop_download_brighten",
        "Download a picture and make it brighter.",
        "download_picture",
        ("brighten_in_gimp", {"photo": 0}),
    ),
    _task(
        "desktop_join_wallpaper",
        "Put two pictures side by side, and make that the wallpaper.",
        "join_in_gimp",
        ("set_wallpaper", {"photo": 0}),
    ),
    _task(
        "desktop_side_by_side_pdf", "Put two pictures side by side on a slide, as PDF.", "side_by_side_pdf"
    ),
    _task(
        "desktop_download_stack",
        "Download a picture and put it above another one in a document.",
        "download_picture",
        ("stack_in_writer", {"top": 0}),
    ),
    _task(
        "desktop_darken_wallpaper",
        "Make a picture darker in Impress, and make that the wallpaper.",
        "darken_in_impress",
        ("set_wallpaper", {"photo": 0}),
    ),
    _task(
        "desktop_country_answer",
        "Look up a figure of a country, and hand it in.",
        "look_up_country",
        ("submit_text", {"content": 0}),
    ),
    _task(
        "desktop_find_read_answer",
        "Find a file by what it says, and hand in what else it says.",
        "find_text_file",
        ("read_file", {"file": 0}),
        ("submit_text", {"content": 1}),
    ),
    _task(
        "desktop_file_to_notice",
        "Post what a file says as a notice on the web.",
        "read_file",
        ("post_notice", {"content": 0}),
    ),
)

BOTH: Final = (
    _task(
        "both_contact_mail_to_vim",
        "Write a contact's mail address into a file on the desktop.",
        "find_contact_mail",
        ("write_in_vim", {"content": 0}),
    ),
    _task(
        "both_message_to_document",
        "Write a contact's last message into a document on the desktop.",
        "read_last_message",
        ("write_document", {"content": 0}),
    ),
    _task(
        "both_file_everywhere",
        "Send what a file says by mail, keep it as a note, and write it into another file.",
        "find_text_file",
        ("read_file", {"file": 0}),
        "find_contact_mail",
        ("send_mail", {"content": 1, "mail_address": 2}),
        ("keep_note", {"content": 1}),
        ("write_in_vim", {"content": 1}),
    ),
    _task(
        "both_postcode_figure_sms",
        "Find a city by its postcode, look up a figure of it on the desktop, and tell somebody.",
        "find_city_by_postcode",
        ("look_up_city", {"city": 0}),
        ("send_sms", {"content": 1}),
    ),
    _task(
        "both_distance_appended",
        "Add how long a way is to a file on the desktop.",
        "find_distance",
        ("append_line", {"content": 0}),
    ),
    _task(
        "both_country_to_todo",
        "Make a figure of a country a to-do on the phone.",
        "look_up_country",
        ("add_todo", {"content": 0}),
    ),
    _task(
        "both_postcode_place_document",
        "Find a city by its postcode, and paste the link to a place there into a document.",
        "find_city_by_postcode",
        ("share_place", {"city": 0}),
        ("paste_into_writer", {"text": 1}),
    ),
    _task(
        "both_file_by_mail",
        "Send what a file says to a contact whose mail address has to be found.",
        "find_text_file",
        ("read_file", {"file": 0}),
        "find_contact_mail",
        ("send_mail", {"content": 1, "mail_address": 2}),
    ),
)

COMPOSITIONS: Final = (*PHONE, *DESKTOP, *BOTH)
FAMILIES: Final = SimpleNamespace(**{one.id: one for one in COMPOSITIONS})
"""The same by name, for registration."""
