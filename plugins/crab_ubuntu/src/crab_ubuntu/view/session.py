"""What people who look at one desktop share: the hand, the recording, and what every page is told of both."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from crab_core import ActionCall, CrabError, Text
from crab_ubuntu.view.desk import Desk
from crab_ubuntu.view.hand import Hand
from crab_ubuntu.view.keyboard import Call
from crab_ubuntu.view.recorder import LONGEST, Recorder
from crab_ubuntu.view.recording import Recording

Tell = Callable[[dict[str, Any]], None]
"""Sends something to one page."""


class Session:
    """Belongs to the event loop of the page; what takes long is done in other threads."""

    def __init__(self, desk: Desk, *, recording: bool = False, view_only: bool = False) -> None:
        """Begin.

        Args:
            desk: The desktop.
            recording: Write down from the start on.
            view_only: People may only look.
        """
        self.desk = desk
        self.view_only = view_only
        self._loop = asyncio.get_running_loop()
        self._pages: set[Tell] = set()
        self._recorder = Recorder()
        self._recording = recording
        self._busy = ""
        self._hand = self._new_hand()

    @property
    def recording(self) -> Recording:
        """What was recorded until now."""
        name = self.desk.device.name
        calls = tuple(ActionCall(name, *call) for call in self._recorder.calls)
        return Recording(calls, self.desk.screen, self.desk.world)

    # -- what people do ----------------------------------------------------------------------------

    def do(self, calls: Iterable[Call]) -> None:
        """Do it on the desktop; nothing while a new one starts."""
        if not self._busy:
            self._hand.do(calls)

    def note(self, calls: Iterable[Call], moment: float) -> None:
        """Write it down and show it to every page, if that is wanted."""
        if not self._recording or self._busy:
            return
        places = [self._recorder.add(call, moment) for call in calls]
        if places:
            self._tell_steps(min(places))

    async def asked(self, request: dict[str, Any], tell: Tell) -> None:
        """Do what a button of a page asks for.

        Args:
            request: `do` names it.
            tell: Answers to that page.
        """
        match request:
            case _ if self.view_only:
                tell({"note": "This page may only look."})
            case {"do": "record", "on": bool(on)}:
                self._recording = on
                self._tell(self._facts())
            case {"do": "remove", "place": int(place)}:
                self._recorder.remove(place)
                self._tell_steps(max(place, 0))
            case {"do": "clear"}:
                self._recorder = Recorder()
                self._tell_steps(0)
            case {
                "do": "act",
                "name": "write_text" | "paste" | "press" | "hotkey" as name,
                "arguments": dict(arguments),
            }:
                calls = list(pieces(str(name), arguments))
                self.do(calls)
                self.note(calls, time.monotonic())
            case {"do": "copy"}:
                tell(await self._copied())
            case {"do": "start over"}:
                await self._occupied("Starting a new desktop", self._start_over)
            case {"do": "play"}:
                await self.play(self.recording, over=True)
            case _:
                tell({"note": "The page asked for something that is unknown here."})

    async def play(
        self, recording: Recording, *, over: bool, told: Callable[[ActionCall], None] | None = None
    ) -> None:
        """Do what was recorded, in front of everybody who looks.

        Args:
            recording: What to do.
            over: On a new desktop.
            told: Called before each action, in another thread.
        """

        def work() -> None:
            if over:
                self._start_over()
            self.desk.play(recording, told)

        await self._occupied("Playing the recording", work)

    async def _copied(self) -> dict[str, Any]:
        """The text that was copied on the desktop; empty when it is something else, or cannot be seen."""
        seen = (await asyncio.to_thread(self.desk.device.observe)).get("clipboard")
        held = json.loads(seen.text) if isinstance(seen, Text) else {}
        return {"clipboard": held.get("text", "")}

    async def _occupied(self, what: str, work: Callable[[], None]) -> None:
        """Do something during which nobody uses the desktop."""
        if self._busy:
            return
        self._busy = what
        self._tell(self._facts())
        try:
            await asyncio.to_thread(work)
        except CrabError as error:
            self._tell({"note": str(error)})
        finally:
            self._busy = ""
            self._tell(self._facts())

    def _start_over(self) -> None:
        self._hand.close()
        try:
            self.desk.start_over()
        finally:
            self._hand = self._new_hand()

    def _new_hand(self) -> Hand:
        def failed(reason: str) -> None:
            self._loop.call_soon_threadsafe(self._tell, {"note": reason})

        return Hand(self.desk.device, failed)

    # -- what pages are told -----------------------------------------------------------------------

    def join(self, tell: Tell) -> None:
        """Another page: told everything now, and what changes from now on."""
        self._pages.add(tell)
        tell({**self._facts(), **self._steps(0)})

    def leave(self, tell: Tell) -> None:
        """A page is gone."""
        self._pages.discard(tell)

    def close(self) -> None:
        """End the hand."""
        self._hand.close()

    def _tell(self, news: dict[str, Any]) -> None:
        for tell in self._pages:
            tell(news)

    def _tell_steps(self, first: int) -> None:
        self._tell(self._steps(first))

    def _facts(self) -> dict[str, Any]:
        return {
            "screen": list(self.desk.screen),
            "viewOnly": self.view_only,
            "recording": self._recording,
            "busy": self._busy,
        }

    def _steps(self, first: int) -> dict[str, Any]:
        steps = [{"name": name, "arguments": arguments} for name, arguments in self._recorder.calls[first:]]
        return {"first": first, "steps": steps}


def pieces(name: str, arguments: dict[str, Any]) -> Iterator[Call]:
    """An action, or several where its text is longer than one takes."""
    text = arguments.get("text")
    if name == "write_text" and isinstance(text, str):
        for start in range(0, len(text), LONGEST):
            yield name, {"text": text[start : start + LONGEST]}
    else:
        yield name, arguments
