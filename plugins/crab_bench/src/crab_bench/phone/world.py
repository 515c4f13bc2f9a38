"""What is on the phone before a task: people, messages, calls, plans, notes, pictures, all of it drawn.

Beside every right answer lies a wrong one that looks like it: contacts come in pairs that share a first
name, events stand on neighbouring days, and every contact has written more than one message.
"""

from __future__ import annotations

import datetime
import random
from typing import Any, Final

from crab_core import Scene, World

NOW: Final = "2026-05-14T10:24"
"""The phone's clock, which stands still."""
_TODAY: Final = datetime.date(2026, 5, 14)

_FIRST: Final = (
    "Anouk",
    "Bruno",
    "Clara",
    "Dario",
    "Elif",
    "Farah",
    "Hugo",
    "Judith",
    "Milo",
    "Priya",
    "Sven",
    "Tara",
)
_LAST: Final = (
    "Abebe", "Bakker", "Castillo", "Demir", "Eriksen", "Fontaine", "Haddad", "Ito", "Keller", "Lindberg",
    "Moreau", "Novak", "Okafor", "Pereira", "Quinn", "Rossi", "Schmidt", "Torres", "Usman", "Varga",
)  # fmt: skip
_NEW_FIRST: Final = ("Amina", "Cyril", "Edda", "Goran", "Ilka", "Lorenz", "Nele", "Oskar", "Runa", "Ugo")
_NEW_PERSON: Final = "new person"
_NEW_LAST: Final = ("Adler", "Brandt", "Cermak", "Duval", "Ferro", "Grimm", "Holm", "Jordan", "Lund", "Maric")
_DOMAINS: Final = ("mail.test", "post.test", "inbox.test")
_AREAS: Final = ("202", "312", "415", "617", "718")

_OLD_MESSAGES: Final = (
    "Are you at home tonight?",
    "Did you get the parcel?",
    "The bus is late again",
    "I left your umbrella at the desk",
    "Shall we walk on Sunday?",
    "Have you seen my green scarf?",
    "The soup was very good",
    "We found the missing key",
    "The concert is sold out",
    "Can you lend me your ladder?",
    "My train leaves at nine",
    "The plumber comes tomorrow",
)
_LAST_MESSAGES: Final = (
    "The spare key hangs behind the mill door",
    "Please bring seven folding chairs",
    "Our table is booked under the name Larch",
    "The meeting has moved to room twelve",
    "Take the ferry that leaves at ten past four",
    "The paint for the fence is called Sea Glass",
    "Dinner is at the boathouse on Friday",
    "My new flat is above the bicycle shop",
    "The locker code is four four one nine",
    "Ask for Mister Pine at the counter",
    "We need two more jars of plum jam",
    "The choir sings in the old bridge house",
    "Meet me below the station clock",
    "The blue tent is in the attic",
)
_EVENTS: Final = (
    "Choir rehearsal",
    "Eye check",
    "Garden party",
    "Harbour tour",
    "Kite workshop",
    "Book circle",
    "Flea market",
    "Boat inspection",
    "Piano lesson",
    "Lantern walk",
    "Bread course",
    "Chess evening",
    "River clean-up",
    "Parents meeting",
    "Pottery class",
    "Film night",
    "Bicycle service",
    "Museum visit",
)
_NOTES: Final = (
    ("Cellar shelf", "Two boxes of tiles stand behind the ladder"),
    ("Gift for Noor", "She would like a small brass compass"),
    ("Sourdough", "Feed it every morning with forty grams of rye"),
    ("Cabin heating", "Turn the red valve twice to the left"),
    ("Allotment", "Plot nineteen gets water on Tuesdays"),
    ("Spare tyres", "They are stored at the garage on Mill Lane"),
    ("Alarm panel", "Hold the star key until it beeps"),
    ("Guest room", "The second blanket lies under the bed"),
)
_MAILS: Final = (
    ("Boat share", "Our berth this year is number thirty six."),
    ("Costumes", "The masks are in the trunk under the stage."),
    ("Field trip", "The coach waits behind the town library."),
    ("Garden fence", "The carpenter wants larch boards this time."),
    ("Lost glove", "Your glove is in the drawer of the hall table."),
    ("New address", "From June on we live above the old bakery."),
    ("Recipe", "The secret is a spoonful of burnt honey."),
    ("Window repair", "The glazier comes on Monday at a quarter past eight."),
)
_TODOS: Final = (
    "Oil the garden gate",
    "Sort the winter coats",
    "Renew the swimming pass",
    "Clean the bird box",
    "Measure the balcony door",
    "Sharpen the kitchen knives",
    "Fetch the framed map",
    "Empty the rain barrel",
)
_DETAILS: Final = (
    "The small can stands in the blue crate",
    "Mister Holm has the second key",
    "Use the drawer with the brass handle",
    "Everything must be dry by evening",
    "Ask at the shop beside the ferry",
    "There are nine of them in all",
    "The old list hangs in the pantry",
    "Take the cart from the neighbours",
)
_PICTURES: Final = (
    "aurora", "balloons", "bicycle", "cabin", "cake", "canal", "cat", "coffee", "forest", "lake",
    "lighthouse", "sea", "sheep", "skyline",
)  # fmt: skip
_FOLDERS: Final = ("Taxes", "Recipes", "Travel", "Choir sheets", "Old school")


