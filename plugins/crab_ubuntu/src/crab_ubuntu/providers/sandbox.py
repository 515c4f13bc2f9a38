"""The provider `sandbox`: every episode gets a GNOME desktop of its own, in a bubblewrap sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from crab_core import DeviceError, Provider, Requirement, UnknownNameError, World
from crab_core.host import HostClient, HostedEnvironment, new_token
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.host.spec import DOOR, SOCKET, HostSpec
from crab_ubuntu.observations import on_request
from crab_ubuntu.providers.folders import PrivateFolder
from crab_ubuntu.providers.furnish import ENVIRONMENT, HOSTS, furnish, interpreter
from crab_ubuntu.providers.hosting import Wires, host_command
from crab_ubuntu.providers.limits import read_limits
from crab_ubuntu.providers.packages import versions
from crab_ubuntu.providers.process import DesktopProcess
from crab_ubuntu.providers.requirements import explain_failure, requirements
from crab_ubuntu.services.kinds import bringers
from crab_ubuntu.services.plan import as_world, hosts_file, relays
from crab_ubuntu.session.spec import SessionSpec
from crab_ubuntu.worlds.world import read_world

START_SECONDS = 60.0
"""How long a desktop with its applications may take to be ready, on a machine that is busy."""


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

        Raises:
            UsageError: There is no such limit or observation.
        """
        self._relays = {name: Path(path) for name, path in (relays or {}).items()}
        self._limits = read_limits(limits or {})
        self._shown = on_request(show)
        self._record = record
        self._size = (width, height)
        self._environment = environment
        self._distributions = tuple(distributions)
        self._process: DesktopProcess | None = None
        self._device: HostedEnvironment | None = None

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
        plans = read_world(world).services  # what cannot be is said before anything starts
        for name in relays(plans):
            if name not in self._relays:
                raise UnknownNameError("relay of this provider", name, self._relays)
        old = self._process
        self._disconnect()
        if old is not None:
            old.close(wait=False)  # it goes while the new one comes
        try:
            self._process, self._device = self._launch()
        finally:
            if old is not None:
                old.close()
        self._process.hosts.write_text(HOSTS + hosts_file(plans))
        # Files and plugins that a world's services name are found here, not inside.
        self._device.reset({**world, "services": as_world(plans)}, seed)
        return self._device

    def reset(self, world: World, seed: int = 0) -> HostedEnvironment:
        """A new desktop; nothing of the old one is left when this returns.

        Raises:
            As `start`.
        """
        return self.start(world, seed)

    def close(self) -> None:
        """End the desktop and everything in it; safe to call twice."""
        self._disconnect()
        if self._process is not None:
            self._process.close()
            self._process = None

    def requirements(self) -> Sequence[Requirement]:
        """Packages and permissions that a sandboxed desktop needs."""
        return requirements()

    def facts(self) -> Mapping[str, str]:
        """Size of the screen, and the version of every package that the desktop is made of."""
        width, height = self._size
        return {"provider": self.name, "screen": f"{width}x{height}", **versions()}

    @property
    def process(self) -> DesktopProcess:
        """The running desktop.

        Raises:
            DeviceError: None is running.
        """
        if self._process is None:
            raise DeviceError("No desktop is running.", advice="Call start() first.")
        return self._process

    @property
    def door(self) -> Path:
        """Socket through which people look at the running desktop.

        Raises:
            DeviceError: None is running.
        """
        return self.process.shared / Path(DOOR).name

    def _disconnect(self) -> None:
        if self._device is not None:
            self._device.close()
            self._device = None

    def _launch(self) -> tuple[DesktopProcess, HostedEnvironment]:
        """Start a desktop that no world has furnished yet, and wait until it is ready."""
        with ExitStack() as host_ends:
            wires = Wires(host_ends)
            process = self._start_session(wires)
            try:
                client = self._start_host(process, wires)
                device = HostedEnvironment(
                    UbuntuEnvironment, client, name=self._environment, observations=self._shown
                )
            except DeviceError as error:
                process.close()
                explain_failure(error)
                raise
            except BaseException:
                process.close()
                raise
        return process, device

    def _start_session(self, wires: Wires) -> DesktopProcess:
        folder = PrivateFolder()
        spec = SessionSpec(
            *self._size, self._limits.processes, self._limits.memory, wires.status, wires.leader
        )
        try:
            box, argv = furnish(
                spec,
                folder,
                distributions=[*self._distributions, *bringers()],
                relays=self._relays,
                limits=self._limits,
            )
        except BaseException:
            wires.close_sessions_ends()
            folder.remove()
            raise
        box.descriptors += [wires.status, wires.leader]  # closed with the sandbox's own, once it has started
        return DesktopProcess(box, argv, folder, wires.read)

    def _start_host(self, process: DesktopProcess, wires: Wires) -> HostClient:
        process.wait_for("started", START_SECONDS)
        token = new_token()
        options = {"show": [item.name for item in self._shown], "record": self._record}
        spec = HostSpec(
            *self._size,
            memory=self._limits.memory,
            processes=self._limits.processes,
            status_fd=wires.host_status,
            launch_fd=wires.host,
            token=token.decode(),
            options=options,
        )
        told = wires.attach(spec.to_json())
        process.start_host(
            host_command(interpreter(), process.session, process.user, told),
            [told, wires.host_status, wires.host],
            ENVIRONMENT,
        )
        wires.close_hosts_ends()  # so that the end of the reports is seen when both have ended
        process.wait_for("ready", START_SECONDS)
        return HostClient.connect(
            f"unix:{process.shared}/{Path(SOCKET).name}", token, wait=5.0, alive=lambda: process.alive
        )
