"""The Android phone as an environment. It knows ADB, and nothing of what is at the other end."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from crab_android.actions import ACTIONS
from crab_android.allowed import INCIDENTAL
from crab_android.device.clipboard import Clipboard
from crab_android.device.compact import CompactTree, compact
from crab_android.device.keyboard import Keyboard
from crab_android.device.link import AdbLink, quoted
from crab_android.device.recorder import Recorder
from crab_android.device.screen import Screen
from crab_android.evaluators import EVALUATORS
from crab_android.observations import OBSERVATIONS, ON_REQUEST
from crab_core import (
    Content,
    Environment,
    EvaluatorCall,
    InvalidAction,
    Outcome,
    Problem,
    Settled,
    UnknownNameError,
    World,
)

StateReader = Callable[[], dict[str, Any]]


class AndroidEnvironment(Environment):
    """An Android phone.

    Attributes:
        link: Runs commands on the phone.
        screen: Looks at it.
        keyboard: Types on it.
        clipboard: Its clipboard.
        recorder: Records its screen.
    """

    name = "android"
    description = "An Android phone. You can touch the screen, type text and press the phone's buttons."
    platform = "android"
    actions = ACTIONS
    observations = OBSERVATIONS
    evaluators = EVALUATORS
    incidental: Sequence[str] = INCIDENTAL

    def __init__(
        self,
        name: str | None = None,
        *,
        link: AdbLink,
        cap: float = 3.0,
        quiet: float = 0.0,
        read_state: StateReader | None = None,
        show: Iterable[str] = (),
    ) -> None:
        """Take a phone that is connected.

        Args:
            name: Another name, for a second phone.
            link: The phone.
            cap: Longest time to wait for the screen to come to rest, in seconds.
            quiet: How long the screen must not have changed to be at rest, in seconds.
            read_state: Tells what an episode could leave behind; the settings when None.
            show: Observations to make at every step besides the screenshot and the UI tree: "ui_text",
                "current_activity", "clipboard", "clip".

        Raises:
            UnknownNameError: There is no such observation.
        """
        super().__init__(name)
        self.extend(observations=_on_request(show))
        self.link = link
        self.screen = Screen(link, cap=cap, quiet=quiet)
        self.keyboard = Keyboard(link)
        self.clipboard = Clipboard(link)
        self.recorder = Recorder(link)
        self._read_state = read_state
        if read_state is None:
            self.state_misses = "only the phone's settings are compared"
        self._dump: str | None = None
        self._keep_dump = False
        self._shown: CompactTree | None = None

    # -- for the episode ---------------------------------------------------------------------------

    def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Validate and execute one action; the last picture of the screen is void from then on."""
        self.screen.forget()
        if "clip" in self.observation_space:
            self.recorder.start()
        try:
            return super().act(name, arguments)
        finally:
            self._shown = None

    def settle(self) -> Settled:
        """Wait until the screen has stopped changing, or until the cap."""
        return self.screen.settle()

    def observe(self) -> dict[str, Content]:
        """One capture of everything in the observation space; the hierarchy is read once for all of it."""
        with self._one_dump():
            return super().observe()

    def evaluate(self, calls: Sequence[EvaluatorCall]) -> list[Outcome]:
        """Ask evaluators; the hierarchy is read once for all of them."""
        with self._one_dump():
            return super().evaluate(calls)

    def on_reset(self, world: World, seed: int) -> None:
        """The provider has put the phone into the world; forget what was seen before."""
        del world, seed
        self.screen.forget()
        self._shown = None
        self.recorder.drop()

    def on_close(self) -> None:
        """End a recording that still runs."""
        self.recorder.drop()

    def state(self) -> dict[str, Any]:
        """What an episode could leave behind; of a phone that does not tell it, the settings."""
        if self._read_state is not None:
            return _compact(self._read_state())
        namespaces = ("system", "secure", "global")
        listed = {space: self.link.check(f"settings list {space}").splitlines() for space in namespaces}
        return {"settings": {space: dict(map(_setting, lines)) for space, lines in listed.items()}}

    # -- for actions, observations and evaluators ----------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the screen as it is held now, in pixels of the screenshot."""
        return self.screen.size

    def hierarchy(self) -> str:
        """The XML of the window in front; within one capture or one judgement it is read once."""
        if self._dump is None or not self._keep_dump:
            self._dump = self.screen.hierarchy()
        return self._dump

    def read_file(self, path: str, limit: int) -> bytes:
        """The bytes of a file on the phone, for evaluators that plugins bring.

        Args:
            path: Absolute.
            limit: Bytes: a larger file is refused.

        Raises:
            OSError: It is missing, no regular file, too large, or may not be read; says so in a sentence.
            DeviceError: The phone cannot be asked.
        """
        # A pipe would never end, and a file may claim to be of any size.
        command = f"{quoted(['test', '-f', path])} && {quoted(['head', '-c', str(limit + 1), path])}"
        answer = self.link.run(command, repeatable=True)
        if answer.code != 0:
            raise OSError(f"{path} is no file that can be read")
        if len(answer.output) > limit:
            raise OSError(f"{path} has more than {limit} bytes")
        return answer.output

    def read_screen(self) -> CompactTree:
        """The window in front as compact text, as it is now."""
        return compact(self.hierarchy())

    def show_text(self) -> str:
        """The window in front as compact text; its ids hold for the next action."""
        self._shown = self.read_screen()
        return self._shown.text

    def center_of(self, node: str) -> tuple[int, int]:
        """The middle of an element of `ui_text`, in pixels.

        Raises:
            InvalidAction: It is not on the screen.
        """
        screen = self._shown or self.read_screen()
        element = screen.elements.get(node)
        if element is None:
            raise InvalidAction(
                f"There is no element {node!r}.",
                [Problem("node", "ids are the first words of the lines of ui_text")],
            )
        if element.box is None:
            raise InvalidAction(
                f"The element {node!r} has no place.", [Problem("node", "it cannot be touched")]
            )
        return element.box.center

    @contextmanager
    def _one_dump(self) -> Iterator[None]:
        self._dump, self._keep_dump = None, True
        try:
            yield
        finally:
            self._dump, self._keep_dump = None, False


def _compact(state: dict[str, Any]) -> dict[str, Any]:
    """A phone's state with one text for each file, and of packages what a user decides."""
    packages: dict[str, Any] = state.get("packages", {})
    return {
        **state,
        "files": {path: _file(told) for path, told in state.get("files", {}).items()},
        "packages": {
            name: {"installed": told["installed"], "enabled": told["enabled"]}
            for name, told in packages.items()
            if told.get("manifest") or not (told["installed"] and told["enabled"])
        },
        "permissions": {name: told["permissions"] for name, told in packages.items() if told["permissions"]},
    }


def _file(told: Mapping[str, Any]) -> str:
    """The digest of a file, or what it is instead."""
    if digest := told.get("sha256"):
        return str(digest)
    return "folder" if stat.S_ISDIR(told.get("mode", 0)) else "link"


def _setting(line: str) -> tuple[str, str]:
    name, _, value = line.partition("=")
    return name, value


def _on_request(names: Iterable[str]) -> list[Any]:
    known = {item.name: item for item in ON_REQUEST}
    wanted = [name for name in dict.fromkeys(names) if name not in {item.name for item in OBSERVATIONS}]
    for name in wanted:
        if name not in known:
            raise UnknownNameError("observation", name, known)
    return [known[name] for name in wanted]
