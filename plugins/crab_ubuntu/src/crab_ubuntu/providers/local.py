"""The provider `local`: the desktop that the person who starts Crab sits at, after an explicit yes.

Pointer and keyboard are the person's own, and so is everything that an agent does with them. A reset takes
back what a world has changed, and nothing else. The environment runs in a host process beside the desktop.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

from crab_core import EnvironmentUnavailable, Provider, Requirement, UsageError, World
from crab_core.host import HostClient, HostedEnvironment, new_token
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.observations import on_request
from crab_ubuntu.providers.bubblewrap import attach
from crab_ubuntu.providers.local_world import LocalWorld, check

START_SECONDS = 90.0
"""How long the host may take to connect to the desktop."""
SOCKETS = "/tmp/.X11-unix/X"
"""Where the X servers of this machine listen, by number; also in the abstract namespace."""
END_SECONDS = 30.0
"""How long it may take to put back what the world has changed."""


class LocalDesktop(UbuntuEnvironment):
    """The environment in that host process."""

    incidental: Sequence[str] = ("left as they are*",)
    state_misses = "only what a world sets on one's own desktop is compared"

    def __init__(
        self,
        name: str | None = None,
        *,
        display: str = "",
        yes: bool = False,
        show: Sequence[str] = (),
        record: bool = False,
    ) -> None:
        """Connect to the desktop.

        Args:
            name: Another name for the environment.
            display: As in DISPLAY; the one that this process is on by default.
            yes: That an agent may use it, see `LocalProvider`.
            show: As `LocalProvider`.
            record: As `LocalProvider`.

        Raises:
            UsageError: Nobody said yes.
            EnvironmentUnavailable: There is no such display.
            DeviceError: Its session has no accessibility bus.
        """
        from crab_ubuntu.desktop.live import Desktop

        named = display_name(display)
        _insist(yes, named)
        super().__init__(name, desktop=Desktop(named), show=show, record=record)
        self._world = LocalWorld()

    def on_reset(self, world: World, seed: int) -> None:  # noqa: ARG002 - a desktop has no chance in it
        """Take back what the last world has changed, and apply this one.

        Raises:
            UsageError: The world has what cannot be taken back.
            DeviceError: It cannot be applied.
        """
        self._world.take_back()
        check(world)
        self._world.apply(world)

    def on_close(self) -> None:
        """Take back what the world has changed, and disconnect."""
        self._world.take_back()
        super().on_close()

    def state(self) -> dict[str, Any]:
        """What a reset takes back, and the titles of the windows, which it leaves as they are."""
        windows = [w.title for w in self.desktop.windows.stacked() if w.managed and w.kind != "DESKTOP"]
        return {**self._world.state(), "left as they are": {"windows": windows}}


class LocalProvider(Provider):
    """Lets an agent use the desktop that one sits at."""

    name = "local"

    def __init__(
        self,
        *,
        yes: bool = False,
        display: str = "",
        environment: str | None = None,
        show: Sequence[str] = (),
        record: bool = False,
    ) -> None:
        """Remember what was said; nothing is touched.

        Args:
            yes: An agent may move the pointer, type, open and change what the person can, on the person's
                own desktop.
            display: As in DISPLAY; the one that this process is on by default.
            environment: Another name for the environment.
            show: Observations besides the screenshot and the UI tree, as for the provider `sandbox`.
            record: Whether to record the screen; the last look of an episode holds the film.

        Raises:
            UnknownNameError: There is no such observation.
        """
        self._shown = on_request(show)
        self._record = record
        self._yes = yes
        self._display = display
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._device: HostedEnvironment | None = None

    def start(self, world: World, seed: int = 0) -> HostedEnvironment:
        """Connect to the desktop and apply the world.

        Raises:
            UsageError: Nobody said yes, or the world has what cannot be taken back.
            EnvironmentUnavailable: There is no display.
            DeviceError: The desktop does not answer.
        """
        display = display_name(self._display)
        _insist(self._yes, display)
        check(world)
        require_display(display)
        self.close()
        self._device = self._launch(display)
        self._device.reset(world, seed)
        return self._device

    def reset(self, world: World, seed: int = 0) -> HostedEnvironment:
        """Take back what the last world has changed, and apply this one; what agents did stays.

        Raises:
            As `start`.
        """
        if self._device is None:
            return self.start(world, seed)
        self._device.reset({}, seed)  # what the last world brought is no obstacle to this one
        check(world)
        self._device.reset(world, seed)
        return self._device

    def close(self) -> None:
        """Take back what the world has changed and let go of the desktop; safe to call twice."""
        if self._device is not None:
            self._device.close()
            self._device = None
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def requirements(self) -> Sequence[Requirement]:
        """A display."""
        try:
            name = display_name(self._display)
            require_display(name)
        except EnvironmentUnavailable as error:
            return [Requirement("X display", False, error.message, error.advice)]
        return [Requirement("X display", True, name)]

    def facts(self) -> Mapping[str, str]:
        """Which display it is."""
        return {"provider": self.name, "display": display_name(self._display)}

    def _launch(self, display: str) -> HostedEnvironment:
        token = new_token()
        told = attach(token)
        with tempfile.TemporaryDirectory(prefix="crab-local-") as folder:
            address = f"unix:{folder}/host.sock"
            try:
                process = self._process = subprocess.Popen(
                    self._command(display, address, told), pass_fds=(told,), stdin=subprocess.DEVNULL
                )
            finally:
                os.close(told)
            try:
                client = HostClient.connect(
                    address, token, wait=START_SECONDS, alive=lambda: process.poll() is None
                )
                return HostedEnvironment(
                    UbuntuEnvironment, client, name=self._environment, observations=self._shown
                )
            except BaseException:
                self.close()
                raise

    def _command(self, display: str, address: str, token: int) -> list[str]:
        here = f"{__name__}:{LocalDesktop.__name__}"
        options = {"yes": True, "show": [item.name for item in self._shown], "record": self._record}
        host = [sys.executable, "-m", "crab_core.host", "--environment", here, "--die-with-parent"]
        host += ["--options", json.dumps(options), "--listen", address, "--token-file", f"/dev/fd/{token}"]
        # What the agent opens shall open on this display as well.
        return ["env", f"DISPLAY={display}", *host]


def display_name(given: str) -> str:
    """The display that was given, or the one that this process is on.

    Raises:
        EnvironmentUnavailable: This process is on none.
    """
    from Xlib.error import DisplayNameError
    from Xlib.support.connect import get_display

    try:
        return str(get_display(given or None)[0])
    except DisplayNameError as error:
        raise EnvironmentUnavailable(
            f"{given!r} is no display." if given else "This process is on no display.",
            advice="Start Crab in the desktop's own session, or name the display, such as :0.",
        ) from error


def require_display(name: str) -> None:
    """See that there is a display of this name, if it is one of this machine.

    Raises:
        EnvironmentUnavailable: Nobody answers there.
    """
    from Xlib.support.connect import get_display

    _, _, machine, number, _ = get_display(name)
    if machine not in (None, "", "unix"):
        return
    path = f"{SOCKETS}{number}"
    if not any(_answers(place) for place in (f"\0{path}", path)):
        raise EnvironmentUnavailable(f"The display {name} does not answer.", advice="Is it yours?")


def _answers(place: str) -> bool:
    with socket.socket(socket.AF_UNIX) as asking:
        return asking.connect_ex(place) == 0


def _insist(yes: bool, display: str) -> None:
    """Go on only after a yes.

    Raises:
        UsageError: There was none; says what would happen.
    """
    if not yes:
        raise UsageError(
            "The provider `local` would let an agent move the pointer, type, open and change whatever you "
            f"can, on your own desktop {display}. A reset does not take back what an agent has done.",
            advice="If that is what you want, give the provider the option yes = true. "
            "The provider `sandbox` starts a desktop of its own instead.",
        )
