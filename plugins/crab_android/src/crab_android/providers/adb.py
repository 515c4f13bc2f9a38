"""Phones and emulators that adb knows already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from crab_android.device.link import AdbLink, quoted
from crab_android.device.windows import go_home
from crab_android.environment import AndroidEnvironment
from crab_android.providers.requirements import adb_requirements
from crab_core import Device, DeviceError, EnvironmentUnavailable, Provider, Requirement, UsageError, World


class DeviceWorld(BaseModel):
    """What can be asked of a device that is not ours to rebuild.

    Attributes:
        settings: Namespace → key → value, written with `settings put`.
        stop: Packages to force-stop.
        clear: Packages whose data is deleted.
        open: The package to bring to the front; the home screen when empty.
    """

    model_config = ConfigDict(extra="forbid")

    settings: dict[str, dict[str, str]] = Field(default_factory=dict)
    stop: list[str] = Field(default_factory=list)
    clear: list[str] = Field(default_factory=list)
    open: str = ""


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
    ) -> None:
        """Remember the options; nothing is touched.

        Args:
            serial: As `adb devices` shows it, or `host:port`; the only connected device when empty.
            name: Another name for the environment, for a second phone.
            server_host: Where the adb server is.
            server_port: Its port.
            cap: Longest time to wait for the screen to come to rest, in seconds.
            quiet: How long the screen must not have changed to be at rest, in seconds.
        """
        self._serial = serial
        self._name = name
        self._host = server_host
        self._port = server_port
        self._cap = cap
        self._quiet = quiet
        self._environment: AndroidEnvironment | None = None

    def start(self, world: World, seed: int) -> Device:
        """Connect, wake the screen, and bring the phone into the world as far as one may."""
        link = AdbLink(self._serial or self._only_device(), host=self._host, port=self._port)
        try:
            link.connect()
        except DeviceError as error:
            raise EnvironmentUnavailable(
                str(error), advice="`adb devices` must show it as `device`."
            ) from error
        link.check("input keyevent KEYCODE_WAKEUP")
        self._environment = AndroidEnvironment(self._name, link=link, cap=self._cap, quiet=self._quiet)
        return self.reset(world, seed)

    def _only_device(self) -> str:
        probe = AdbLink("", host=self._host, port=self._port)
        serials = [device.serial for device in probe.client.device_list()]
        if len(serials) != 1:
            raise EnvironmentUnavailable(
                f"{len(serials)} devices are connected to adb: {', '.join(map(str, serials)) or 'none'}.",
                advice="Name one: serial=...",
            )
        return str(serials[0])

    def reset(self, world: World, seed: int) -> Device:
        """Apply the world: stop and clear apps, write settings, show an app or the home screen.

        Raises:
            UsageError: The world asks for something that only a simulated phone can do.
        """
        if self._environment is None:
            return self.start(world, seed)
        try:
            wanted = DeviceWorld.model_validate(dict(world))
        except ValidationError as error:
            raise UsageError(
                f"This world cannot be made on a real device: {error}",
                advice="The provider `simulated` takes worlds with tasks, files and a clock.",
            ) from error
        link = self._environment.link
        go_home(link)
        for package in wanted.stop:
            link.check(quoted(["am", "force-stop", package]))
        for package in wanted.clear:
            link.check(quoted(["pm", "clear", package]))
        for namespace, values in wanted.settings.items():
            for key, value in values.items():
                link.check(quoted(["settings", "put", namespace, key, value]))
        if wanted.open:
            category = "android.intent.category.LAUNCHER"
            link.check(
                quoted(["am", "start", "-a", "android.intent.action.MAIN", "-c", category, "-p", wanted.open])
            )
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
