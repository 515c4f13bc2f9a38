"""The actions of several environments as the tools of one model, and its calls back to actions."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from crab_core.action import Action, ActionCall
from crab_core.chat.perception import Frame
from crab_core.chat.schema_words import parameter_lines
from crab_core.content import well_formed
from crab_core.errors import UnknownNameError
from crab_core.model import Tool
from crab_core.task import ROOT

LONGEST_NAME: Final = 64
"""Characters that every provider takes in the name of a tool."""

SKIP: Final = Tool(
    "skip",
    "Do nothing in this step.",
    {"type": "object", "properties": {}, "additionalProperties": False},
)
"""What an agent that need not act calls."""

COMPUTER: Final = "computer"
"""What the provider's own tool is called."""

_NO_FRAMES: Mapping[str, Frame] = {}


class ToolBox:
    """Gives each action of each environment a tool name of its own, and finds the action of a call.

    An action whose name no other environment has keeps it; the others are named after their environment too.
    What a name means is looked up, never read out of it, so any names go together.

    Attributes:
        tools: What the model is given, in the order of the environments.
    """

    def __init__(
        self, spaces: Mapping[str, Mapping[str, Action]], *, skip: bool = False, computer: str = ""
    ) -> None:
        """Name the tools.

        Args:
            spaces: Actions by name, by environment.
            skip: Whether the model may also do nothing, by `SKIP`.
            computer: Environment whose actions are no tools, since the provider's own tool stands for them.
        """
        self._spaces = spaces
        self._skip = skip
        self._reserved = {*({SKIP.name} if skip else ()), *({COMPUTER} if computer else ())}
        self._actions: dict[str, tuple[str, str]] = {}
        """Environment and action by tool name."""
        self._names: dict[tuple[str, str], str] = {}
        often = Counter(name for space in spaces.values() for name in space)
        for environment, space in spaces.items():
            for name in space:
                wanted = name if often[name] == 1 else f"{environment}_{name}"
                tool = self._unique(wanted)
                self._actions[tool] = (environment, name)
                self._names[environment, name] = tool
        self.tools: tuple[Tool, ...] = tuple(
            self._tool(environment, action)
            for environment, space in spaces.items()
            if environment != computer
            for action in space.values()
        )
        if skip:
            self.tools = (*self.tools, SKIP)

    def __contains__(self, environment: object) -> bool:
        """Whether it has actions of an environment."""
        return environment in self._spaces

    def actions_of(self, environment: str) -> Mapping[str, Action]:
        """The actions of an environment by name.

        Raises:
            KeyError: The tool box has no such environment.
        """
        return self._spaces[environment]

    def name_of(self, environment: str, action: str) -> str:
        """The tool name of an action.

        Raises:
            KeyError: There is no such action.
        """
        return self._names[environment, action]

    def find(self, name: str, environment: str = "") -> tuple[str, str] | str:
        """The environment and the action that a call means, or why that cannot be told.

        Args:
            name: A tool name, or an action's own name.
            environment: Where the model says it is; empty when it says nothing.
        """
        if environment and environment not in self._spaces:
            unknown = UnknownNameError("environment", environment, self._spaces)
            return str(unknown)
        found = self._actions.get(name)
        if found is not None and environment in ("", found[0]):
            return found
        if environment and name in self._spaces[environment]:
            return environment, name
        if not environment:
            having = [place for place, space in self._spaces.items() if name in space]
            if len(having) > 1:
                tools = " or ".join(repr(self._names[place, name]) for place in having)
                return f"{name!r} is an action of {' and '.join(having)}. Call {tools}."
        known: Iterable[str] = self._spaces[environment] if environment else self._actions
        return str(UnknownNameError("action", name, known))

    def call(
        self,
        name: str,
        arguments: Mapping[str, Any],
        *,
        environment: str = "",
        problem: str = "",
        frames: Mapping[str, Frame] = _NO_FRAMES,
    ) -> ActionCall:
        """The action call that a model means; one that cannot be understood carries its problem.

        Args:
            name: As the model named the tool.
            arguments: As the model gave them.
            environment: Where the model says it is; empty when it says nothing.
            problem: Why the call could not be read, if so.
            frames: The pictures that the model saw; positions are scaled back to the device's screen.
        """
        arguments = well_formed(arguments)
        found = self.find(name, environment)
        if isinstance(found, str):
            if len(self._spaces) == 1:
                [environment] = self._spaces  # where else, so that others are told who went wrong
            return ActionCall(environment, name, dict(arguments), problem or found)
        if problem:
            return ActionCall(*found, dict(arguments), problem)
        frame = frames.get(found[0])
        if frame is not None:
            arguments = _scaled(arguments, frame)
        return ActionCall(*found, dict(arguments))

    def is_skip(self, name: str) -> bool:
        """Whether a call of this name does nothing."""
        return self._skip and name == SKIP.name

    def describe(self) -> str:
        """The actions with their parameters as text, for agents that plan and do not call."""
        lists = (
            [f"{environment}:", *(line for action in space.values() for line in _lines(action))]
            for environment, space in self._spaces.items()
        )
        return "\n\n".join("\n".join(lines) for lines in lists)

    def _unique(self, wanted: str) -> str:
        taken = {*self._actions, *self._reserved}
        plain = re.sub(r"[^A-Za-z0-9_-]", "_", wanted)
        # Gemini wants a letter or an underscore first.
        plain = (plain if re.match(r"[A-Za-z_]", plain) else f"_{plain}")[:LONGEST_NAME]
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain[: LONGEST_NAME - len(str(number)) - 1]}_{number}"
        return name

    def _tool(self, environment: str, action: Action) -> Tool:
        schema = action.schema
        description = schema["description"]
        if environment != ROOT and len(self._spaces.keys() - {ROOT}) > 1:
            description = f"{description} (On {environment}.)".lstrip()
        return Tool(self._names[environment, action.name], description, schema["parameters"])


def _lines(action: Action) -> list[str]:
    parameters = parameter_lines(action.schema["parameters"])
    return [f"- {action.name}: {action.description}", *(f"  {line}" for line in parameters)]


def _scaled(arguments: Mapping[str, Any], frame: Frame) -> dict[str, Any]:
    """Arguments with positions in pixels of the device; what is no number stays for validation to tell."""
    if (frame.width, frame.height) == (frame.picture.width, frame.picture.height):
        return dict(arguments)
    axes = {"x": frame.x, "y": frame.y}
    scaled = dict(arguments)
    for name, value in arguments.items():
        axis = axes.get(name.rpartition("_")[2])  # x, from_x, to_y: as `resolve_elements` names positions
        number = _number(value)
        if axis is not None and number is not None:
            scaled[name] = axis(number)
    return scaled


def _number(value: object) -> float | None:
    """A number that a model gave, as text too; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
