"""Two toy devices on which composed tasks are played: notes with a clipboard, and letters to people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import crab_core as crab


class Pad(crab.Environment):
    """Notes by title, and a clipboard."""

    name, description = "pad", "Notes and a clipboard."

    def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
        self.notes = dict(world.get("notes", {}))
        self.clipboard = world.get("clipboard", "")
        self.said: list[str] = []

    def state(self) -> dict[str, Any]:
        return {"notes": dict(self.notes), "clipboard": self.clipboard}


class Post(crab.Environment):
    """People with addresses, and letters to them."""

    name, description = "post", "People and letters."

    def on_reset(self, world: Mapping[str, Any], seed: int) -> None:
        self.people = dict(world.get("people", {}))
        self.sent: list[list[str]] = []
        self.looked_up: list[str] = []

    def state(self) -> dict[str, Any]:
        return {"people": dict(self.people), "sent": list(self.sent)}


def found(texts: Mapping[str, str], name: str) -> str:
    if name not in texts:
        raise crab.InvalidAction(f"There is no {name!r}.")
    return texts[name]


@crab.action
def read(env: Pad, title: str) -> str:
    """Read a note."""
    env.said.append(found(env.notes, title))
    return found(env.notes, title)


@crab.action
def write(env: Pad, title: str, text: str) -> None:
    """Write a note."""
    env.notes[title] = text


@crab.action
def shout(env: Pad, text: str) -> str:
    """Say a text loudly."""
    env.said.append(text.upper())
    return text.upper()


@crab.action
def copy(env: Pad, title: str) -> str:
    """Copy a note to the clipboard."""
    env.clipboard = found(env.notes, title)
    return env.clipboard


@crab.action
def paste(env: Pad, title: str) -> None:
    """Paste the clipboard into a note."""
    env.notes[title] = env.clipboard


@crab.action
def look_up(env: Post, name: str) -> str:
    """The address of a person."""
    env.looked_up.append(name)
    return found(env.people, name)


@crab.action
def send(env: Post, to: str, text: str) -> None:
    """Send a letter."""
    env.sent.append([to, text])


@crab.evaluator(env="pad")
def note_says(env: Pad, title: str, text: str) -> crab.Verdict:
    """Whether a note says a text."""
    return crab.Verdict(env.notes.get(title) == text, f"{title} says {env.notes.get(title)!r}")


@crab.evaluator(env="pad")
def note_ends(env: Pad, title: str, text: str) -> bool:
    """Whether a note ends with a text on a line of its own."""
    return bool(env.notes.get(title, "").endswith("\n" + text))


@crab.evaluator(env="pad")
def was_said(env: Pad, text: str) -> bool:
    """Whether a text was read or shouted."""
    return text in env.said


@crab.evaluator(env="pad")
def is_copied(env: Pad, text: str) -> bool:
    """Whether a text is on the clipboard."""
    return bool(env.clipboard == text)


@crab.evaluator(env="post")
def was_looked_up(env: Post, name: str) -> bool:
    """Whether a person was looked up."""
    return name in env.looked_up


@crab.evaluator(env="post")
def was_sent(env: Post, to: str, text: str) -> crab.Verdict:
    """Whether a letter was sent."""
    return crab.Verdict([to, text] in env.sent, f"sent: {env.sent}")


Pad.actions, Pad.evaluators = (read, write, shout, copy, paste), (note_says, note_ends, was_said, is_copied)
Post.actions, Post.evaluators = (look_up, send), (was_looked_up, was_sent)
