"""Starts programs in the session for the host, which is no process of it; one datagram a message, in JSON.

host → leader   {"id": 1, "argv": […], "cwd": …, "environment": {…}, "streams": ["stdout"]} + descriptors
                {"signal": 15, "pid": 7} or {"kill": [7, 8]} or {"go": true} or {"end": true}
leader → host   {"id": 1, "pid": 7} or {"id": 1, "error": "…"};  {"exited": 7, "status": 0};  {"event": "…"}
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

LARGEST_MESSAGE = 128 * 1024
"""Bytes; less than what a socket takes at once."""
STREAMS = ("stdin", "stdout", "stderr")


class Spawner:
    """The leader's end. `serve` belongs to a thread of its own."""

    def __init__(self, descriptor: int) -> None:
        """Take over the socket."""
        self._socket = socket.socket(fileno=descriptor)
        self._sending = threading.Lock()
        self._running: set[int] = set()
        self.allowed = threading.Event()
        """Set when the host has said that the shell may start."""

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message; a host that is gone is no error."""
        with self._sending, suppress(OSError):
            self._socket.send(json.dumps(message).encode())

    def serve(self) -> None:
        """Answer until the host is gone."""
        while True:
            try:
                data, descriptors, _, _ = socket.recv_fds(self._socket, LARGEST_MESSAGE, len(STREAMS))
            except OSError:
                return
            if not data:
                return
            try:
                self._answer(json.loads(data), descriptors)
            finally:
                for descriptor in descriptors:
                    os.close(descriptor)

    def _answer(self, message: dict[str, Any], descriptors: Sequence[int]) -> None:
        if "go" in message:
            self.allowed.set()
            return
        if "end" in message:
            os._exit(0)  # the sandbox ends with its leader
        if "kill" in message:
            for pid in message["kill"]:
                with suppress(ProcessLookupError, PermissionError):
                    # A negative number is a whole group, which ends at once: nothing in it forks away.
                    os.kill(pid, signal.SIGKILL)
            return
        if "signal" in message:
            if message["pid"] in self._running:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(message["pid"], signal.Signals(message["signal"]))
            return
        streams: dict[str, Any] = dict.fromkeys(STREAMS, subprocess.DEVNULL)
        streams.update(zip(message["streams"], descriptors, strict=True))
        try:
            process = subprocess.Popen(
                message["argv"],
                cwd=message["cwd"],
                env={**os.environ, **message["environment"]},
                start_new_session=True,
                **streams,
            )
        except (OSError, ValueError) as error:
            self.tell({"id": message["id"], "error": str(error)})
            return
        self._running.add(process.pid)
        self.tell({"id": message["id"], "pid": process.pid})
        threading.Thread(target=self._wait, args=(process,), name=f"wait-{process.pid}", daemon=True).start()

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        status = process.wait()
        self._running.discard(process.pid)
        self.tell({"exited": process.pid, "status": status})
