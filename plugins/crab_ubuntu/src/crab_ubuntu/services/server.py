"""The services of a desktop while it lives: listening sockets, an asyncio loop, and what evaluators judge."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from crab_core import DeviceError, UnknownNameError
from crab_core.serving import RETRY_SECONDS, Conversations, LoopThread, accept
from crab_ubuntu.services.bounds import Connection, Limits
from crab_ubuntu.services.plan import ServicePlan, check, load
from crab_ubuntu.services.service import Service

SECONDS = 10.0
"""How long the loop may take to answer, on a machine that is busy."""

log = logging.getLogger(__name__)

Listening = Mapping[tuple[str, int], socket.socket]
"""Listening sockets by host name and port."""


def listen(
    plans: Iterable[ServicePlan], limits: Limits | None = None
) -> dict[tuple[str, int], socket.socket]:
    """Bind and listen on every address and port of the plans, in the network of this thread.

    Raises:
        DeviceError: An address is taken, or the port may not be bound.
    """
    found: dict[tuple[str, int], socket.socket] = {}
    try:
        for plan in plans:
            for port in plan.ports:
                found[plan.host, port] = new = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
                new.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                new.bind((plan.address, port))
                new.listen((limits or Limits()).waiting)
    except OSError as error:
        for one in found.values():
            one.close()
        raise DeviceError(f"{plan.host} cannot listen on {plan.address}:{port}: {error.strerror}.") from error
    return found


@dataclass
class _Host:
    plan: ServicePlan
    service: Service[Any]
    slots: asyncio.Semaphore
    failures: int = 0


class Services:
    """Everything that answers in a desktop's network, in a thread of its own."""

    def __init__(
        self,
        plans: Sequence[ServicePlan],
        listening: Listening,
        *,
        seed: int = 0,
        relay_folder: str = "",
        limits: Limits | None = None,
    ) -> None:
        """Start all services and accept connections.

        Args:
            plans: From `read_services`.
            listening: One bound, listening socket for every port of every plan; closed with the services.
            seed: Of the world, for services that leave something to chance.
            relay_folder: Holds the unix socket NAME.sock of every relay; where no agent can reach it.
            limits: What connections may cost.

        Raises:
            UsageError: A service cannot take its options.
            DeviceError: A service does not start.
        """
        self._limits = limits or Limits()
        self._listening = dict(listening)
        self._hosts: dict[str, _Host] = {}
        self._acceptors: list[asyncio.Task[None]] = []
        self._conversations = Conversations()
        self._thread = LoopThread("services")
        try:
            self._ask(self._start(plans, seed, PurePosixPath(relay_folder)))
        except BaseException:
            self.close()
            raise

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names that are served, in order."""
        return tuple(self._hosts)

    def state(self, host: str) -> dict[str, Any]:
        """What evaluators judge of one host: `{"service": its kind, "failures": how often it raised, …}`.

        Raises:
            UnknownNameError: No such host is served.
            DeviceError: The services do not answer.
        """
        if host not in self._hosts:
            raise UnknownNameError("served host", host, self._hosts)
        state: dict[str, Any] = self._ask(self._state(self._hosts[host]))
        return state

    def states(self) -> dict[str, dict[str, Any]]:
        """The states of all hosts."""
        return {host: self.state(host) for host in self._hosts}

    def close(self) -> None:
        """Cut all connections and end; safe to call twice."""
        if not self._thread.loop.is_closed():
            try:
                self._ask(self._stop())
            except DeviceError:
                log.warning("A service of the desktop blocks; its thread is left behind.")
            self._thread.close(SECONDS)
        for one in self._listening.values():
            one.close()

    def _ask(self, question: Any) -> Any:
        try:
            return self._thread.ask(question, SECONDS)
        except TimeoutError as error:
            raise DeviceError(f"The desktop's services do not answer within {SECONDS:g} s.") from error

    async def _start(self, plans: Sequence[ServicePlan], seed: int, folder: PurePosixPath) -> None:
        self._slots = asyncio.Semaphore(self._limits.connections)
        for plan in plans:
            service = _make(plan, seed, folder)
            self._hosts[plan.host] = _Host(
                plan, service, asyncio.Semaphore(self._limits.connections_per_host)
            )
        for host in self._hosts.values():
            for port in host.plan.ports:
                door = self._listening[host.plan.host, port]
                door.setblocking(False)
                self._acceptors.append(asyncio.create_task(self._accept(host, port, door)))

    async def _accept(self, host: _Host, port: int, door: socket.socket) -> None:
        """Take connections as long as there is room; others wait in the kernel."""
        while True:
            await host.slots.acquire()
            await self._slots.acquire()
            try:
                accepted = await accept(door)
            except OSError as error:
                self._free(host)
                log.warning("%s cannot accept a connection: %s", host.plan.host, error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self._conversations.begin(accepted, partial(self._answer, host, port), partial(self._free, host))

    def _free(self, host: _Host) -> None:
        self._slots.release()
        host.slots.release()

    async def _answer(self, host: _Host, port: int, accepted: socket.socket) -> None:
        try:
            connection = await Connection.of(accepted, self._limits, host.service.idle_seconds)
            try:
                await host.service.serve(port, connection.reader, connection.writer)
            except BaseException:
                connection.abort()
                raise
            await connection.end()
        except OSError:
            accepted.close()  # the client has gone, or was cut off
        except Exception:
            host.failures += 1
            log.exception("%s failed to answer on port %s", host.plan.host, port)

    async def _state(self, host: _Host) -> dict[str, Any]:
        return {"service": host.plan.kind, "failures": host.failures, **host.service.state()}

    async def _stop(self) -> None:
        for acceptor in self._acceptors:
            acceptor.cancel()
        await asyncio.gather(*self._acceptors, return_exceptions=True)
        await self._conversations.end()


def _make(plan: ServicePlan, seed: int, folder: PurePosixPath) -> Service[Any]:
    if plan.relay:
        factory, options = "crab_ubuntu.services.relay:Relay", {"socket": f"{folder / plan.relay}.sock"}
    else:
        factory, options = plan.factory, dict(plan.options)
    kind: type[Service[Any]] = load(plan.kind, factory)
    service = kind()
    service.start(check(plan.host, kind, options), seed)
    return service
