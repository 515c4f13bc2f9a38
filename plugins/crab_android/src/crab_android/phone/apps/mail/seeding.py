"""The first state of the mailbox: a world's, or made-up mails of people the phone knows."""

from __future__ import annotations

from datetime import timedelta

from crab_android.phone.kit import AppContext, Person, Rows, Seeding

from .addresses import parse_addresses
from .files import keep_bytes, small_pdf
from .letters import FILES, LETTERS, Letter
from .model import Address, Attachment, MailState, Message
from .times import moment_of, zone_name
from .world import mails_of

_LETTERS = "abcdefgh"
CALENDAR = "content://com.android.calendar"


def seed_mail(seeding: Seeding) -> MailState:
    """The world's mails, or made-up ones.

    Raises:
        ValueError: when the world's part does not fit.
    """
    if seeding.part is not None:
        return mails_of(seeding)
    owner = Address(mail=seeding.owner.mail, name=seeding.owner.name)
    state = MailState(account=owner, made_up=True)
    count = min(len(_LETTERS), len(seeding.people))
    chosen = seeding.chance.sample(list(seeding.people), k=count) if count else [seeding.owner]
    people = {letter: chosen[place % len(chosen)] for place, letter in enumerate(_LETTERS)}
    people["me"] = seeding.owner
    names = {letter: person.first for letter, person in people.items()}
    threads: dict[str, int] = {}
    for letter in sorted(LETTERS, key=lambda entry: -entry.hours):
        made = state.add(_message(letter, people, names, seeding))
        made.attachments = [_file(seeding, name, made.id) for name in letter.files]
        if letter.thread:
            made.thread = threads.setdefault(letter.thread, made.id)
    return state


def _message(letter: Letter, people: dict[str, Person], names: dict[str, str], seeding: Seeding) -> Message:
    def those(letters: str) -> list[Address]:
        return [_address(people[one]) for one in letters.split(",") if one]

    minutes = round(letter.hours * 60) + seeding.chance.randrange(7)
    return Message.model_validate(
        {
            "mailbox": letter.mailbox,
            "sender": _address(people[letter.sender])
            if letter.sender in people
            else parse_addresses(letter.sender)[0],
            "to": those(letter.to) or [_address(seeding.owner)],
            "cc": those(letter.cc),
            "subject": letter.subject,
            "body": letter.body.format(**names),
            "time": seeding.now.replace(second=0, microsecond=0) - timedelta(minutes=minutes),
            "read": letter.read,
            "starred": letter.starred,
        }
    )


def _address(person: Person) -> Address:
    return Address(mail=person.mail, name=person.name)


def _file(seeding: Seeding, name: str, number: int) -> Attachment:
    lines = list(FILES[name])
    data = small_pdf(lines) if name.endswith(".pdf") else "\n".join(lines).encode() + b"\n"
    return keep_bytes(seeding.files, name, data, seeding.mtime, number)


def on_boot(context: AppContext[MailState]) -> None:
    """Note the time zone and the sizes of files; made-up mails get invitations to what the calendar has."""
    state = context.state
    state.zone = state.zone or zone_name(context)
    for message in (*state.messages, *state.scheduled):
        for file in message.attachments:
            if not file.size and context.files.exists(file.path):
                file.size = len(context.files.read(file.path))
    if state.made_up:
        _invitations(context, context.query(f"{CALENDAR}/events"))


def _invitations(context: AppContext[MailState], events: Rows) -> None:
    """Who is the first guest of an event to come has invited the others by mail."""
    state, now = context.state, context.now()
    guests: dict[int, list[Address]] = {}
    for row in context.query(f"{CALENDAR}/attendees"):
        one = Address(mail=str(row["attendeeEmail"]), name=str(row["attendeeName"] or ""))
        guests.setdefault(int(row["event_id"]), []).append(one)
    number = 0
    for row in sorted(events, key=lambda entry: int(entry["dtstart"])):
        start = moment_of(float(row["dtstart"]), zone_name(context))
        invited = guests.get(int(row["_id"]), [])
        if not invited or row["rrule"] or not now < start < now + timedelta(days=14) or number == 3:
            continue
        number += 1
        when = f"{start:%A, %B} {start.day}, {start:%H:%M}"
        place = f"\nWhere: {row['eventLocation']}" if row["eventLocation"] else ""
        notes = f"\n\n{row['description']}" if row["description"] else ""
        state.add(
            Message(
                sender=invited[0],
                to=[state.account, *invited[1:]],
                subject=f"Invitation: {row['title']}",
                body=f"{row['title']}\n\nWhen: {when}{place}{notes}\n\n{invited[0].name.split(' ')[0]}",
                time=now.replace(second=0, microsecond=0) - timedelta(hours=8 + 31 * number),
                read=number != 1,
            )
        )
