"""One emulator: started without a window, watched while it boots, spoken to over its console."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Final

from crab_android.device.errors import NotReachedError
from crab_android.device.link import AdbLink
from crab_android.providers.console_port import ConsolePort
from crab_android.providers.guarded import GuardedProcess
from crab_android.settings import inherited
from crab_core import DeviceError, EnvironmentUnavailable

_GRACE: Final = 10.0
_CONSOLE_SECONDS: Final = 120.0  # a snapshot writes the device's whole memory
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.5
_BOOTED: Final = "getprop sys.boot_completed; pm list packages android"
_LINES: Final = 12


class EmulatorProcess:
    """An emulator that runs.

    Args:
        program: Where the emulator is.
        avd: The name of the virtual device.
        port: Its console port; given back by `close`.
        options: Further options for its command line.
        adb: The adb program, which speaks to the console.
        server_port: The adb server at which it shall report.
    """

    def __init__(
        self,
        program: Path,
        avd: str,
        port: ConsolePort,
        options: Sequence[str],
        *,
        adb: str,
        server_port: int,
    ) -> None:
        self.avd = avd
        self._port = port
        self._adb = [adb, "-P", str(server_port), "-s", port.serial, "emu"]
        command = [str(program), "-avd", avd, "-port", str(port.number), *options]
        # It inherits this user's variables, which say where devices and keys are.
        environment = inherited({"ANDROID_ADB_SERVER_PORT": str(server_port)})
        self._process: GuardedProcess | None = GuardedProcess(command, environment, grace=_GRACE)

    def wait_booted(self, link: AdbLink, seconds: float) -> None:
        """Wait until Android has booted, as it says itself, and its package manager answers.

        Raises:
            EnvironmentUnavailable: The emulator ended, or the time is up.
        """
        deadline = time.monotonic() + seconds
        pause = _FIRST_PAUSE
        waiter = Event()
        last = "adb does not see it"
        while time.monotonic() < deadline:
            self._check_alive()
            try:
                done = link.run(_BOOTED, seconds=min(10.0, seconds))
                lines = done.text.split("\n")
                if lines[0].strip() == "1" and any(line.startswith("package:") for line in lines):
                    return
                last = "Android is still starting"
            except NotReachedError as error:
                last = error.message
            except DeviceError as error:
                last = f"adb sees it, but {error.message}"
            waiter.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        raise EnvironmentUnavailable(
            f"The emulator of {self.avd} has not booted within {seconds:.0f} s: {last}.{self._said()}",
            advice="Without virtualisation it is too slow (`crab doctor`); boot_seconds=... waits longer.",
        )

    def _check_alive(self) -> None:
        code = None if self._process is None else self._process.code
        if code is not None:
            raise EnvironmentUnavailable(
                f"The emulator of {self.avd} ended with code {code}.{self._said()}",
                advice="`emulator -avd NAME -no-window -verbose` tells more.",
            )

    def _said(self) -> str:
        lines = [line for line in self._process.log().splitlines() if line.strip()] if self._process else []
        return "".join(f"\n    {line}" for line in lines[-_LINES:]) + "\n" if lines else ""

    def save(self, name: str) -> None:
        """Keep a snapshot of the whole device under a name.

        Raises:
            DeviceError: The emulator refuses.
        """
        self._console("avd", "snapshot", "save", name)

    def load(self, name: str) -> None:
        """Go back to a snapshot.

        Raises:
            DeviceError: The emulator refuses: there is no such snapshot, or the device was changed since.
        """
        self._console("avd", "snapshot", "load", name)

    def _console(self, *words: str) -> None:
        try:
            done = subprocess.run(
                [*self._adb, *words], capture_output=True, text=True, timeout=_CONSOLE_SECONDS, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise DeviceError(
                f"The emulator's console does not answer {' '.join(words)!r} within {_CONSOLE_SECONDS:.0f} s."
            ) from error
        answer = done.stdout + done.stderr
        lines = [line.strip() for line in answer.splitlines()]
        refusals = [line for line in lines if line.startswith(("KO", "error", "adb: "))]
        if done.returncode != 0 or refusals or "OK" not in lines:
            reason = " ".join(refusals) or answer.strip()[-300:] or "its console broke off"
            raise DeviceError(f"The emulator of {self.avd} refuses {' '.join(words)!r}: {reason}")

    def close(self) -> None:
        """End it as its window's close button would, then by force; safe to call twice."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            if process.code is None:
                subprocess.run([*self._adb, "kill"], capture_output=True, timeout=_GRACE, check=False)
        except subprocess.TimeoutExpired:
            pass
        finally:
            process.close()
            self._port.close()
