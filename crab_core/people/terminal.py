"""A person who plays in the terminal: reads what the devices show as text, and types actions."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from crab_core.chat.compact_tree import render
from crab_core.content import Screenshot, Text
from crab_core.errors import CrabError, UnknownNameError, UsageError
from crab_core.people.reading import read_call, typed
from crab_core.policy import Briefing, Decision
from crab_core.turn import Turn, View

HELP = """\
Type an action: tap(element=3), android.write_text("Hello"), submit("42"), complete; or one as JSON.
  actions              what can be done
  actions NAME         the parameters of an action
  look                 what the devices show, again
  picture DEVICE FILE  write the screen of a device to a file
  stop                 leave; the episode is not scored, and can be played again"""


class TerminalPerson:
    """Somebody at a terminal."""

    def __init__(
        self, ask: Callable[[str], str], tell: Callable[[str], None], *, errors: bool = True
    ) -> None:
        """Talk to somebody.

        Args:
            ask: Shows a prompt and gives the line that was typed; raises EOFError after the last one.
            tell: Shows a text.
            errors: Whether to say why an action failed; not needed beside a progress that says so.
        """
        self._errors = errors
        self._ask = ask
        self._tell = tell
        self._commands: Mapping[str, Callable[..., None]] = {
            "help": self._help,
            "actions": self._actions,
            "look": self._look,
            "picture": self._picture,
            "stop": self._stop,
        }

    def begin(self, briefing: Briefing) -> None:
        """Wait until the person is ready.

        Raises:
            KeyboardInterrupt: There is nobody.
        """
        self._spaces = briefing.action_spaces
        self._turn = Turn(0)
        names = " and ".join(briefing.environments) or "no device"
        self._tell(f"You use {names}. The clock runs once you press Enter; every action is a step.\n{HELP}")
        self._line("Press Enter to start ")

    def decide(self, turn: Turn) -> Decision:
        """Show the devices and read lines until one is an action.

        Raises:
            KeyboardInterrupt: The person stops.
        """
        self._turn = turn
        for feedback in turn.feedback:
            if feedback.text and (feedback.ok or self._errors):
                self._tell(f"{typed(feedback.call)}: {feedback.text}")
        self._look()
        while True:
            line = self._line("> ").strip()
            if not line:
                continue
            try:
                words = line.split()
                if words[0] not in self._commands:
                    return Decision([read_call(line, self._spaces)])
                self._commands[words[0]](*_split(line)[1:])
            except TypeError:
                self._tell(HELP)
            except CrabError as error:
                self._tell(str(error))

    def _line(self, prompt: str) -> str:
        try:
            return self._ask(prompt)
        except EOFError as end:
            raise KeyboardInterrupt from end

    # -- commands ----------------------------------------------------------------------------------

    def _help(self) -> None:
        self._tell(HELP)

    def _actions(self, name: str = "") -> None:
        lines = []
        for environment, space in self._spaces.items():
            for action in space.values():
                if name in ("", action.name, f"{environment}.{action.name}"):
                    parameters = ", ".join(p.name for p in action.parameters)
                    lines.append(f"{environment}.{action.name}({parameters})  {action.description}".rstrip())
                    lines += _parameters(action.schema["parameters"]) if name else []
        if not lines:
            raise UnknownNameError("action", name, {one for space in self._spaces.values() for one in space})
        self._tell("\n".join(lines))

    def _look(self) -> None:
        for name, view in self._turn.views.items():
            self._tell(f"-- {name} {'-' * max(3, 60 - len(name))}\n{_told(view)}")

    def _picture(self, device: str, file: str) -> None:
        view = self._turn.views.get(device)
        if view is None:
            raise UnknownNameError("device", device, self._turn.views)
        picture = view.marked or view.screenshot
        if picture is None:
            raise UsageError(f"{device} shows no picture.")
        try:
            Path(file).write_bytes(picture.data)
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror or error}.") from error
        self._tell(f"The screen of {device}, {picture.width} x {picture.height}, is in {file}.")

    def _stop(self) -> None:
        raise KeyboardInterrupt


def _split(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise UsageError(f"{line!r} cannot be read: {error}.") from error


def _parameters(schema: Mapping[str, Any]) -> list[str]:
    required = schema.get("required", ())
    return [
        f"    {name}{'' if name in required else ' (optional)'}: {facts.get('description', '')}".rstrip(": ")
        for name, facts in schema["properties"].items()
    ]


def _told(view: View) -> str:
    """What a device shows, as text."""
    parts = [f"{name}: {one.text}" for name, one in view.contents.items() if isinstance(one, Text)]
    elements = view.text or render(view.tree, view.elements)
    if elements:
        parts.append(elements)
    pictures = [one for one in view.contents.values() if isinstance(one, Screenshot)]
    if pictures and not parts:
        parts.append(f"A picture alone: picture {view.environment} FILE writes it.")
    return "\n".join(parts) or "(nothing)"
