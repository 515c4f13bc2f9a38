"""The provider `sandbox`: every episode gets a GNOME desktop of its own, in a bubblewrap sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from crab_core import (
    Additions,
    DeviceError,
    Provider,
    RemoteError,
    Requirement,
    UnknownNameError,
    UsageError,
    World,
)
from crab_core.host import HostedEnvironment
from crab_ubuntu.actions import API_ACTIONS
from crab_ubuntu.desktop.input import BRINGS, check_backend
from crab_ubuntu.host.spec import DOOR
from crab_ubuntu.observations import on_request
from crab_ubuntu.providers.furnish import HOSTS
from crab_ubuntu.providers.launch import DesktopOptions, RunningDesktop, launch
from crab_ubuntu.providers.limits import read_limits
from crab_ubuntu.providers.packages import versions
from crab_ubuntu.providers.pool import WarmPool
from crab_ubuntu.providers.process import DesktopProcess
from crab_ubuntu.providers.requirements import requirements
from crab_ubuntu.services.kinds import bringers
from crab_ubuntu.services.plan import as_world, hosts_file, relays
from crab_ubuntu.worlds.thumbnails import thumbnails
from crab_ubuntu.worlds.world import DesktopWorld, read_world


class SandboxProvider(Provider):
    """Starts desktops, one at a time; several providers run side by side without touching each other.

    The desktop dies with this process, however that ends.
    """

    name = "sandbox"

    def __init__(
        self,
        *,
        width: int = 1920,
        height: int = 1080,
        environment: str | None = None,
        distributions: Sequence[str] = (),
        relays: Mapping[str, str] | None = None,
        limits: Mapping[str, int] | None = None,
        show: Sequence[str] = (),
        record: bool = False,
        warm: int = 0,
        api_actions: bool = False,
        input_backend: str = "xtest",
    ) -> None:
        """Remember what to start.

        Args:
            width: Of the screen, in pixels.
            height: Of the screen, in pixels.
            environment: Another name for the environment.
            distributions: Python distributions that the host needs beside crab-ubuntu.
            relays: Paths of unix sockets of services on this machine, by the name that worlds use.
            limits: What a desktop may use, by the names of `Limits`; its own values for those left out.
            show: What to observe at every step beside the screenshot and the UI tree: "focused", "windows",
                "clipboard", "terminal", "clip".
            record: Whether to record the screen; the last look of an episode holds the film.
            warm: How many desktops to keep ready ahead of need.
            api_actions: Whether agents may run commands and Python code beside the desktop.
            input_backend: What moves pointer and keys: "xtest" or "pyautogui".

        Raises:
            UsageError: There is no such limit, observation or back end, or `warm` is negative.
        """
        if warm < 0:
            raise UsageError(f"{warm} desktops cannot be kept warm.", advice="Give 0 or more.")
        shown = on_request(show)
        self._options = DesktopOptions(
            width,
            height,
            environment,
            [*distributions, *bringers(), *BRINGS[check_backend(input_backend)]],
            {name: Path(path) for name, path in (relays or {}).items()},
            read_limits(limits or {}),
            {"show": [item.name for item in shown], "record": record, "api_actions": api_actions},
            input_backend,
            actions=API_ACTIONS if api_actions else (),
            observations=shown,
        )
        self._warm = warm
        self._pool: WarmPool | None = None
        self._desktop: RunningDesktop | None = None

    def extend(self, additions: Additions) -> None:
        """Have the hosts of all desktops from now on bring in what plugins add."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()  # those that are ready lack it
        options = self._options
        self._options = replace(
            options,
            distributions=[*options.distributions, *additions.distributions],
            actions=[*options.actions, *additions.actions],
            observations=[*options.observations, *additions.observations],
            evaluators=[*options.evaluators, *additions.evaluators],
            references=[*options.references, *additions.references],
        )

    def start(self, world: World, seed: int = 0) -> HostedEnvironment:
        """Start a desktop in the state that `world` describes, and wait until it is ready.

        Args:
            world: As `crab_ubuntu.worlds.world` says.
            seed: For what the world leaves open.

        Raises:
            UsageError: The world cannot be, or names a relay that this provider was not given.
            EnvironmentUnavailable: A package or a permission is missing; says which.
            DeviceError: The desktop started but did not get ready.
        """
        checked = read_world(world)  # what cannot be is said before anything starts
        for name in relays(checked.services):
            if name not in self._options.relays:
                raise UnknownNameError("relay of this provider", name, self._options.relays)
        old, self._desktop = self._desktop, None
        if old is not None:
            old.close(wait=False)  # it goes while the new one comes
        try:
            self._desktop = self._new(checked)
            self._furnish(self._desktop, world, checked, seed)
        finally:
            if old is not None:
                old.close()
        return self._desktop.device

    def _new(self, world: DesktopWorld) -> RunningDesktop:
        if world.clock or not self._warm:
            return launch(self._options, world.clock)
        if self._pool is None:
            self._pool = WarmPool(lambda: launch(self._options), self._warm)
        return self._pool.take()

    def _furnish(self, desktop: RunningDesktop, world: World, checked: DesktopWorld, seed: int) -> None:
        desktop.process.hosts.write_text(HOSTS + hosts_file(checked.services))
        try:
            # Pictures are drawn here; files and plugins that services name are found here, not inside.
            drawn = {**thumbnails(checked.files), **checked.files}
            files = {path: file.to_world() for path, file in drawn.items()}
            services = as_world(checked.services)
            desktop.device.reset({**world, "files": files, "services": services}, seed)
        except RemoteError as error:
            raise DeviceError(f"The desktop cannot be brought into its world: {error}") from error

    def wait_until_warm(self, seconds: float = 60.0) -> bool:
        """Wait until as many desktops as wanted are ready; False when that takes too long or one failed."""
        if self._warm and self._pool is None:
            self._pool = WarmPool(lambda: launch(self._options), self._warm)
        return self._pool is None or self._pool.wait_until_full(seconds)

    def equipped(self, world: World, applications: Sequence[str]) -> World:
        """The world with what the task is done with: a desktop without it is refused before the episode."""
        named = list(dict.fromkeys([*world.get("applications", ()), *applications]))
        return {**world, "applications": named} if named else world

    def reset(self, world: World, seed: int = 0) -> HostedEnvironment:
        """A new desktop; nothing of the old one is left when this returns.

        Raises:
            As `start`.
        """
        return self.start(world, seed)

    def close(self) -> None:
        """End the desktop, everything in it, and those that wait; safe to call twice."""
        desktop, self._desktop = self._desktop, None
        pool, self._pool = self._pool, None
        if desktop is not None:
            desktop.close()
        if pool is not None:
            pool.close()

    def requirements(self) -> Sequence[Requirement]:
        """Packages and permissions that a sandboxed desktop needs."""
        return requirements()

    def facts(self) -> Mapping[str, str]:
        """Size of the screen, and the version of every package that the desktop is made of."""
        screen = f"{self._options.width}x{self._options.height}"
        api_actions = "yes" if self._options.environment["api_actions"] else "no"
        facts = {"screen": screen, "api_actions": api_actions, "input_backend": self._options.input_backend}
        return {"provider": self.name, **facts, **versions()}

    @property
    def process(self) -> DesktopProcess:
        """The running desktop.

        Raises:
            DeviceError: None is running.
        """
        if self._desktop is None:
            raise DeviceError("No desktop is running.", advice="Call start() first.")
        return self._desktop.process

    @property
    def door(self) -> Path:
        """Socket through which people look at the running desktop.

        Raises:
            DeviceError: None is running.
        """
        return self.process.shared / Path(DOOR).name
