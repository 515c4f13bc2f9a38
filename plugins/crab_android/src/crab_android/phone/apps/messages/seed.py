"""Conversations that a phone in use has, between its owner and the persons it knows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from functools import lru_cache

import skia

from crab_android.phone.kit import Person, Seeding

from .model import Message, Messages, from_world

PICTURE = "/data/data/com.android.messaging/files/attachments/lake.jpg"

# Each conversation: how many days ago and when its last message was, and its messages in order. ``>`` is what
# the owner wrote, ``<`` what came in; a number is a pause of so many minutes before the next one.
_Talk = tuple[int, str, tuple[str | int, ...]]
_TALKS: tuple[_Talk, ...] = (
    (
        0,
        "10:02",
        (
            "<Are we still on for climbing tonight?",
            6,
            ">Yes! I booked the hall for 7",
            2,
            "<Great. I’ll bring the chalk this time, promise",
            1,
            ">You said that last week 😄",
            47,
            "<Running a bit late, can we make it 7:15?",
        ),
    ),
    (
        0,
        "08:47",
        (
            ">Did the plumber come?",
            35,
            "<Just left. It was the valve under the sink, all dry now",
            3,
            "<He wants 85 in cash, I paid him",
            4,
            ">Thank you so much, I’ll send it to you tonight",
        ),
    ),
    (
        1,
        "19:31",
        (
            "<Here is the recipe: 400 g flour, 300 ml water, 8 g salt, a spoon of starter. Fold it twice.",
            12,
            ">Mine came out flat last time 🙈",
            5,
            "<Let it rest in the fridge overnight, that makes all the difference",
            1,
            ">Will try on Saturday",
        ),
    ),
    (
        1,
        "18:05",
        (
            ">Happy birthday!! 🎉",
            18,
            "<Thank you! Come over on Sunday, there is cake",
            2,
            ">What can I bring?",
            9,
            "<Only yourself. And maybe the folding chairs",
        ),
    ),
    (
        1,
        "09:12",
        (
            "<The meeting moved to Friday at 9:30, room 4",
            22,
            ">Noted. Do you have the new numbers?",
            3,
            "<They are in the shared folder, the file is called summary",
        ),
    ),
    (
        2,
        "16:40",
        (
            "<Look at this view!",
            1,
            "<[picture]",
            14,
            ">Wow, where is that?",
            3,
            "<Up at the lake, an hour by bus",
        ),
    ),
    (
        2,
        "12:20",
        (
            ">I left my umbrella at yours, didn’t I",
            40,
            "<The green one? It’s in the hall",
            1,
            ">That’s the one. I’ll pick it up tomorrow",
        ),
    ),
    (
        3,
        "17:56",
        (
            "<Train is delayed by 20 minutes, don’t wait at the station",
            2,
            ">OK, I’ll be in the café next to it",
        ),
    ),
    (
        4,
        "20:11",
        (
            ">Can you water the plants while I’m away? 3rd to 9th",
            51,
            "<Sure, leave the key with the neighbor",
        ),
    ),
    (6, "11:03", ("<Your book is back at the library, I returned it", 5, ">You are the best")),
    (9, "22:15", (">Thanks for dinner, it was lovely", 30, "<Any time!")),
)
_SERVICES: tuple[tuple[str, int, str, str], ...] = (
    ("KESTREL", 0, "08:05", "Your parcel KL-20418 is on its way and arrives today between 14:00 and 16:00."),
    (
        "TIDEWATER",
        1,
        "10:00",
        "Reminder: check-up at Tidewater Clinic on Tue, May 19 at 8:40. Reply C to cancel.",
    ),
    (
        "LIBRARY",
        5,
        "09:00",
        "Northfield Library: 2 books are due in 5 days. Renew them at the desk or online.",
    ),
)
_GROUP: _Talk = (
    1,
    "21:14",
    (
        "0Who brings what on Sunday?",
        4,
        "1I can do salads",
        6,
        ">Bread and olives from me",
        2,
        "0Perfect, see you at noon",
    ),
)


def seed_messages(seeding: Seeding) -> Messages:
    """From a world: its messages. Without one, conversations with the persons that the phone knows."""
    if seeding.part is not None:
        return from_world(seeding.part, seeding.now)
    made = Messages()
    people = [person for person in seeding.people if person.number]
    seeding.chance.shuffle(people)
    for person, (days, clock, lines) in zip(people, _TALKS, strict=False):
        if "<[picture]" in lines:
            seeding.files.write(PICTURE, view_of_a_lake(), mtime=seeding.mtime, parents=True)
        _talk(made, [person], _moment(seeding, days, clock), lines)
    for name, days, clock, text in _SERVICES:
        message = Message(address=name, body=text, when=_moment(seeding, days, clock))
        made.put(made.conversation_with([name]), message)
    if len(people) > len(_TALKS) + 2:
        _talk(made, people[-2:], _moment(seeding, *_GROUP[:2]), _GROUP[2])
    if len(made.conversations) > 4:
        made.in_order()[-1].archived = True
    for conversation in made.in_order()[:4]:
        last = conversation.last
        if last is not None and not last.sent:
            last.read = False
    return made


def _moment(seeding: Seeding, days: int, clock: str) -> datetime:
    """A time of day so many days ago; a day earlier where it would not be over yet."""
    when = datetime.combine(seeding.now.date() - timedelta(days=days), time.fromisoformat(clock))
    return when if when <= seeding.now else when - timedelta(days=1)


def _talk(made: Messages, people: Sequence[Person], end: datetime, lines: Sequence[str | int]) -> None:
    conversation = made.conversation_with([person.number for person in people])
    when = end - timedelta(minutes=sum(line for line in lines if isinstance(line, int)))
    for line in lines:
        if isinstance(line, int):
            when += timedelta(minutes=line)
            continue
        mark, text = line[0], line[1:]
        sender = people[int(mark) if mark.isdigit() else 0].number
        picture = PICTURE if text == "[picture]" else ""
        made.put(
            conversation,
            Message(
                address="" if mark == ">" else sender,
                body="" if picture else text,
                when=when,
                sent=mark == ">",
                picture=picture,
            ),
        )


@lru_cache(maxsize=1)
def view_of_a_lake() -> bytes:
    """A small picture of mountains behind a lake, as a JPEG."""
    surface = skia.Surface(480, 360)
    canvas = surface.getCanvas()
    _shade(canvas, skia.Rect.MakeLTRB(0, 0, 480, 230), 0xFF7DB7F0, 0xFFFCE6C4)
    canvas.drawCircle(350, 110, 34, skia.Paint(Color=0xFFFFF4D6, AntiAlias=True))
    for color, points in (
        (
            0xFF8FA3C4,
            ((0, 190), (90, 90), (170, 170), (270, 60), (390, 180), (480, 120), (480, 240), (0, 240)),
        ),
        (
            0xFF4E6A8E,
            ((0, 220), (60, 150), (150, 225), (240, 140), (330, 228), (420, 170), (480, 230), (0, 240)),
        ),
    ):
        path = skia.Path()
        path.addPoly([skia.Point(*point) for point in points], True)
        canvas.drawPath(path, skia.Paint(Color=color, AntiAlias=True))
    _shade(canvas, skia.Rect.MakeLTRB(0, 228, 480, 310), 0xFF6FA6CF, 0xFF2F6E93)
    for step in range(7):
        y = 238 + step * 10
        light = skia.Rect.MakeXYWH(300 - step * 6, y, 100 + step * 12, 3)
        canvas.drawRoundRect(light, 2, 2, skia.Paint(Color=0x66FFF0CC, AntiAlias=True))
    _shade(canvas, skia.Rect.MakeLTRB(0, 306, 480, 360), 0xFF4C7B4F, 0xFF2C5234)
    data = surface.makeImageSnapshot().encodeToData(skia.kJPEG, 86)
    return bytes(data)


def _shade(canvas: skia.Canvas, rect: skia.Rect, top: int, bottom: int) -> None:
    ends = [skia.Point(0, rect.top()), skia.Point(0, rect.bottom())]
    paint = skia.Paint(Shader=skia.GradientShader.MakeLinear(ends, [top, bottom]))
    canvas.drawRect(rect, paint)
