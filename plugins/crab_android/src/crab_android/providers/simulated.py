"""The default provider: a simulated phone behind an adb server of its own."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

from crab_android.device.link import AdbLink
from crab_android.environment import AndroidEnvironment
from crab_android.phone_apps import places
from crab_android.providers.adb_server import PrivateAdbServer
from crab_android.providers.phone_process import PhoneProcess
from crab_android.providers.requirements import simulated_requirements
from crab_core import Device, DeviceError, Provider, Requirement, World

_PATIENCE = 3.0  # seconds; a process on this machine that ended does not come back
_KEY_SECONDS = 5.0


class SimulatedPhoneProvider(Provider):
    """Starts a phone and an adb server for itself alone; a reset puts the phone into a world."""

    name = "simulated"

    def __init__(
        self,
        name: str | None = None,
        cap: float = 3.0,
        apps: Sequence[str] | None = None,
        auth: bool = False,
        server: PrivateAdbServer | None = None,
        show: Sequence[str] = (),
    ) -> None:
        """Remember the options; nothing is started.

        Args:
            name: Another name for the environment, for a second phone.
            cap: Longest time to wait for the screen to come to rest, in seconds.
            apps: Packages of the apps that the phone has; all that are installed here when None.
            auth: Whether the phone lets in only its own adb server, which proves itself by its key.
            server: An adb server that several phones share, and that whoever made it closes; one of its own
                when None.
            show: What to observe at every step beside the screenshot and the UI tree: "ui_text",
                "current_activity", "clipboard", "clip".
        """
        self._name = name
        self._cap = cap
        self._apps = apps
        self._auth = auth
        self._shared = server
        self._show = show
        self._phone: PhoneProcess | None = None
        self._server: PrivateAdbServer | None = None
        self._environment: AndroidEnvironment | None = None

    def start(self, world: World, seed: int) -> Device:
        """Start phone and adb server, and connect them.

        Raises:
            EnvironmentUnavailable: There is no adb.
            UnknownNameError: An app is not installed here.
            UsageError: The world does not fit.
            DeviceError: Phone or server do not start.
        """
        self.close()
        try:
            link = self._connect()
        except BaseException:
            self.close()
            raise
        phone = self._phone
        assert phone is not None
        self._environment = AndroidEnvironment(
            self._name, link=link, cap=self._cap, read_state=phone.export, show=self._show
        )
        return self.reset(world, seed)

    def _connect(self) -> AdbLink:
        with ThreadPoolExecutor(1, "crab-adb-server") as pool:
            # The adb server starts while the phone does.
            starting = pool.submit(self._serve)
            apps = places(self._apps)
            if not self._auth:
                self._phone = PhoneProcess(apps)
            server = starting.result()
        if self._phone is None:
            self._phone = PhoneProcess(apps, _key_of(server))
        serial = self._phone.wait_ready()
        link = AdbLink(serial, port=server.port, patience=_PATIENCE, revive=server.revive)
        link.connect()
        return link

    def _serve(self) -> PrivateAdbServer:
        if self._shared is not None:
            return self._shared
        self._server = PrivateAdbServer()
        return self._server

    def reset(self, world: World, seed: int) -> Device:
        """Put the phone into a world; it is started if it was not.

        Raises:
            UsageError: The world does not fit.
            DeviceError: The phone is gone.
        """
        if self._phone is None or self._environment is None:
            return self.start(world, seed)
        self._phone.reset(world, seed)
        self._environment.reset(world, seed)
        return self._environment

    def snapshot(self, name: str) -> None:
        """Keep the whole state of the phone under a name, until it is closed.

        Raises:
            DeviceError: The phone is not started, or gone.
        """
        self._running().snapshot(name)

    def restore(self, name: str) -> Device:
        """Go back to what was kept.

        Raises:
            DeviceError: Nothing was kept under this name, or the phone is gone.
        """
        self._running().restore(name)
        assert self._environment is not None
        self._environment.screen.forget()
        return self._environment

    def changes(self, name: str) -> list[dict[str, Any]]:
        """What has changed since a snapshot: for each value its path, its kind, and what it was and is.

        Raises:
            DeviceError: Nothing was kept under this name, or the phone is gone.
        """
        return self._running().changes(name)

    def _running(self) -> PhoneProcess:
        if self._phone is None or self._environment is None:
            raise DeviceError("The simulated phone is not started.", advice="Call start first.")
        return self._phone

    def close(self) -> None:
        """End the phone and its adb server."""
        environment, self._environment = self._environment, None
        server, self._server = self._server, None
        phone, self._phone = self._phone, None
        if environment is not None:
            if self._shared is not None:
                environment.link.client.detach(environment.link.serial)
            environment.close()
        with ThreadPoolExecutor(2, "crab-phone-close") as pool:
            for part in (server, phone):
                if part is not None:
                    pool.submit(part.close)

    def requirements(self) -> Sequence[Requirement]:
        """adb, the libraries and the fonts that the phone is drawn with."""
        return simulated_requirements()

    def facts(self) -> Mapping[str, str]:
        """The phone's model and version, and its apps with theirs."""
        if self._environment is None:
            return {}
        link = self._environment.link
        lines = link.check("pm list packages --show-versioncode").splitlines()
        apps = (line.removeprefix("package:").replace(" versionCode:", " ") for line in lines)
        return {"provider": self.name, **link.facts(), "apps": ", ".join(apps)}


def _key_of(server: PrivateAdbServer) -> Path:
    """The public key with which an adb server proves itself; it makes one when it starts.

    Raises:
        DeviceError: It has made none.
    """
    deadline = time.monotonic() + _KEY_SECONDS
    pause = Event()
    while server.process is not None and time.monotonic() < deadline:
        key = server.process.folder / ".android" / "adbkey.pub"
        if key.exists() and key.read_bytes().strip():
            return key
        pause.wait(0.01)
    raise DeviceError("The private adb server has made no key.", advice="Start the phone without auth.")
