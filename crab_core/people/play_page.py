"""The page on which a person plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from crab_core.action import ActionCall
from crab_core.chat.computer import to_calls
from crab_core.chat.perception import Frame
from crab_core.content import Screenshot
from crab_core.errors import UsageError
from crab_core.people.reading import Spaces, read_call
from crab_core.people.seat import Seat
from crab_core.people.server import Reply, static
from crab_core.people.showing import actions_json, pictures_of, scene_json

LONGEST_LOOK: Final = 20.0
"""Seconds after which a page that waits for news is answered without any, and asks again."""


class PlayPage:
    """What the page shows of a seat, and what can be done on it."""

    def __init__(self, seat: Seat, *, checkpoints: bool = True) -> None:
        """Show a seat.

        Args:
            seat: Where the person plays.
            checkpoints: Whether the graph's progress is shown.
        """
        self._seat = seat
        self._checkpoints = checkpoints

    def get(self, name: str, query: Mapping[str, str]) -> Reply | None:
        """A file of the page, the news, the actions, or a picture of the present turn."""
        if name == "":
            return static("play.html")
        if name == "news":
            return Reply.of(self._news(query.get("after", "")))
        if name == "actions":
            return Reply.of(actions_json(self._spaces()))
        if name.startswith("pictures/"):
            return self._picture(name.removeprefix("pictures/"))
        return static(name)

    def post(self, name: str, facts: Mapping[str, Any]) -> Reply | None:
        """Begin, act, or stop.

        Raises:
            UsageError: It cannot be done now, or not at all.
            InvalidAction: The arguments of an action do not fit.
        """
        if name == "start":
            self._seat.start()
        elif name == "act":
            turn = facts.get("turn")
            self._seat.act(turn if isinstance(turn, int) else 0, self._calls(facts.get("do")))
        elif name == "stop":
            self._seat.stop()
        else:
            return None
        return Reply.of({})

    def _news(self, after: str) -> dict[str, Any]:
        known = int(after) if after.isdecimal() and len(after) < 10 else -1
        scene = self._seat.look(known, LONGEST_LOOK)
        return scene_json(scene, self._seat.clock(), checkpoints=self._checkpoints)

    def _spaces(self) -> Spaces:
        briefing = self._seat.scene.briefing
        return briefing.action_spaces if briefing else {}

    def _picture(self, digest: str) -> Reply | None:
        turn = self._seat.scene.turn
        for view in turn.views.values() if turn else ():
            for picture in pictures_of(view):
                if picture.digest == digest:
                    return Reply(picture.data, picture.media_type)
        return None

    # -- what the person does ----------------------------------------------------------------------

    def _calls(self, wanted: Any) -> Sequence[ActionCall]:
        """The calls that the page asks for: typed, made by hand on a screen, or filled in.

        Raises:
            UsageError: It cannot be done here.
        """
        if not isinstance(wanted, list) or not all(isinstance(one, dict) for one in wanted):
            raise UsageError("The page asks for nothing that can be done.")
        return [call for one in wanted for call in self._call(one)]

    def _call(self, one: Mapping[str, Any]) -> Sequence[ActionCall]:
        if "typed" in one:
            return [read_call(str(one["typed"]), self._spaces())]
        environment = str(one.get("environment", ""))
        if "gesture" in one:
            return self._gesture(environment, one["gesture"])
        arguments = one.get("arguments", {})
        if not isinstance(arguments, dict):
            raise UsageError("Arguments have names.")
        return [ActionCall(environment, str(one.get("name", "")), arguments)]

    def _gesture(self, environment: str, wanted: Any) -> Sequence[ActionCall]:
        if not isinstance(wanted, dict):
            raise UsageError("The page asks for nothing that can be done.")
        space = self._spaces().get(environment, {})
        calls = to_calls(wanted, environment, space, self._frame(environment))
        if calls[0].problem:
            raise UsageError(calls[0].problem, advice="The list of actions says what there is.")
        return calls

    def _frame(self, environment: str) -> Frame | None:
        turn = self._seat.scene.turn
        view = turn.views.get(environment) if turn else None
        screen: Screenshot | None = view.screenshot if view else None
        return Frame(screen, screen.width, screen.height) if screen else None
