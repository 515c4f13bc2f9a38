"""The services of a desktop leave no connection open, at whatever moment the desktop ends."""

from __future__ import annotations

import asyncio
import socket
import threading
from typing import Any

import pytest

from crab_ubuntu.services.plan import ServicePlan
from crab_ubuntu.services.server import Services
from crab_ubuntu.services.service import Service, ServiceOptions

TURNS = range(10)
"""Of the loop, from the connection to the end: in one of them a connection is at each of its steps."""


class Generous(Service[ServiceOptions]):
    """Says a lot to everyone."""

    ports = (7,)

    def start(self, options: ServiceOptions, seed: int) -> None: ...

    async def serve(self, port: int, reader: Any, writer: Any) -> None:
        await reader.read(1)
        writer.write(bytes(10_000_000))

    def state(self) -> dict[str, Any]:
        return {}


pytestmark = pytest.mark.usefixtures("nothing_left_open")


@pytest.mark.parametrize("turns", TURNS)
@pytest.mark.parametrize("said", [b"", b"!"], ids=["nothing", "a word"])
def test_services_end_while_a_client_comes(said: bytes, turns: int) -> None:
    for _ in range(20):
        door = socket.create_server(("127.0.0.1", 0))
        plan = ServicePlan("generous.crab.test", "127.77.0.1", (7,), "generous", f"{__name__}:Generous")
        services = Services([plan], {("generous.crab.test", 7): door})

        async def come_and_end(client: socket.socket, services: Services, address: tuple[str, int]) -> None:
            client.connect(address)
            client.sendall(said)
            for _ in range(turns):
                await asyncio.sleep(0)
            await services._stop()

        with socket.socket() as client:
            services._thread.ask(come_and_end(client, services, door.getsockname()), 10)
            services.close()
            client.settimeout(10)
            try:
                while client.recv(1_000_000):
                    pass
            except ConnectionResetError:
                pass
    assert "services" not in {thread.name for thread in threading.enumerate()}
