"""Phones and emulators that adb knows already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_android.device.errors import NotReachedError, PhoneUnauthorizedError
from crab_android.device.link import AdbLink
from crab_android.environment import AndroidEnvironment
from crab_android.providers.adb_server import start_user_server
from crab_android.providers.device_world import DeviceWorld, wake
from crab_android.providers.requirements import adb_requirements
from crab_core import Device, EnvironmentUnavailable, Provider, Requirement, World

_CONNECT_SECONDS = 10.0
_HERE = ("127.0.0.1", "::1", "localhost")


class AdbDeviceProvider(Provider):
    """A phone by its serial, through the adb server that the user has."""

    name = "adb"

    def __init__(
        self,
        serial: str = "",
        name: str | None = None,
        server_host: str = "127.0.0.1",
        server_port: int = 5037,
        cap: float = 6.0,
        quiet: float = 0.3,
        patience: float = 20.0,
        show: Sequence[str] = (),
    ) -> None:
        """Remember the options; nothing is touched.

        Args:
            serial: As `adb devices` shows it, or `host:port`; the only connected device when empty.
            name: Another name for the environment, for a second phone.
            server_host: Where the adb server is.
            server_port: Its port.
            cap: Longest time to wait for the screen to come to rest, in seconds.
            quiet: How long the screen must not have changed to be at rest, in seconds.
            patience: How long to wait for a phone that goes away to come back, in seconds.
            show: What to observe at every step beside the screenshot and the UI tree: "ui_text",
                "current_activity", "clipboard", "clip".
        """
        self._serial = serial
        self._name = name
        self._host = server_host
        self._port = server_port
        self._cap = cap
        self._quiet = quiet
        self._patience = patience
        self._show = show
        self._environment: AndroidEnvironment | None = None

    def start(self, world: World, seed: int) -> Device:
        """Connect, wake and unlock the phone, and bring the phone into the world as far as one may.

        Raises:
            EnvironmentUnavailable: The phone is not there, or does not trust this computer.
            UsageError: The world asks for something that only a simulated phone can do.
        """
        DeviceWorld.of(world)
        link = self._link(self._serial)
        try:
            if not self._serial:
                link = self._link(_only_device(link))
            link.connect(min(_CONNECT_SECONDS, self._patience))
        except (NotReachedError, PhoneUnauthorizedError) as error:
            raise EnvironmentUnavailable(error.message, advice=error.advice) from error
        wake(link)
        self._environment = AndroidEnvironment(
            self._name, link=link, cap=self._cap, quiet=self._quiet, show=self._show
        )
        return self.reset(world, seed)

    def _link(self, serial: str) -> AdbLink:
        def revive() -> None:
            start_user_server(self._port)

        return AdbLink(
            serial,
            host=self._host,
            port=self._port,
            patience=self._patience,
            revive=revive if self._host in _HERE else None,
        )

    def reset(self, world: World, seed: int) -> Device:
        """Apply the world: stop and clear apps, write settings, show an app or the home screen.

        Raises:
            UsageError: The world asks for something that only a simulated phone can do.
            DeviceError: The phone does not do what is asked, or is gone.
        """
        if self._environment is None:
            return self.start(world, seed)
        DeviceWorld.of(world).apply(self._environment.link)
        self._environment.reset(world, seed)
        return self._environment

    def close(self) -> None:
        """Let go of the device; it stays as it is."""
        environment, self._environment = self._environment, None
        if environment is not None:
            environment.close()

    def requirements(self) -> Sequence[Requirement]:
        """The adb program."""
        return adb_requirements()

    def facts(self) -> Mapping[str, str]:
        """The device's model and version."""
        if self._environment is None:
            return {}
        link = self._environment.link
        return {"provider": self.name, "serial": link.serial, **link.facts()}


def _only_device(link: AdbLink) -> str:
    """The serial of the one device that is ready, or of the only one.

    Raises:
        EnvironmentUnavailable: There is none, or more than one.
    """
    states = link.states()
    ready = [serial for serial, state in states.items() if state == "device"]
    if len(ready) == 1:
        return ready[0]
    if len(states) == 1:
        # To connect to it tells what is wrong with it, should it stay so.
        return next(iter(states))
    listed = ", ".join(f"{serial} ({state})" for serial, state in states.items()) or "none"
    raise EnvironmentUnavailable(
        f"{len(ready)} devices are ready; adb lists: {listed}.", advice="Name one: serial=..."
    )
