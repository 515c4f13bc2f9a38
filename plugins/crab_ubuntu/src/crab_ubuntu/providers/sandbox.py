"""The provider `sandbox`: every episode gets a GNOME desktop of its own, in a bubblewrap sandbox."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from crab_core import DeviceError, Provider, Requirement, World
from crab_core.host import HostClient, HostedEnvironment, new_token
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.providers.bubblewrap import attach
from crab_ubuntu.providers.folders import PrivateFolder
from crab_ubuntu.providers.furnish import compile_settings, furnish
from crab_ubuntu.providers.packages import versions
from crab_ubuntu.providers.process import DesktopProcess
from crab_ubuntu.providers.requirements import explain_failure, requirements
from crab_ubuntu.providers.world import DesktopWorld, read_world
from crab_ubuntu.session.spec import SessionSpec

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
    ) -> None:
        """Remember what to start.

        Args:
            width: Of the screen, in pixels.
            height: Of the screen, in pixels.
            environment: Another name for the environment.
            distributions: Python distributions that the host needs beside crab-ubuntu.
        """
        self._size = (width, height)
        self._environment = environment
        self._distributions = tuple(distributions)
        self._process: DesktopProcess | None = None
        self._device: HostedEnvironment | None = None

    def start(self, world: World, seed: int = 0) -> HostedEnvironment:  # noqa: ARG002 - a desktop has no chance in it
        """Start a desktop in the state that `world` describes, and wait until it is ready.

        Args:
            world: As `crab_ubuntu.providers.world` says.
            seed: Part of every provider; nothing in a desktop is left to chance.

        Raises:
            UsageError: The world cannot be.
            EnvironmentUnavailable: A package or a permission is missing; says which.
            DeviceError: The desktop started but did not get ready.
        """
        checked = read_world(world)
        old = self._process
        self._disconnect()
        if old is not None:
            old.close(wait=False)  # it goes while the new one comes
        try:
            self._process, self._device = self._launch(checked)
        finally:
            if old is not None:
                old.close()
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
        return self.process.folder / "shared" / "door.sock"

    def _disconnect(self) -> None:
        if self._device is not None:
            self._device.close()
            self._device = None

    def _launch(self, world: DesktopWorld) -> tuple[DesktopProcess, HostedEnvironment]:
        token = new_token()
        folder = PrivateFolder()
        status_read, status_write = os.pipe()
        archive = -1
        if world.files or world.settings:
            compiled = compile_settings(world.settings) if world.settings else b""
            archive = attach(world.archive(compiled))
        spec = SessionSpec(*self._size, 8, world.apps, archive, status_write, token.decode())
        try:
            box, argv = furnish(spec, folder.shared, self._distributions)
        except BaseException:
            for descriptor in (status_read, status_write, archive):
                if descriptor >= 0:
                    os.close(descriptor)
            folder.remove()
            raise
        box.descriptors += [d for d in (status_write, archive) if d >= 0]
        process = DesktopProcess(box, argv, folder, status_read)
        try:
            process.wait_for("ready", START_SECONDS)
            client = HostClient.connect(
                f"unix:{folder.shared}/host.sock", token, wait=5.0, alive=lambda: process.alive
            )
            device = HostedEnvironment(UbuntuEnvironment, client, name=self._environment)
        except DeviceError as error:
            process.close()
            explain_failure(error)
            raise
        except BaseException:
            process.close()
            raise
        return process, device
