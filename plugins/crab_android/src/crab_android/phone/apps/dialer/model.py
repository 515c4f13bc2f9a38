"""What the Phone app remembers, and what a world says of it.

A world's ``calls`` is a list of :class:`WorldCall`, or a :class:`CallsWorld`::

    {"calls": [{"number": "+1 202 555 0142", "type": "missed", "at": "2026-05-14T09:10"}]}
    {"calls": {"incoming": [{"at": "2026-05-14T10:30", "number": "+1 202 555 0142", "ring": 20}]}}
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from crab_android.phone.kit import formats

Kind = Literal["in", "out", "missed", "voicemail", "rejected", "blocked"]
Phase = Literal["dialing", "ringing", "active", "holding"]

RESPONSES = (
    "Can’t talk now. What’s up?",
    "I’ll call you right back.",
    "I’ll call you later.",
    "Can’t talk now. Call me later?",
)
_IDLE, _RINGING, _OFF_HOOK = 0, 1, 2  # TelephonyManager.CALL_STATE_*


class Entry(BaseModel):
    """One call in the log.

    Attributes:
        id: given by the app.
        number: with whom; empty for a private number.
        kind: which way it went.
        when: local time of its beginning.
        duration: how long was spoken, in seconds.
        new: whether a missed call has not been seen yet.
    """

    id: int = 0
    number: str
    kind: Kind
    when: datetime
    duration: int = Field(default=0, ge=0)
    new: bool = False


class Call(BaseModel):
    """A call that is going on.

    Attributes:
        number: with whom.
        incoming: whether the other one called.
        phase: how far it is.
        started: when it began.
        until: when the other one answers or gives up; None when never.
        answered: when the two began to speak.
    """

    number: str
    incoming: bool = False
    phase: Phase
    started: datetime
    until: datetime | None = None
    answered: datetime | None = None

    def seconds(self, now: datetime) -> int:
        """How long the two have been speaking."""
        return max(0, int((now - self.answered).total_seconds())) if self.answered else 0


class Voicemail(BaseModel):
    """A message on the voicemail, and what is said in it."""

    id: int = 0
    number: str
    when: datetime
    duration: int = Field(ge=0)
    text: str
    heard: bool = False


class Incoming(BaseModel):
    """A call that comes in at a time and rings for so many seconds."""

    model_config = ConfigDict(extra="forbid")

    at: datetime
    number: str
    ring: int = Field(default=30, gt=0)


class Dialer(BaseModel):
    """The log, what goes on now, and the settings.

    Attributes:
        log: calls that were, the oldest first.
        calls: calls that are; of two at most, one is held.
        voicemails: messages on the voicemail, the oldest first.
        scheduled: calls that will come in.
        blocked: numbers that cannot call or write; Messages knows them too.
        answer_after: seconds until somebody who is called answers, None when nobody does. On a clock that
            stands still they answer at once.
        muted: whether the microphone is off.
        speaker: whether the loudspeaker is on.
        keys: what was typed during the call.
    """

    log: list[Entry] = Field(default_factory=list)
    calls: list[Call] = Field(default_factory=list)
    voicemails: list[Voicemail] = Field(default_factory=list)
    scheduled: list[Incoming] = Field(default_factory=list)
    blocked: list[str] = Field(default_factory=list)
    blocked_ids: list[int] = Field(default_factory=list)
    next_id: int = 1
    answer_after: int | None = 3
    muted: bool = False
    speaker: bool = False
    keys: str = ""
    tones: bool = True
    vibrate: bool = False
    responses: list[str] = Field(default_factory=lambda: list(RESPONSES))
    voicemail_number: str = "*86"

    @property
    def call_state(self) -> int:
        """``mCallState`` of ``dumpsys telephony.registry``: 0 idle, 1 ringing, 2 off hook."""
        if any(call.phase == "ringing" for call in self.calls):
            return _RINGING
        return _OFF_HOOK if self.calls else _IDLE

    @property
    def call_number(self) -> str:
        """``mCallIncomingNumber``: who is calling, or whom one is speaking with; empty without a call."""
        ringing = [call.number for call in self.calls if call.phase == "ringing"]
        return [*ringing, *(call.number for call in reversed(self.calls)), ""][0]

    def new_id(self) -> int:
        """An id that was not given before."""
        self.next_id += 1
        return self.next_id - 1

    def get(self, number: int) -> Entry | None:
        """The call in the log with an id, or None."""
        return next((entry for entry in self.log if entry.id == number), None)

    def with_number(self, number: str) -> list[Entry]:
        """All calls with somebody, the newest first."""
        return [entry for entry in self.recent() if _same(entry.number, number)]

    def recent(self) -> list[Entry]:
        """The log, the newest first."""
        return sorted(self.log, key=lambda entry: (entry.when, entry.id), reverse=True)

    def put(self, entry: Entry) -> Entry:
        """Keep a call in the log."""
        entry.id = self.new_id()
        self.log.append(entry)
        return entry

    def forget(self, ids: Iterable[int]) -> None:
        """Take calls out of the log."""
        gone = set(ids)
        self.log = [entry for entry in self.log if entry.id not in gone]

    def voicemail(self, number: int) -> Voicemail | None:
        """The message on the voicemail with an id, or None."""
        return next((message for message in self.voicemails if message.id == number), None)

    def is_blocked(self, number: str) -> bool:
        """Whether somebody cannot call."""
        return any(formats.same_number(number, blocked) for blocked in self.blocked)

    def block(self, number: str) -> int:
        """Refuse calls and messages from a number; returns the id of its row."""
        for at, known in enumerate(self.blocked):
            if formats.same_number(number, known):
                return self.blocked_ids[at]
        self.blocked.append(number)
        self.blocked_ids.append(self.new_id())
        return self.blocked_ids[-1]

    def unblock(self, number: str) -> None:
        """Take calls and messages from a number again."""
        kept = [
            (known, row)
            for known, row in zip(self.blocked, self.blocked_ids, strict=True)
            if not formats.same_number(known, number)
        ]
        self.blocked = [known for known, _row in kept]
        self.blocked_ids = [row for _known, row in kept]


def _same(one: str, other: str) -> bool:
    return one == other or formats.same_number(one, other)


# -- worlds --------------------------------


class WorldCall(BaseModel):
    """A call in a world's log; ``at`` is the phone's present time when left out."""

    model_config = ConfigDict(extra="forbid")

    number: str
    type: Kind = "in"
    at: datetime | None = None
    duration: int = Field(default=0, ge=0)
    new: bool = False


class WorldVoicemail(BaseModel):
    """A message on a world's voicemail."""

    model_config = ConfigDict(extra="forbid")

    number: str
    text: str
    at: datetime | None = None
    duration: int = Field(default=12, ge=0)
    heard: bool = False


