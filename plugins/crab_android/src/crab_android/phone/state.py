"""The whole state of a phone, as typed data: what a snapshot keeps and an export shows."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny

from .system.files import FileTree

Layer = Literal["lower", "upper", "symbols", "more"]


class TextField(BaseModel):
    """What stands in a text field: the text, and the cursor as an index into it."""

    text: str = ""
    cursor: int = 0
    selected_from: int | None = None

    def insert(self, text: str) -> None:
        """Type a text at the cursor, replacing what is selected."""
        start, end = self.selection
        self.text = self.text[:start] + text + self.text[end:]
        self.cursor = start + len(text)
        self.selected_from = None

    def erase(self, *, forward: bool = False) -> None:
        """Delete what is selected, or one character before (or after) the cursor."""
        start, end = self.selection
        if start == end and forward:
            end = min(len(self.text), end + 1)
        elif start == end:
            start = max(0, start - 1)
        self.text = self.text[:start] + self.text[end:]
        self.cursor = start
        self.selected_from = None

    def set(self, text: str) -> None:
        """Replace the whole text; the cursor goes to its end."""
        self.text = text
        self.cursor = len(text)
        self.selected_from = None

    @property
    def selection(self) -> tuple[int, int]:
        """The selected range, empty at the cursor when nothing is selected."""
        other = self.cursor if self.selected_from is None else self.selected_from
        return min(self.cursor, other), max(self.cursor, other)


class Dialog(BaseModel):
    """A dialog, menu or sheet over an activity; the screen decides what its name means."""

    name: str
    args: dict[str, Any] = Field(default_factory=dict)


class Activity(BaseModel):
    """One activity on the back stack, with what the user has done to its screen so far."""

    screen: str
    args: dict[str, Any] = Field(default_factory=dict)
    fields: dict[str, TextField] = Field(default_factory=dict)
    scroll: dict[str, int] = Field(default_factory=dict)
    focus: str | None = None
    dialog: Dialog | None = None


class Stack(BaseModel):
    """An Android task: the activities of one app, the visible one last."""

    package: str
    activities: list[Activity]


class Keyboard(BaseModel):
    """The soft keyboard."""

    visible: bool = False
    layer: Layer = "lower"


class Toast(BaseModel):
    """A short message at the foot of the screen; it goes with the next touch or key."""

    package: str
    text: str


class Battery(BaseModel):
    """What ``dumpsys battery`` tells."""

    model_config = ConfigDict(extra="forbid")

    level: int = Field(default=84, ge=0, le=100)
    charging: bool = False


class Clock(BaseModel):
    """The phone's own clock. It stands still unless ``running``; then it runs from ``now`` with real time."""

    model_config = ConfigDict(extra="forbid")

    now: datetime = datetime(2026, 5, 14, 10, 24)
    running: bool = False


class PhoneState(BaseModel):
    """Everything that a phone remembers."""

    seed: int = 0
    clock: Clock = Field(default_factory=Clock)
    battery: Battery = Field(default_factory=Battery)
    settings: dict[str, dict[str, str]] = Field(default_factory=dict)
    stacks: list[Stack] = Field(default_factory=list)
    keyboard: Keyboard = Field(default_factory=Keyboard)
    toast: Toast | None = None
    awake: bool = True
    clipboard: str = ""
    apps: dict[str, SerializeAsAny[BaseModel]] = Field(default_factory=dict)
    files: FileTree = Field(default_factory=FileTree)
    properties: dict[str, str] = Field(default_factory=dict)
