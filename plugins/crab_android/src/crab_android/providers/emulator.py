"""Virtual devices of Android's own emulator, each started for itself and ended with the episode's run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from crab_android.device.link import AdbLink
from crab_android.environment import AndroidEnvironment
from crab_android.providers.adb_server import adb_program, start_user_server
from crab_android.providers.avds import avd_named, emulator_program, emulator_requirements
from crab_android.providers.console_port import ConsolePort
from crab_android.providers.device_world import DeviceWorld, wake
from crab_android.providers.emulator_process import EmulatorProcess
from crab_android.providers.requirements import adb_requirements
from crab_android.settings import AndroidSettings
from crab_core import Device, DeviceError, EnvironmentUnavailable, Provider, Requirement, UsageError, World

_CLEAN: Final = "crab-clean"
_PROBE_PATIENCE: Final = 1.0
_HEADLESS: Final = ("-no-window", "-no-audio", "-no-boot-anim", "-no-snapshot-save")


class EmulatorProvider(Provider):
    """A virtual device (AVD): started without a window; a reset goes back to a snapshot."""

    name = "emulator"

    def __init__(
        self,
        avd: str = "",
        name: str | None = None,
        port: int = 0,
        snapshot: str = "",
        wipe: bool = False,
        gpu: str = "swiftshader_indirect",
        read_only: bool = False,
        extra: Sequence[str] = (),
        server_port: int = 5037,
        boot_seconds: float = 300.0,
        cap: float = 6.0,
        quiet: float = 0.3,
        settings: AndroidSettings | None = None,
        show: Sequence[str] = (),
    ) -> None:
        """Remember the options; nothing is started.

        Args:
            avd: The virtual device, as `emulator -list-avds` shows it; the only one when empty.
            name: Another name for the environment, for a second phone.
            port: The console port, even, from 5554; a free one when 0.
            snapshot: The snapshot to start from and to go back to; when empty, the device is booted, and a
                snapshot is made of what it is then.
            wipe: Whether the device's data are deleted first.
            gpu: How it draws: "swiftshader_indirect" needs no graphics card, "host" and "auto" may use one.
            read_only: Whether the device's files stay as they are, so that several emulators can run of one
                device at once. No snapshot can be made then: without `snapshot`, a reset boots anew.
            extra: Further options for the emulator's command line.
            server_port: The port of the adb server that the user has.
            boot_seconds: Longest time to wait for Android to boot.
            cap: Longest time to wait for the screen to come to rest, in seconds.
            quiet: How long the screen must not have changed to be at rest, in seconds.
            settings: Where Android's tools are; read from the environment when None.
            show: What to observe at every step beside the screenshot and the UI tree: "ui_text",
                "current_activity", "clipboard", "clip".

        Raises:
            UsageError: Options contradict each other.
        """
        if wipe and snapshot:
            raise UsageError("A device whose data are deleted has no snapshot left: choose wipe or snapshot.")
        self._avd = avd
        self._name = name
        self._wanted_port = port
        self._snapshot = snapshot
        self._wipe = wipe
        self._gpu = gpu
        self._read_only = read_only
        self._extra = tuple(extra)
        self._server_port = server_port
        self._boot_seconds = boot_seconds
        self._cap = cap
        self._show = show
        self._quiet = quiet
        self._settings = settings or AndroidSettings.load()
        self._emulator: EmulatorProcess | None = None
        self._environment: AndroidEnvironment | None = None
        self._clean = ""

    def start(self, world: World, seed: int) -> Device:
        """Boot the device, or start it from its snapshot.

        Raises:
            EnvironmentUnavailable: Emulator or device are not there, it ends, or it does not boot in time.
            UsageError: The world asks for something that only a simulated phone can do.
        """
        DeviceWorld.of(world)
        self.close()
        try:
            link = self._boot()
        except BaseException:
            self.close()
            raise
        self._environment = AndroidEnvironment(
            self._name, link=link, cap=self._cap, quiet=self._quiet, show=self._show
        )
        return self._bring_into(world, seed)

    def _boot(self) -> AdbLink:
        program, adb = emulator_program(self._settings), adb_program()
        avd = avd_named(self._avd, self._settings)
        if self._snapshot and self._snapshot not in avd.snapshots:
            known = ", ".join(avd.snapshots) or "none"
            raise EnvironmentUnavailable(
                f"{avd.name} has no snapshot {self._snapshot!r}; it has: {known}.",
                advice="`adb emu avd snapshot save NAME` makes one of a running emulator.",
            )
        start_user_server(self._server_port)
        port = ConsolePort(self._wanted_port)
        self._emulator = emulator = EmulatorProcess(
            program, avd.name, port, self._options(), adb=adb, server_port=self._server_port
        )
        probe = AdbLink(port.serial, port=self._server_port, patience=_PROBE_PATIENCE)
        emulator.wait_booted(probe, self._boot_seconds)
        wake(probe)
        self._clean = self._snapshot
        if not self._clean and not self._read_only:
            emulator.save(_CLEAN)
            self._clean = _CLEAN
        return AdbLink(
            port.serial, port=self._server_port, revive=lambda: start_user_server(self._server_port)
        )

    def _options(self) -> Sequence[str]:
        start = ("-snapshot", self._snapshot) if self._snapshot else ("-no-snapshot-load",)
        wipe = ("-wipe-data",) if self._wipe else ()
        alone = ("-read-only",) if self._read_only else ()
        return (*_HEADLESS, "-gpu", self._gpu, *start, *wipe, *alone, *self._extra)

    def reset(self, world: World, seed: int) -> Device:
        """Go back to the snapshot, and bring the device into the world as far as one may.

        Raises:
            DeviceError: The device does not come back.
            UsageError: The world asks for something that only a simulated phone can do.
        """
        if self._emulator is None or self._environment is None or not self._clean:
            return self.start(world, seed)
        DeviceWorld.of(world)
        self._emulator.load(self._clean)
        try:
            self._emulator.wait_booted(self._environment.link, self._boot_seconds)
        except EnvironmentUnavailable as error:
            raise DeviceError(error.message, advice=error.advice) from error
        return self._bring_into(world, seed)

    def _bring_into(self, world: World, seed: int) -> Device:
        assert self._environment is not None
        DeviceWorld.of(world).apply(self._environment.link)
        self._environment.reset(world, seed)
        return self._environment

    def close(self) -> None:
        """End the emulator; safe to call twice."""
        environment, self._environment = self._environment, None
        emulator, self._emulator = self._emulator, None
        if environment is not None:
            environment.close()
        if emulator is not None:
            emulator.close()

    def requirements(self) -> Sequence[Requirement]:
        """adb, the emulator, hardware virtualisation, and a virtual device."""
        return (*adb_requirements(), *emulator_requirements(self._settings))

    def facts(self) -> Mapping[str, str]:
        """The virtual device, its snapshot, and what it tells of itself."""
        if self._environment is None or self._emulator is None:
            return {}
        return {
            "provider": self.name,
            "avd": self._emulator.avd,
            "snapshot": self._clean,
            **self._environment.link.facts(),
        }
