"""Runs a host as a process: makes the environment, serves it until told to end, closes it."""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Self

from crab_core.environment import Environment
from crab_core.errors import CrabError, HostError, UsageError
from crab_core.host.address import Address, parse_address
from crab_core.host.agreement import digests
from crab_core.host.handshake import read_token
from crab_core.host.server import HostServer

if TYPE_CHECKING:
    import ssl

_PR_SET_PDEATHSIG = 1
"""From linux/prctl.h."""


@dataclass(frozen=True, slots=True)
class HostOptions:
    """How a host is served."""

    address: Address
    token: bytes
    workers: int = 16
    """How many calls run at the same time; 1 for an environment that bears one thread only."""
    ready_fd: int | None = None
    """A descriptor that gets the address as one line when the host listens, and is then closed."""
    die_with_parent: bool = False
    """End as by SIGTERM when the thread that started this process ends."""
    certificate: Path | None = None
    """PEM file with certificate chain and key, for TLS on a TCP port."""
    allow_plain: bool = False
    """Permit TCP without TLS beyond this machine, on a link that is trusted."""
    grace_seconds: float = 5.0
    """How long calls may go on after SIGTERM; after three times as long the kernel ends the process."""


def serve(make_environment: Callable[[], Environment], options: HostOptions) -> bool:
    """Make an environment and serve it until SIGTERM or SIGINT. Belongs to the main thread.

    Args:
        make_environment: Called once; the host listens when it has returned.
        options: Where and how.

    Returns:
        Whether everything that ran could finish.

    Raises:
        HostError: The address cannot be had, or the parent is already gone.
        Exception: What making or closing the environment raised.
    """
    if options.die_with_parent:
        _die_with_parent()
    with _Termination() as termination:
        environment = make_environment()
        try:
            return asyncio.run(_serve(environment, options, termination))
        finally:
            termination.react = None
            environment.close()


def make_schemas(environment: Environment) -> None:
    """Make what the first client asks for: schemas and digests of all actions, which keep them.

    A host that has to wait for its device can do so meanwhile, with another instance of the same class.
    """
    digests(environment)


def load_environment(path: str, arguments: Mapping[str, Any]) -> Environment:
    """Make the environment that `package.module:Class` names.

    Raises:
        UsageError: There is no such thing, or it makes something else.
    """
    module, _, attribute = path.partition(":")
    if not module or not attribute:
        raise UsageError(f"{path!r} names no environment.", advice="Write package.module:Class.")
    try:
        factory = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"The environment {path!r} cannot be found: {error}.") from error
    environment = factory(**arguments)
    if not isinstance(environment, Environment):
        raise UsageError(f"{path!r} makes a {type(environment).__name__}, not an Environment.")
    return environment


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line of `python -m crab_core.host`; returns the exit code."""
    given = _parser().parse_args(arguments)
    try:
        options = HostOptions(
            address=parse_address(given.listen),
            token=read_token(given.token_file),
            workers=given.workers,
            ready_fd=given.ready_fd,
            die_with_parent=given.die_with_parent,
            certificate=given.certificate,
            allow_plain=given.allow_plain,
            grace_seconds=given.grace,
        )
        finished = serve(lambda: load_environment(given.environment, given.options), options)
    except UsageError as error:
        sys.stderr.write(f"crab host: {error}\n")
        return 2
    except CrabError as error:
        sys.stderr.write(f"crab host: {error}\n")
        return 3
    return 0 if finished else 1


class _Termination:
    """What SIGTERM and SIGINT do: while the environment is made they raise, then they do what `react` says.

    They do nothing while the environment closes: the first one has set an alarm clock, which no Python code
    handles, so that the kernel ends a process that hangs on its way out.
    """

    def __init__(self) -> None:
        self.react: Callable[[], None] | None = self._leave
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        for number in (signal.SIGTERM, signal.SIGINT):
            self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _handle(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the signature is Python's
        if self.react is not None:
            self.react()

    @staticmethod
    def _leave() -> None:
        raise SystemExit(128 + signal.SIGTERM)


async def _serve(environment: Environment, options: HostOptions, termination: _Termination) -> bool:
    loop = asyncio.get_running_loop()
    told = asyncio.Event()

    def stop() -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(told.set)  # the handler may run while the loop sleeps: wake it

    termination.react = stop
    server = HostServer(environment, options.token, workers=options.workers)
    context = _server_context(options.certificate) if options.certificate else None
    address = await server.start(options.address, ssl_context=context, allow_plain=options.allow_plain)
    if options.ready_fd is not None:
        with os.fdopen(options.ready_fd, "w") as ready:
            ready.write(f"{address}\n")
    await told.wait()
    signal.setitimer(signal.ITIMER_REAL, 3 * options.grace_seconds)
    return await server.stop(options.grace_seconds)


def _server_context(certificate: Path) -> ssl.SSLContext:
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    try:
        context.load_cert_chain(certificate)
    except OSError as error:
        raise UsageError(f"The certificate {certificate} cannot be used: {error}.") from error
    return context


def _die_with_parent() -> None:
    """Have the kernel send SIGTERM when the thread that started this process ends."""
    parent = os.getppid()
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) != 0:
        raise HostError(f"prctl failed: {os.strerror(ctypes.get_errno())}.")
    if os.getppid() != parent:
        raise HostError("The parent of the host ended while it started.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="crab host", description="Serve one environment to clients.")
    add = parser.add_argument
    add("--environment", required=True, metavar="MODULE:CLASS", help="what is served")
    add("--options", type=_json_object, default={}, metavar="JSON", help="keyword arguments for it")
    add("--listen", required=True, metavar="ADDRESS", help="unix:/path or tcp:host:port")
    add("--token-file", required=True, type=Path, metavar="FILE", help="holds what clients have to know")
    add("--workers", type=int, default=16, metavar="N", help="calls that run at the same time")
    add("--ready-fd", type=int, metavar="N", help="descriptor that gets the address when the host listens")
    add("--die-with-parent", action="store_true", help="end when the process that started the host ends")
    add("--certificate", type=Path, metavar="FILE", help="certificate and key (PEM) for TLS on TCP")
    add("--allow-plain", action="store_true", help="permit TCP without TLS on a network that is trusted")
    add("--grace", type=float, default=5.0, metavar="S", help="how long calls may go on after SIGTERM")
    return parser


def _json_object(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError("must be a JSON object")
    return value
