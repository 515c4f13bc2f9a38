"""The environment `ubuntu`: a GNOME desktop that is alive in this process's session."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from crab_core import (
    Action,
    Clip,
    Content,
    DefinitionError,
    DeviceError,
    Environment,
    Evaluator,
    Observation,
    Settled,
    Spec,
    World,
)
from crab_ubuntu import actions, observations
from crab_ubuntu.evaluators import EVALUATORS
from crab_ubuntu.evaluators.reading import UnreadableError, read_regular
from crab_ubuntu.state import INCIDENTAL, Home, changed_settings

if TYPE_CHECKING:
    from crab_ubuntu.desktop.live import Desktop
    from crab_ubuntu.services.server import Services


class UbuntuEnvironment(Environment):
    """A Linux desktop. Made where the desktop is: in the host process of its session."""

    name = "ubuntu"
    description = (
        "A Linux desktop with GNOME that looks like Ubuntu: a dock on the left, a bar with Activities and "
        "the clock at the top, and applications in windows."
    )
    platform = "linux"
    actions: ClassVar[Sequence[Action]] = actions.ACTIONS
    observations: ClassVar[Sequence[Observation]] = observations.OBSERVATIONS
    evaluators: ClassVar[Sequence[Evaluator]] = EVALUATORS
    incidental: Sequence[str] = INCIDENTAL

    def __init__(
        self,
        name: str | None = None,
        *,
        desktop: Desktop | None = None,
        services: Services | None = None,
        show: Iterable[str] = (),
        record: bool = False,
        api_actions: bool = False,
    ) -> None:
        """Take over a live desktop.

        Args:
            name: Another name, for a second desktop.
            desktop: Closed with the environment; without one, only the spaces can be used.
            services: What answers in the desktop's network; closed with the environment.
            show: Observations to make at every step besides the screenshot and the UI tree: "focused",
                "windows", "clipboard", "terminal", "clip".
            record: Whether the screen is recorded from the first observation on.
            api_actions: Whether agents may run commands and Python code beside the desktop.

        Raises:
            UnknownNameError: There is no such observation.
        """
        super().__init__(name)
        self.extend(actions.API_ACTIONS if api_actions else (), observations.on_request(show))
        self._record = record
        self._desktop = desktop
        self._services = services
        self._furnished = False
        self._home = Home(Path.home())

    def bring_in(self, references: Iterable[str]) -> None:
        """Add to the spaces what plugins bring, each named as "package.module:attribute".

        Raises:
            PluginError: Something cannot be loaded.
        """
        members = [Spec(reference, "", reference).load() for reference in references]
        self.extend(
            [m for m in members if isinstance(m, Action) and not isinstance(m, Observation | Evaluator)],
            [m for m in members if isinstance(m, Observation)],
            [m for m in members if isinstance(m, Evaluator)],
        )

    @property
    def desktop(self) -> Desktop:
        """The live desktop.

        Raises:
            DeviceError: There is none in this process.
        """
        if self._desktop is None:
            raise DeviceError(
                "This environment has no desktop.", advice="Start it through a provider, such as `sandbox`."
            )
        return self._desktop

    @property
    def services(self) -> Services:
        """What answers in the desktop's network, and what it has seen.

        Raises:
            DefinitionError: The world serves nothing.
        """
        if self._services is None:
            raise DefinitionError(
                "The world of this desktop has no services.", advice='Give it the field "services".'
            )
        return self._services

    def on_reset(self, world: World, seed: int) -> None:
        """Furnish a new desktop.

        Raises:
            UsageError: The world cannot be.
            DeviceError: The desktop is not new, or something of the world does not come about.
        """
        from crab_ubuntu.worlds.furnish import furnish
        from crab_ubuntu.worlds.world import read_world

        if self._furnished:
            raise DeviceError(
                "This desktop has been furnished already.", advice="Have the provider start a new one."
            )
        self._furnished = True
        checked = read_world(world)
        if checked.services:
            from crab_ubuntu.host.spec import RELAYS
            from crab_ubuntu.services.server import Services, listen

            doors = listen(checked.services)
            self._services = Services(checked.services, doors, seed=seed, relay_folder=RELAYS)
        furnish(self.desktop, checked)

    def on_close(self) -> None:
        """Disconnect from the desktop."""
        if self._services is not None:
            self._services.close()
            self._services = None
        if self._desktop is not None:
            self._desktop.close()
            self._desktop = None

    def observe(self) -> dict[str, Content]:
        """One capture of everything in the observation space; the first one starts a recording."""
        if self._record:
            self.desktop.recorder.start(seconds=math.inf)
        elif "clip" in self.observation_space:
            self.desktop.recorder.start()
        return super().observe()

    def recording(self) -> Clip | None:
        """What the screen has shown since the first observation; None when that is not recorded."""
        return self.desktop.recorder.whole() if self._record and self.desktop.recorder.running else None

    def read_file(self, path: str, limit: int) -> bytes:
        """The bytes of a file, for evaluators that plugins bring.

        Args:
            path: From the home folder, or absolute.
            limit: Bytes: a larger file is refused.

        Raises:
            OSError: It is missing, no regular file, too large, or may not be read; says so in a sentence.
        """
        try:
            return read_regular(path, limit)
        except UnreadableError as error:
            raise OSError(error.sentence) from error

    def settle(self) -> Settled:
        """Wait until the screen is still and no application is at work on it."""
        return self.desktop.settler.settle()

    def state(self) -> dict[str, Any]:
        """Files that a person sees, by digest; settings; default applications; windows; services."""
        windows = [w.title for w in self.desktop.windows.stacked() if w.managed and w.kind != "DESKTOP"]
        return {
            "files": self._home.entries(),
            "settings": changed_settings(),
            "defaults": self._home.defaults(),
            "windows": windows,
            "services": self._services.states() if self._services else {},
        }
