"""The whole state of a phone, as typed data: what a snapshot keeps and an export shows."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny

from .people import OWNER, Person
from .system.files import FileTree
from .text_field import TextField

Layer = Literal["auto", "lower", "upper", "caps", "symbols", "more", "emoji"]

_LOG_LINES = 1000


class Dialog(BaseModel):
    """A dialog, menu or sheet over an activity; the screen decides what its name means.

    ``known`` are the text fields and scroll offsets that were there before it: the others go with it.
    """

    name: str
    args: dict[str, Any] = Field(default_factory=dict)
    known: list[str] | None = None


class Request(BaseModel):
    """What the activity below waits for: the name of its handler, and what it wants to be told again."""

    name: str
    keep: dict[str, Any] = Field(default_factory=dict)


class Activity(BaseModel):
    """One activity on the back stack, with what the user has done to its screen so far."""

    package: str
    screen: str
    args: dict[str, Any] = Field(default_factory=dict)
    fields: dict[str, TextField] = Field(default_factory=dict)
    scroll: dict[str, int] = Field(default_factory=dict)
    focus: str | None = None
    dialog: Dialog | None = None
    request: Request | None = None

    def open_dialog(self, name: str, args: dict[str, Any]) -> None:
        """Put a dialog over the activity, in place of one that is open."""
        self.close_dialog()
        self.dialog = Dialog(name=name, args=args, known=[*self.fields, *self.scroll])

    def close_dialog(self) -> None:
        """Take the dialog away, with what was typed into it."""
        if self.dialog is not None and self.dialog.known is not None:
            known = set(self.dialog.known)
            self.fields = {key: value for key, value in self.fields.items() if key in known}
            self.scroll = {key: value for key, value in self.scroll.items() if key in known}
            if self.focus not in known:
                self.focus = None
        self.dialog = None


class Stack(BaseModel):
    """An Android task: activities, the visible one last. ``package`` is the app that it was started for."""

    package: str
    activities: list[Activity]


class Keyboard(BaseModel):
    """The soft keyboard.

    Attributes:
        visible: whether it is on the screen.
        layer: which keys it shows; ``auto`` are letters, capital where a sentence begins.
        reveal: whether the field with the cursor is kept in sight, until the user scrolls away from it.
        variants: the characters that are offered after a letter was held.
    """

    visible: bool = False
    layer: Layer = "auto"
    reveal: bool = False
    variants: str = ""


class Keyguard(BaseModel):
    """What has been done on the lock screen.

    Attributes:
        asking: whether it asks for the PIN.
        typed: the digits so far.
        wrong: how many wrong PINs were entered.
        then: key of the notification (package and tag) that is opened when the phone is unlocked.
    """

    asking: bool = False
    typed: str = ""
    wrong: int = 0
    then: tuple[str, str] | None = None


class Toast(BaseModel):
    """A short message at the foot of the screen; it goes with the next touch or key."""

    package: str
    text: str


class Overlay(BaseModel):
    """Something of the system's over the app: the shade, a permission dialog, recents; the last is on top."""

    kind: str
    args: dict[str, Any] = Field(default_factory=dict)


class NotificationAction(BaseModel):
    """A button on a notification: it opens a screen, or broadcasts an intent to the app."""

    title: str
    screen: str = ""
    broadcast: str = ""
    args: dict[str, Any] = Field(default_factory=dict)


class Notification(BaseModel):
    """What an app tells the user about; one with the same package and tag is replaced.

    ``screen`` is opened by a tap; the app itself when empty. One that is ``ongoing`` cannot be swiped away.
    """

    package: str
    tag: str
    title: str
    text: str = ""
    when: datetime
    channel: str = "default"
    screen: str = ""
    args: dict[str, Any] = Field(default_factory=dict)
    actions: list[NotificationAction] = Field(default_factory=list)
    ongoing: bool = False


class Battery(BaseModel):
    """What ``dumpsys battery`` tells."""

    model_config = ConfigDict(extra="forbid")

    level: int = Field(default=84, ge=0, le=100)
    charging: bool = False


class Clock(BaseModel):
    """The phone's own clock. It stands still unless ``running``; then it runs from ``now`` with real time.

    A ``now`` without a time zone is local to the phone; :func:`.world.initial_state` makes it UTC.
    """

    model_config = ConfigDict(extra="forbid")

    now: datetime = datetime(2026, 5, 14, 10, 24, tzinfo=UTC)
    running: bool = False


class Display(BaseModel):
    """Size in pixels as the phone is held upright, and dots per inch."""

    model_config = ConfigDict(extra="forbid")

    width: int = Field(default=1080, ge=240, le=4096)
    height: int = Field(default=2400, ge=240, le=8192)
    density: int = Field(default=420, ge=120, le=960)


class Package(BaseModel):
    """What the phone knows of an app beside the app's own state.

    ``permissions`` holds what the user was asked for and said. ``manifest`` is set for an app that was
    installed from a file. One that was force-stopped is ``stopped`` until it is started again.
    """

    installed: bool = True
    enabled: bool = True
    stopped: bool = False
    permissions: dict[str, bool] = Field(default_factory=dict)
    manifest: dict[str, Any] | None = None
    first_installed: datetime | None = None


class Account(BaseModel):
    """An account that apps may use; ``type`` is the app's or service's domain."""

    model_config = ConfigDict(extra="forbid")

    name: str
    type: str = "org.crab"


class LogLine(BaseModel):
    """One line of ``logcat``."""

    when: datetime
    level: str
    tag: str
    text: str


class PhoneState(BaseModel):
    """Everything that a phone remembers."""

    seed: int = 0
    clock: Clock = Field(default_factory=Clock)
    battery: Battery = Field(default_factory=Battery)
    display: Display = Field(default_factory=Display)
    held: int = Field(default=0, ge=0, le=3)
    settings: dict[str, dict[str, str]] = Field(default_factory=dict)
    stacks: list[Stack] = Field(default_factory=list)
    overlays: list[Overlay] = Field(default_factory=list)
    keyboard: Keyboard = Field(default_factory=Keyboard)
    toast: Toast | None = None
    notifications: list[Notification] = Field(default_factory=list)
    awake: bool = True
    locked: bool = False
    powered: bool = True
    keyguard: Keyguard = Field(default_factory=Keyguard)
    clipboard: str = ""
    owner: Person = OWNER
    people: list[Person] = Field(default_factory=list)
    accounts: list[Account] = Field(default_factory=list)
    packages: dict[str, Package] = Field(default_factory=dict)
    apps: dict[str, SerializeAsAny[BaseModel]] = Field(default_factory=dict)
    files: FileTree = Field(default_factory=FileTree)
    properties: dict[str, str] = Field(default_factory=dict)
    lines: list[LogLine] = Field(default_factory=list, exclude=True)

    def log(self, line: LogLine) -> None:
        """Keep a line for ``logcat``; the oldest make room."""
        self.lines.append(line)
        if len(self.lines) > _LOG_LINES:
            del self.lines[: -_LOG_LINES // 2]