class CallsWorld(BaseModel):
    """What a world says of calls.

    Attributes:
        log: calls that were.
        incoming: calls that come in later, when the phone's clock gets there.
        voicemails: messages on the voicemail.
        blocked: numbers that cannot call or write.
        answer_after: seconds until somebody who is called answers; null when nobody does.
    """

    model_config = ConfigDict(extra="forbid")

    log: list[WorldCall] = Field(default_factory=list)
    incoming: list[Incoming] = Field(default_factory=list)
    voicemails: list[WorldVoicemail] = Field(default_factory=list)
    blocked: list[str] = Field(default_factory=list)
    answer_after: int | None = 3


def from_world(part: object, now: datetime) -> Dialer:
    """The app's state from its part of a world.

    Raises:
        ValueError: when the part does not fit.
    """
    world = CallsWorld.model_validate({"log": part} if isinstance(part, list) else part)
    made = Dialer(
        scheduled=sorted(world.incoming, key=lambda entry: entry.at), answer_after=world.answer_after
    )
    for given in world.log:
        made.put(
            Entry(
                number=given.number,
                kind=given.type,
                when=given.at or now,
                duration=given.duration,
                new=given.new,
            )
        )
    for message in world.voicemails:
        made.voicemails.append(
            Voicemail(
                id=made.new_id(),
                number=message.number,
                when=message.at or now,
                duration=message.duration,
                text=message.text,
                heard=message.heard,
            )
        )
    for number in world.blocked:
        made.block(number)
    return made
