"""How often an agent has been here and what it has tried: a hint against going round in circles.

AndroidArena (Xing et al. 2024, section 7.2): the agent is told M(s), how often it has been in the current
state, and N(s, a), how often it has issued each action there, and weighs trying something new by itself.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field

from crab_core.chat.steps import call_words
from crab_core.content import Screenshot, Text
from crab_core.turn import Turn, View

MOST_STATES = 1_000
"""States that are remembered; the one that was left longest ago is forgotten first."""
MOST_ACTIONS = 8
"""Actions that a hint lists, the most frequent first."""
_TIME = re.compile(r"\d{1,2}[:.\u2236]\d{2}(?:\s?[AP]M)?")
"""A time of day; desktops write it with a colon of its own."""
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


@dataclass(slots=True)
class _State:
    visits: int = 0
    """M(s)."""
    actions: Counter[str] = field(default_factory=Counter)
    """N(s, a), by the action in words."""


class Visits:
    """Counts the states that devices were in and the actions that were issued there, over one episode.

    A state is what a device offers to point at: what has no marks is told apart by its tree, its texts or its
    picture. So a clock that goes on and a text that is typed make no new state, and another screen does.
    """

    def __init__(self) -> None:
        """Nothing was visited."""
        self._states: OrderedDict[tuple[str, bytes], _State] = OrderedDict()
        self._here: dict[str, _State] = {}
        self._turn = 0

    def hint(self, turn: Turn, environments: Collection[str] | None = None) -> str:
        """Count a turn, and say what is known of where it stands.

        Args:
            turn: The turn at hand; asking twice in one turn counts it once.
            environments: The devices to speak of; all when left out.

        Returns:
            Lines for the prompt; empty when every device is where it has not been before.
        """
        if turn.number != self._turn:
            self._turn = turn.number
            for one in turn.feedback:
                if one.call.environment in self._here:
                    self._here[one.call.environment].actions[call_words(one.call)] += 1
            self._here = {name: self._visit(view) for name, view in turn.views.items()}
        return "\n".join(
            _told(name, state)
            for name, state in self._here.items()
            if state.visits > 1 and (environments is None or name in environments)
        )

    def _visit(self, view: View) -> _State:
        key = view.environment, _signature(view)
        state = self._states.setdefault(key, _State())
        self._states.move_to_end(key)
        if len(self._states) > MOST_STATES:
            self._states.popitem(last=False)
        state.visits += 1
        return state


def _told(environment: str, state: _State) -> str:
    done = [f"{call}, {_times(count)}" for call, count in state.actions.most_common(MOST_ACTIONS)]
    here = f"You see this screen of {environment} for the {_ordinal(state.visits)} time."
    return f"{here} Here you have already tried: {'; '.join(done)}." if done else here


def _signature(view: View) -> bytes:
    seen: object
    if len(view.elements):
        seen = [(mark.role, _TIME.sub("", mark.label)) for mark in view.elements]
    elif view.tree is not None:
        seen = [(node.role, _TIME.sub("", node.name), node.identifier) for node in view.tree.walk()]
    else:
        texts = [content.text for content in view.contents.values() if isinstance(content, Text)]
        pictures = [content.digest for content in view.contents.values() if isinstance(content, Screenshot)]
        seen = texts or pictures
    return hashlib.blake2b(repr(seen).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{_ENDINGS.get(number % 10, 'th')}"