def people(chance: random.Random) -> World:
    """Contacts, what they wrote and said, and who has called."""
    firsts, lasts = chance.sample(_FIRST, k=5), chance.sample(_LAST, k=10)
    numbers = chance.sample(range(110, 199), k=10)
    contacts: list[dict[str, Any]] = []
    for index, last in enumerate(lasts):
        first = firsts[index // 2]
        mail = f"{first}.{last}@{chance.choice(_DOMAINS)}".lower()
        number = f"+1 {chance.choice(_AREAS)}-555-0{numbers[index]}"
        contacts.append({"name": f"{first} {last}", "number": number, "mail": mail})
    contacts.sort(key=lambda contact: contact["name"])
    return {
        "clock": NOW,
        "people": [dict(contact) for contact in contacts],
        "contacts": contacts,
        "messages": _messages(chance, contacts),
        "calls": _calls(chance, contacts),
        "mail": _mails(chance, contacts),
    }


def _messages(chance: random.Random, contacts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    last = chance.sample(_LAST_MESSAGES, k=len(contacts))
    before = chance.sample(_OLD_MESSAGES, k=len(contacts))
    made = []
    for index, contact in enumerate(contacts):
        day = _TODAY - datetime.timedelta(days=1 + index // 3)
        minute = f"{chance.randrange(60):02}"
        number = contact["number"]
        made += [
            {"number": number, "body": before[index], "at": f"{day}T08:{minute}"},
            {"number": number, "body": "I will let you know", "sent": True, "at": f"{day}T09:{minute}"},
            {"number": number, "body": last[index], "at": f"{day}T{10 + index % 3}:{minute}"},
        ]
    return made


def _calls(chance: random.Random, contacts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Nobody was called; three were missed, and others came in before and after."""
    callers = chance.sample([contact["number"] for contact in contacts], k=6)
    kinds = ("in", "missed", "in", "missed", "missed", "in")
    hours = (10, 9, 8, 7, 6, 5)
    return [
        {"number": number, "type": kind, "at": f"{_TODAY}T{hour:02}:{chance.randrange(20):02}"}
        | ({"duration": chance.randrange(30, 400)} if kind == "in" else {})
        for number, kind, hour in zip(callers, kinds, hours, strict=True)
    ]


def _mails(chance: random.Random, contacts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    chosen = chance.sample(_MAILS, k=5)
    senders = chance.sample(contacts, k=len(chosen))
    return [
        {
            "subject": subject,
            "body": body,
            "sender": f"{sender['name']} <{sender['mail']}>",
            "time": f"{_TODAY - datetime.timedelta(days=1 + number)}T1{number}:{chance.randrange(10, 60)}",
            "read": chance.random() < 0.5,
        }
        for number, ((subject, body), sender) in enumerate(zip(chosen, senders, strict=True))
    ]


def plans(chance: random.Random) -> World:
    """Pictures of earlier months, events on their days and on days of the summer, notes, to-dos, folders."""
    pictures = chance.sample(_PICTURES, k=6)
    shot = _days(chance, datetime.date(2026, 2, 2), datetime.date(2026, 4, 28), len(pictures))
    photos = [
        {
            "name": f"{picture}-{chance.randrange(10, 99)}.jpg",
            "picture": picture,
            "taken": f"{day}T{chance.randrange(8, 20):02}:{chance.randrange(10, 60)}",
        }
        for picture, day in zip(pictures, shot, strict=True)
    ]
    summer = _days(chance, datetime.date(2026, 6, 2), datetime.date(2026, 8, 29), 6)
    days = sorted([*shot, *summer])
    titles = chance.sample(_EVENTS, k=len(days))
    events: list[dict[str, Any]] = []
    for day, title in zip(days, titles, strict=True):
        whole = chance.random() < 0.4
        events.append(
            {"title": title, "start": f"{day}" if whole else f"{day}T{chance.randrange(8, 20):02}:00"}
        )
    return {
        "photos": photos,
        "calendar": events,
        "notes": [{"title": title, "body": body} for title, body in chance.sample(_NOTES, k=5)],
        "tasks": _todos(chance),
        "clock_app": {"cities": ["Sydney", "Toronto"]},
        "drive": {"folders": {name: {} for name in chance.sample(_FOLDERS, k=3)}},
        "maps": {"at": "Northfield"},
    }


def _todos(chance: random.Random) -> list[dict[str, Any]]:
    done = chance.randint(1, 3)
    titles, details = chance.sample(_TODOS, k=6), chance.sample(_DETAILS, k=6)
    return [
        {"title": title, "notes": notes, "done": n < done}
        for n, (title, notes) in enumerate(zip(titles, details, strict=True))
    ]


def _days(
    chance: random.Random, first: datetime.date, last: datetime.date, count: int
) -> list[datetime.date]:
    """Pairs of days that are two days apart, so that each has a neighbour to mistake it for."""
    starts = range(0, (last - first).days - 2, 5)
    chosen = sorted(chance.sample(starts, k=count // 2))
    return [first + datetime.timedelta(days=start + more) for start in chosen for more in (0, 2)]


# -- what is drawn from it -------------------------------------------------------------------------


def contacts_of(scene: Scene) -> dict[str, dict[str, str]]:
    """The phone's contacts by name."""
    return {contact["name"]: contact for contact in scene.world("android").get("contacts", [])}


def contact_with(scene: Scene, what: str, value: str) -> str:
    """The name of the contact that has this "number" or "mail"."""
    return next((name for name, one in contacts_of(scene).items() if one[what] == value), "")


def draw_contact_name(scene: Scene) -> str:
    """Somebody among the contacts."""
    return scene.pick("contact", contacts_of(scene))


def draw_mail_address(scene: Scene) -> str:
    """The mail address of somebody among the contacts."""
    return contacts_of(scene)[scene.pick("contact", contacts_of(scene))]["mail"]


def draw_phone_number(scene: Scene) -> str:
    """The number of somebody among the contacts."""
    return contacts_of(scene)[scene.pick("contact", contacts_of(scene))]["number"]


def draw_new_person(scene: Scene) -> str:
    """The name of somebody who is not among the contacts."""
    return scene.pick(_NEW_PERSON, [f"{first} {last}" for first in _NEW_FIRST for last in _NEW_LAST])


def check_new_person(scene: Scene, value: str) -> str:
    """Why nobody of this name is still to be added."""
    if value in contacts_of(scene):
        return "is a contact at the start"
    if value in scene.taken(_NEW_PERSON):
        return "is added by another sub-task"
    scene.claim(_NEW_PERSON, value)
    return ""


def draw_phone_photo(scene: Scene) -> str:
    """The file name of a picture in Photos."""
    return scene.pick("phone photo", [photo["name"] for photo in scene.world("android")["photos"]])


def draw_event_day(scene: Scene) -> str:
    """A day on which the calendar has an event."""
    return scene.pick("event day", [event["start"][:10] for event in scene.world("android")["calendar"]])


def draw_note_title(scene: Scene) -> str:
    """The title of a note."""
    return scene.pick("note", [note["title"] for note in scene.world("android")["notes"]])


def draw_mail_subject(scene: Scene) -> str:
    """The subject of a mail in the inbox."""
    return scene.pick("mail", [mail["subject"] for mail in scene.world("android")["mail"]])
