"""The host protocol: round trips to a host in a process of its own, over an authenticated unix socket."""

from __future__ import annotations

import contextlib
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from crab_core import Environment, Screenshot, action, observation
from crab_core.host import HostClient, HostedEnvironment, new_token

WIDTH, HEIGHT = 720, 509


def _png() -> bytes:
    """A picture of noise that has 1.1 MB as PNG."""
    rows = b"".join(b"\0" + os.urandom(3 * WIDTH) for _ in range(HEIGHT))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data))

    header = struct.pack("!IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    chunks = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


@action
def noop() -> None:
    """Do nothing."""


@action
def nap(seconds: float) -> None:
    """Take a while.

    Args:
        seconds: How long.
    """
    time.sleep(seconds)


@observation
def screen(env: Bench) -> Screenshot:
    """The picture."""
    return Screenshot.from_png(env.png)


class Bench(Environment):
    """What the host serves."""

    name = "bench"
    actions = (noop, nap)
    observations = (screen,)

    def __init__(self, name: str | None = None) -> None:
        super().__init__(name)
        self.png = _png()


@contextlib.contextmanager
def _hosted() -> Iterator[HostedEnvironment]:
    with tempfile.TemporaryDirectory() as folder:
        token = new_token()
        (Path(folder) / "token").write_bytes(token)
        address = f"unix:{folder}/socket"
        command = [sys.executable, "-m", "crab_core.host", "--environment", f"{Path(__file__).stem}:Bench"]
        command += ["--listen", address, "--token-file", f"{folder}/token", "--die-with-parent"]
        variables = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
        process = subprocess.Popen(command, env=variables)
        try:
            with HostedEnvironment(Bench, HostClient.connect(address, token, wait=20)) as device:
                yield device
        finally:
            process.terminate()
            process.wait()


def _measure(call: Callable[[], object], runs: int) -> dict[str, Any]:
    for _ in range(max(runs // 10, 3)):
        call()
    seconds = []
    for _ in range(runs):
        begun = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - begun)
    p95 = statistics.quantiles(seconds, n=20)[-1]
    return {"value": statistics.median(seconds), "unit": "s", "runs": runs, "p95": p95}


def host_noop(runs: int = 2000) -> dict[str, Any]:
    """An action that does nothing: validated here, sent, validated there, run, answered."""
    with _hosted() as device:
        return _measure(lambda: device.act("noop", {}), runs)


def host_png(runs: int = 200) -> dict[str, Any]:
    """An observation that is one PNG of 1.1 MB."""
    with _hosted() as device:
        picture = device.observe()["screen"]
        assert isinstance(picture, Screenshot)
        return {**_measure(device.observe, runs), "bytes": len(picture.data)}


def host_parallel4(runs: int = 20) -> dict[str, Any]:
    """Four actions of 100 ms each at once, from four threads."""
    with _hosted() as device:

        def four() -> None:
            threads = [threading.Thread(target=device.act, args=("nap", {"seconds": 0.1})) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        return _measure(four, runs)
