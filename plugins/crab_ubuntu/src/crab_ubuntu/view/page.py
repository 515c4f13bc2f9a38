"""The page that shows a desktop to people: its files, the picture, and what goes on beside it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from concurrent.futures import Future
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from crab_core import ActionCall, Screenshot, UsageError
from crab_core.serving import LoopThread, stop_accepting
from crab_ubuntu.view import files
from crab_ubuntu.view.desk import Desk
from crab_ubuntu.view.gate import Gate, answer, told
from crab_ubuntu.view.person import Person
from crab_ubuntu.view.recording import Recording
from crab_ubuntu.view.rfb import LONGEST, RfbError
from crab_ubuntu.view.session import Session

if TYPE_CHECKING:
    from websockets.asyncio.server import Server, ServerConnection
    from websockets.http11 import Request, Response

SCREEN, NEWS = "screen", "news"
"""Names of the two live connections."""
PIECE = 1 << 16
"""Bytes that are handed on at a time."""
PATIENCE = 20.0
"""Seconds without a sign of life after which a browser counts as gone."""
LEAVING = 1.0
"""Seconds that browsers have to say goodbye when the page ends."""
GONE, BROKEN = 1011, 1002
"""Codes with which a connection ends (RFC 6455, 7.4.1)."""


class Page:
    """Serves the page of one desktop to this machine, in a thread of its own.

    Attributes:
        desk: Where the desktop is.
    """

    def __init__(self, desk: Desk, *, recording: bool = False, view_only: bool = False) -> None:
        """Remember what to show.

        Args:
            desk: The desktop.
            recording: Write down what people do from the start on.
            view_only: They may only look.
        """
        self.desk = desk
        self._options = {"recording": recording, "view_only": view_only}
        self._gate = Gate()
        self._thread: LoopThread | None = None
        self._session: Session | None = None
        self._server: Server | None = None
        self._transports: list[asyncio.Transport] = []

    def start(self, port: int = 0) -> str:
        """Listen on this machine.

        Args:
            port: 0 takes a free one.

        Returns:
            The address to open, with the secret in it.

        Raises:
            UsageError: The port cannot be had.
        """
        self._thread = LoopThread("desktop-page")
        return self._thread.ask(self._start(port))

    def close(self) -> None:
        """Leave every page and stop; safe to call twice."""
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.ask(self._stop())
            thread.close(PATIENCE)

    @property
    def recording(self) -> Recording:
        """What was recorded until now."""
        assert self._session is not None
        return self._session.recording

    def play(self, recording: Recording, told: Callable[[ActionCall], None]) -> Future[None]:
        """Begin to play a recording on the desktop as it is.

        Args:
            recording: What to do.
            told: Called before each action, in another thread.
        """
        assert self._session is not None
        assert self._thread is not None
        return asyncio.run_coroutine_threadsafe(
            self._session.play(recording, over=False, told=told), self._thread.loop
        )

    async def _start(self, port: int) -> str:
        from websockets.asyncio.server import ServerConnection, serve

        known = self._transports

        class Known(ServerConnection):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                assert isinstance(transport, asyncio.Transport)
                known.append(transport)
                super().connection_made(transport)

            def connection_lost(self, exc: Exception | None) -> None:
                known.remove(self.transport)
                super().connection_lost(exc)

        self._session = Session(self.desk, **self._options)
        try:
            self._server = await serve(
                self._connected,
                "127.0.0.1",
                port,
                process_request=self._answer,
                create_connection=Known,
                compression=None,
                max_size=LONGEST,
                ping_timeout=PATIENCE,
            )
        except OSError as error:
            raise UsageError(f"The page cannot have port {port}: {error.strerror or error}.") from error
        return self._gate.open(self._server.sockets[0].getsockname()[1])

    async def _stop(self) -> None:
        if self._server is not None:
            await stop_accepting(self._server.server)
            self._server.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LEAVING):
                    await self._server.wait_closed()
            for transport in tuple(self._transports):
                transport.abort()  # to a browser that has not even said what it wants, or hangs
            await self._server.wait_closed()
        if self._session is not None:
            self._session.close()

    # -- requests ----------------------------------------------------------------------------------

    async def _answer(self, _: ServerConnection, request: Request) -> Response | None:
        live = request.headers.get("Upgrade") is not None
        name = self._gate.name(request, live=live)
        if not isinstance(name, str):
            return name
        if name in (SCREEN, NEWS) or live:
            return None if name in (SCREEN, NEWS) and live else told(HTTPStatus.NOT_FOUND, "Not so.")
        if name == "screenshot.png":
            return await self._screenshot()
        if name == "recording.json":
            return self._download(self.recording.to_json().encode(), "application/json", name)
        found = await asyncio.to_thread(files.find, name)
        if found is None:
            return told(HTTPStatus.NOT_FOUND, f"There is no {name!r}.")
        return answer(HTTPStatus.OK, *found, self._gate.headers())

    async def _screenshot(self) -> Response:
        shot = (await asyncio.to_thread(self.desk.device.observe))["screenshot"]
        assert isinstance(shot, Screenshot)
        return self._download(shot.data, "image/png", "desktop.png")

    def _download(self, data: bytes, media_type: str, name: str) -> Response:
        named = {"Content-Disposition": f'attachment; filename="{name}"'}
        return answer(HTTPStatus.OK, data, media_type, self._gate.headers() | named)

    # -- live connections --------------------------------------------------------------------------

    async def _connected(self, connection: ServerConnection) -> None:
        from websockets.exceptions import ConnectionClosed

        assert connection.request is not None
        assert self._session is not None
        serve = self._show if connection.request.path.endswith(f"/{SCREEN}") else self._talk
        with contextlib.suppress(ConnectionClosed):
            await serve(connection, self._session)

    async def _show(self, connection: ServerConnection, session: Session) -> None:
        """Between a viewer and a VNC server of its own."""
        try:
            reader, writer = await asyncio.open_unix_connection(str(self.desk.door))
        except OSError:
            await connection.close(GONE, "The desktop is not there.")
            return
        showing = asyncio.create_task(_hand_on(reader, connection))
        person = Person(None if session.view_only else session)
        try:
            async for data in connection:
                if isinstance(data, str):
                    raise RfbError("A viewer sends bytes.")
                writer.writelines(person.feed(data))
                await writer.drain()
        except RfbError as error:
            await connection.close(BROKEN, str(error)[:100])
        except ConnectionError:
            await connection.close(GONE, "The desktop is gone.")
        finally:
            person.leave()
            showing.cancel()
            writer.close()
            await asyncio.gather(showing, return_exceptions=True)

    async def _talk(self, connection: ServerConnection, session: Session) -> None:
        """Buttons and news of one page."""
        news: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        telling = asyncio.create_task(_tell(news, connection))
        session.join(news.put_nowait)
        try:
            async for data in connection:
                try:
                    request = json.loads(data)
                except ValueError:
                    request = {}
                await session.asked(request, news.put_nowait)
        finally:
            session.leave(news.put_nowait)
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)


async def _hand_on(reader: asyncio.StreamReader, connection: ServerConnection) -> None:
    """Everything that the VNC server sends goes to the viewer; its end is the viewer's."""
    from websockets.exceptions import ConnectionClosed

    with contextlib.suppress(ConnectionClosed):
        try:
            while data := await reader.read(PIECE):
                await connection.send(data)
        except ConnectionError:
            pass
        await connection.close(GONE, "The desktop is gone.")


async def _tell(news: asyncio.Queue[dict[str, Any]], connection: ServerConnection) -> None:
    while True:
        await connection.send(json.dumps(await news.get()))
