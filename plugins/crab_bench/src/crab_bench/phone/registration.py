"""What this family of sub-tasks registers."""

from __future__ import annotations

from typing import Final

from crab_core import SubTaskSpec, ValueTypeSpec, WorldSpec

SUBTASKS: Final = [
    SubTaskSpec(name, summary, f"crab_bench.phone.templates_{module}:{name.upper()}")
    for name, summary, module in (
        ("find_contact_mail", "Find a contact's mail address.", "people"),
        ("find_contact_number", "Find a contact's telephone number.", "people"),
        ("find_number_owner", "Find the contact that has a number.", "people"),
        ("find_missed_caller", "Find out whose call was missed last.", "people"),
        ("read_last_message", "Read the last message from a contact.", "people"),
        ("read_mail", "Read a mail.", "people"),
        ("make_call", "Call a number.", "people"),
        ("dial_contact", "Enter a contact's number in the key pad.", "people"),
        ("send_sms", "Send a text message.", "people"),
        ("send_mail", "Send a mail.", "people"),
        ("add_contact", "Add a contact.", "people"),
        ("keep_note", "Keep a note.", "plans"),
        ("read_note", "Read a note.", "plans"),
        ("add_todo", "Add a to-do.", "plans"),
        ("read_next_todo", "Read the first open to-do.", "plans"),
        ("add_event", "Add an all-day event.", "plans"),
        ("find_event", "Find the event on a day.", "plans"),
        ("add_world_clock", "Add a city to the world clock.", "plans"),
        ("rename_bluetooth", "Change the phone's Bluetooth name.", "plans"),
        ("make_drive_folder", "Make a folder in Drive.", "plans"),
        ("find_distance", "Find out how long a way is.", "places"),
        ("find_address", "Find the address of a place.", "places"),
        ("find_city_by_postcode", "Find a city by its postcode.", "places"),
        ("find_photo_date", "Find out when a picture was taken.", "places"),
    )
]
VALUE_TYPES: Final = [
    ValueTypeSpec(name, summary, f"crab_bench.phone.kinds:{name.upper()}")
    for name, summary in (
        ("contact_name", "The name of one of the phone's contacts."),
        ("mail_address", "A mail address of a contact."),
        ("phone_number", "A telephone number of a contact."),
        ("new_person", "The name of somebody who is no contact yet."),
        ("place", "A place that the phone's Maps finds."),
        ("city", "A city that the phone's Maps and Clock know."),
        ("postcode", "A city's postcode and its country."),
        ("phone_photo", "The file name of a picture in the phone's Photos."),
        ("event_day", "A day on which the phone's calendar has an event."),
        ("note_title", "The title of a note on the phone."),
        ("mail_subject", "The subject of a mail on the phone."),
        ("number", "A number, perhaps with its unit."),
        ("distance", "How long a way is, with its unit."),
        ("address", "The postal address of a place."),
        ("clock_time", "A time of day."),
        ("event_title", "What an event is called."),
    )
]
WORLDS: Final = [
    WorldSpec("people", "Contacts, messages, calls and mails.", "crab_bench.phone.world:people", "android"),
    WorldSpec(
        "plans", "Pictures, events, notes, to-dos, folders.", "crab_bench.phone.world:plans", "android"
    ),
]
