"""A simulated phone as a child process, and the channel over which only its owner can speak to it."""

from __future__ import annotations

import contextlib
import json
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from crab_core import DeviceError, UsageError, World

_SECONDS = 20.0


class PhoneProcess:
    """A phone in a process of its own. It ends when this object is closed, or this process ends in any way.

    Args:
        apps: Its apps, as "module:attribute"; those that come with it when empty.
        authorized_keys: A file with the public keys of the computers that may use ADB; all may when None.

    Raises:
        DeviceError: It does not start.
    """

    def __init__(self, apps: Sequence[str] = (), authorized_keys: Path | None = None) -> None:
        options = [word for app in apps for word in ("--app", app)]
        if authorized_keys is not None:
            options += ["--auth", "known", "--authorized-keys", str(authorized_keys)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "crab_android.phone", "--control", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._pending = b""

    def wait_ready(self) -> str:
        """Wait until it answers ADB; returns its address, `host:port`.

        Raises:
            DeviceError: It ended, or takes too long.
        """
        serial: str = self._read()["serial"]
        return serial

    def reset(self, world: World, seed: int) -> None:
        """Put the phone into a world.

        Raises:
            UsageError: The world does not fit.
            DeviceError: The phone is gone.
        """
        self._ask({"do": "reset", "world": dict(world), "seed": seed})

    def export(self, *, contents: bool = False) -> dict[str, Any]:
        """The whole state of the phone as JSON values.

        Args:
            contents: Whether files are told with what is in them, and not by their digests.
        """
        state: dict[str, Any] = self._ask({"do": "export", "contents": contents})["state"]
        return state

    def snapshot(self, name: str) -> None:
        """Keep the whole state of the phone under a name, in its own process; it costs next to nothing."""
        self._ask({"do": "snapshot", "name": name})

    def restore(self, name: str) -> None:
        """Go back to what was kept.

        Raises:
            DeviceError: Nothing was kept under this name.
        """
        self._ask({"do": "restore", "name": name})

    def forget(self, name: str) -> None:
        """Drop what was kept.

        Raises:
            DeviceError: Nothing was kept under this name.
        """
        self._ask({"do": "forget", "name": name})

    def changes(self, name: str) -> list[dict[str, Any]]:
        """What has changed since a snapshot: for each value its path, its kind, and what it was and is.

        Raises:
            DeviceError: Nothing was kept under this name.
        """
        changes: list[dict[str, Any]] = self._ask({"do": "diff", "name": name})["changes"]
        return changes

    def close(self) -> None:
        """End the phone; safe to call twice."""
        process = self._process
        if process.stdin is not None and not process.stdin.closed:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
        try:
            process.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        stdin = self._process.stdin
        if stdin is None or stdin.closed:
            raise DeviceError("The simulated phone is closed.")
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
        except OSError as error:
            raise DeviceError(f"The simulated phone is gone: {error}.") from error
        answer = self._read()
        if not answer.get("ok"):
            reason = str(answer.get("error", ""))
            if reason.startswith("WorldError: "):
                raise UsageError(reason.removeprefix("WorldError: "))
            raise DeviceError(f"The simulated phone refused {request['do']}: {reason}")
        return answer

    def _read(self) -> dict[str, Any]:
        """The next line, before the deadline."""
        stdout = self._process.stdout
        assert stdout is not None
        deadline = time.monotonic() + _SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            while b"\n" not in self._pending:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise DeviceError(f"The simulated phone does not answer within {_SECONDS:.0f} s.")
                piece = stdout.read1(1 << 20)  # type: ignore[attr-defined]
                if not piece:
                    raise DeviceError(
                        f"The simulated phone ended (exit code {self._process.wait(_SECONDS)})."
                    )
                self._pending += piece
        line, _, self._pending = self._pending.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer
