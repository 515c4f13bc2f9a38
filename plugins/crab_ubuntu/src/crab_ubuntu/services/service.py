"""What a service is. Everything that a plugin needs to bring one is here."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict


class ServiceOptions(BaseModel):
    """Options of a service, as they stand in a world; subclass it. What it does not know is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


O = TypeVar("O", bound=ServiceOptions)  # noqa: E741 - an option, not a zero


class Service(ABC, Generic[O]):
    """Answers connections to one named host, in the host process of the desktop.

    Made without arguments. All methods but `prepare` are called in one asyncio loop, so a service needs no
    locks and must not block. What a client sends is the agent's: bound what you keep of it. Connections, idle
    time and bytes that wait to be sent are bounded already.

    Example:
        class Echo(Service[EchoOptions]):
            ports = (7,)
            options = EchoOptions

            def start(self, options, seed):
                self.said = []

            async def serve(self, port, reader, writer):
                while line := await reader.readline():
                    self.said.append(line.decode(errors="replace"))
                    writer.write(line)
                    await writer.drain()

            def state(self):
                return {"said": self.said}
    """

    ports: ClassVar[tuple[int, ...]]
    """The TCP ports on which it listens, unless a world says others."""
    options: ClassVar[type[ServiceOptions]] = ServiceOptions
    """What a world may say about it."""
    idle_seconds: ClassVar[float] = 300.0
    """After so long without a byte in either direction a connection is cut."""

    @classmethod
    def prepare(cls, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Turn a world's options into what `options` reads: here is the place to read files.

        Called where the world is read, before the desktop starts; the desktop sees no files but its own.

        Raises:
            UsageError: Something named there does not exist.
        """
        return options

    @abstractmethod
    def start(self, options: O, seed: int) -> None:
        """Take the state in which the world begins; called once, before the first connection."""

    @abstractmethod
    async def serve(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection; it is closed when this returns.

        Args:
            port: To which it came.
            reader: What the client sends.
            writer: What it is sent; `drain` after writing, so that a slow client slows the service.
        """

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """What evaluators judge, as plain data of its own: it does not change when the service does."""
