"""The default provider: a simulated phone behind an adb server of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from crab_android.device.link import AdbLink
from crab_android.environment import AndroidEnvironment
from crab_android.providers.adb_server import PrivateAdbServer
from crab_android.providers.phone_process import PhoneProcess
from crab_android.providers.requirements import simulated_requirements
from crab_core import Device, Provider, Requirement, World

_PATIENCE = 3.0  # seconds; a process on this machine that ended does not come back


class SimulatedPhoneProvider(Provider):
    """Starts a phone and an adb server for itself alone; a reset puts the phone into a world."""

    name = "simulated"

    def __init__(self, name: str | None = None, cap: float = 3.0) -> None:
        """Remember the options; nothing is started.

        Args:
            name: Another name for the environment, for a second phone.
            cap: Longest time to wait for the screen to come to rest, in seconds.
        """
        self._name = name
        self._cap = cap
        self._phone: PhoneProcess | None = None
        self._server: PrivateAdbServer | None = None
        self._environment: AndroidEnvironment | None = None

    def start(self, world: World, seed: int) -> Device:
        """Start phone and adb server, and connect them."""
        self.close()
        self._phone = phone = PhoneProcess()
        try:
            # The adb server starts while the phone does.
            self._server = PrivateAdbServer()
            serial = phone.wait_ready()
            link = AdbLink(serial, port=self._server.port, patience=_PATIENCE, revive=self._server.revive)
            link.connect()
        except BaseException:
            self.close()
            raise
        self._environment = AndroidEnvironment(self._name, link=link, cap=self._cap, read_state=phone.export)
        return self.reset(world, seed)

    def reset(self, world: World, seed: int) -> Device:
        """Put the phone into a world; it is started if it was not."""
        if self._phone is None or self._environment is None:
            return self.start(world, seed)
        self._phone.reset(world, seed)
        self._environment.reset(world, seed)
        return self._environment

    def close(self) -> None:
        """End the phone and its adb server."""
        environment, self._environment = self._environment, None
        server, self._server = self._server, None
        phone, self._phone = self._phone, None
        if environment is not None:
            environment.close()
        with ThreadPoolExecutor(2, "crab-phone-close") as pool:
            for part in (server, phone):
                if part is not None:
                    pool.submit(part.close)

    def requirements(self) -> Sequence[Requirement]:
        """adb, the libraries and the fonts that the phone is drawn with."""
        return simulated_requirements()

    def facts(self) -> Mapping[str, str]:
        """The phone's model and version."""
        if self._environment is None:
            return {}
        return {"provider": self.name, **self._environment.link.facts()}
