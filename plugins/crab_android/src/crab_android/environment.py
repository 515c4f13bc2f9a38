"""The Android phone as an environment. It knows ADB, and nothing of what is at the other end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crab_android.actions import ACTIONS
from crab_android.device.keyboard import Keyboard
from crab_android.device.link import AdbLink
from crab_android.device.screen import Screen
from crab_android.evaluators import EVALUATORS
from crab_android.observations import OBSERVATIONS
from crab_core import Environment, Settled, World

StateReader = Callable[[], dict[str, Any]]


class AndroidEnvironment(Environment):
    """An Android phone.

    Attributes:
        link: Runs commands on the phone.
        screen: Looks at it.
        keyboard: Types on it.
    """

    name = "android"
    description = "An Android phone. You can touch the screen, type text and press the phone's buttons."
    platform = "android"
    actions = ACTIONS
    observations = OBSERVATIONS
    evaluators = EVALUATORS

    def __init__(
        self,
        name: str | None = None,
        *,
        link: AdbLink,
        cap: float = 3.0,
        quiet: float = 0.0,
        read_state: StateReader | None = None,
    ) -> None:
        """Take a phone that is connected.

        Args:
            name: Another name, for a second phone.
            link: The phone.
            cap: Longest time to wait for the screen to come to rest, in seconds.
            quiet: How long the screen must not have changed to be at rest, in seconds.
            read_state: Tells what an episode could leave behind; the settings and the app in front when None.
        """
        super().__init__(name)
        self.link = link
        self.screen = Screen(link, cap=cap, quiet=quiet)
        self.keyboard = Keyboard(link)
        self._read_state = read_state

    def act(self, name: str, arguments: Any) -> Any:
        """Validate and execute one action; the last picture of the screen is void from then on."""
        self.screen.forget()
        return super().act(name, arguments)

    def settle(self) -> Settled:
        """Wait until the screen has stopped changing, or until the cap."""
        return self.screen.settle()

    def on_reset(self, world: World, seed: int) -> None:
        """The provider has put the phone into the world; forget what was seen before."""
        del world, seed
        self.screen.forget()

    def state(self) -> dict[str, Any]:
        """What an episode could leave behind."""
        if self._read_state is not None:
            return self._read_state()
        namespaces = ("system", "secure", "global")
        settings = {space: self.link.check(f"settings list {space}").splitlines() for space in namespaces}
        return {"settings": settings}
