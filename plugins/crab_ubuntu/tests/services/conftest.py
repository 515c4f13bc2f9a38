"""Services that really listen, on ports of this machine that nobody else has."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from crab_core.plugins import Plugins
from crab_ubuntu.services.bounds import Limits
from crab_ubuntu.services.plan import ServicePlan, read_services
from crab_ubuntu.services.server import Services

from .irc import Client


@dataclass
class Served:
    """Services with the addresses on which they listen here."""

    services: Services
    addresses: dict[tuple[str, int], tuple[str, int]]
    stack: ExitStack

    def connect(self, port: int = 80, host: str = "") -> socket.socket:
        address = self.addresses[host or self.services.hosts[0], port]
        return socket.create_connection(address, timeout=60)

    def program(self, nick: str = "", *capabilities: str) -> Client:
        """A program that is connected to the chat, and registered when it has a nick."""
        client = Client(self.connect(6667))
        self.stack.callback(client.close)
        return client.register(nick, *capabilities) if nick else client

    def url(self, path: str = "/", host: str = "") -> str:
        name, port = self.addresses[host or self.services.hosts[0], 80]
        return f"http://{name}:{port}{path}"

    def state(self, host: str = "") -> dict[str, Any]:
        return self.services.state(host or self.services.hosts[0])


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Reads a world's services as a provider does, carries the plan as JSON, and starts them."""
    with ExitStack() as stack:

        def start(
            world: dict[str, Any],
            *,
            limits: Limits | None = None,
            plugins: Plugins | None = None,
            relay_folder: str = "/nowhere",
        ) -> Served:
            plans = [
                ServicePlan.from_data(json.loads(json.dumps(plan.to_data())))
                for plan in read_services(world, plugins)
            ]
            doors: dict[tuple[str, int], socket.socket] = {}
            for plan in plans:
                for port in plan.ports:
                    doors[plan.host, port] = socket.create_server(
                        ("127.0.0.1", 0), backlog=(limits or Limits()).waiting
                    )
            addresses = {key: door.getsockname() for key, door in doors.items()}
            services = Services(plans, doors, limits=limits, relay_folder=relay_folder)
            stack.callback(services.close)
            return Served(services, addresses, stack)

        yield start


@pytest.fixture
def site(serve: Callable[..., Served]) -> Callable[..., Served]:
    """Starts one site."""

    def start(pages: Any = None, *, limits: Limits | None = None, **options: Any) -> Served:
        world = {"service": "site", "pages": {"/": "<h1>Home</h1>"} if pages is None else pages, **options}
        return serve({"wiki.crab.test": world}, limits=limits)

    return start


WORLD = {
    "service": "chat",
    "team": "Riverside",
    "welcome": ["Be kind."],
    "people": {"ana": {"name": "Ana Lima"}, "ben": {"name": "Ben Koch", "away": "at lunch"}, "Cho": {}},
    "channels": {
        "#general": {
            "topic": "Welcome to Riverside",
            "members": ["ana", "ben"],
            "operators": ["ana"],
            "messages": [
                {"from": "ana", "text": "Good morning", "at": "2026-05-04T09:00:00+02:00"},
                {"from": "ben", "text": "waves", "kind": "action"},
            ],
        },
        "#büro": {"members": ["Cho"], "topic_locked": True},
    },
    "inbox": [{"from": "Cho", "text": "Please call me"}],
    "replies": [
        {"by": "ana", "mentions": True, "contains": "lunch", "say": "At noon, {nick}.", "times": 1},
        {"by": "ana", "mentions": True, "say": ["Yes?", "I am here."]},
        {"by": "ben", "contains": "lunch", "to": "#general", "say": "I had mine."},
        {"by": "Cho", "on": "join", "to": "#büro", "say": "Hello {nick}"},
    ],
}


@pytest.fixture
def chat(serve: Callable[..., Served]) -> Callable[..., Served]:
    """Starts one chat."""

    def start(*, limits: Limits | None = None, **changes: Any) -> Served:
        return serve({"chat.crab.test": {**WORLD, **changes}}, limits=limits)

    return start


@pytest.fixture
def join(chat: Callable[..., Served]) -> Callable[..., tuple[Served, Client]]:
    """Starts a chat and registers a program with it."""

    def start(nick: str = "max", *capabilities: str, **changes: Any) -> tuple[Served, Client]:
        served = chat(**changes)
        return served, served.program(nick, *capabilities)

    return start
