"""The client of a host: synchronous calls from any number of threads over one connection."""

from __future__ import annotations

import itertools
import math
import threading
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from crab_core.errors import HostError
from crab_core.host.address import Address, parse_address
from crab_core.host.channel import Channel
from crab_core.host.frames import Frame, FrameError, FrameParser, Limits, encode_frame
from crab_core.host.handshake import CHALLENGE_SIZE, PROOF_SIZE, ClientHandshake, HandshakeError, check_token
from crab_core.host.wire import WireError, decode, decode_error, encode

if TYPE_CHECKING:
    import ssl

_HANDSHAKE_SECONDS = 20.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.02
"""Seconds between two attempts to connect to a host that is starting."""
_MISSED_HEARTBEATS = 3


class HostTimeout(HostError):  # noqa: N818 - reads as what it says
    """A call was not answered by its deadline. It may still run in the host; its result is dropped."""


class HostClient:
    """A connection to a host. Safe to use from several threads; their calls run at the same time.

    Make one with `connect`, and close it, or use it in a `with` statement.
    """

    def __init__(
        self,
        channel: Channel,
        *,
        address: Address,
        timeout: float = 60.0,
        heartbeat: float = 10.0,
        limits: Limits | None = None,
    ) -> None:
        """Take over a channel whose handshake is done; `connect` does both.

        Args:
            channel: The stream.
            address: Whom it leads to, for messages.
            timeout: Seconds that a call may take unless it says otherwise.
            heartbeat: Seconds of silence after which the host is asked for a sign of life; after three
                times as many it is lost.
            limits: The largest frames.
        """
        self.address = address
        self._channel = channel
        self._timeout = timeout
        self._heartbeat = heartbeat
        self._limits = limits or Limits()
        self._numbers = itertools.count(1)
        self._pending: dict[int, SimpleQueue[Frame | None]] = {}
        self._sending = threading.Lock()
        self._ended: str = ""
        self._closing = threading.Lock()
        self._reader = threading.Thread(target=self._read, name=f"crab-host-client {address}", daemon=True)
        self._reader.start()

    @classmethod
    def connect(
        cls,
        address: Address | str,
        token: bytes,
        *,
        wait: float = 0.0,
        alive: Callable[[], bool] | None = None,
        timeout: float = 60.0,
        heartbeat: float = 10.0,
        limits: Limits | None = None,
        ssl_context: ssl.SSLContext | None = None,
        server_name: str | None = None,
    ) -> Self:
        """Connect to a host and prove to each other that both know the token.

        Args:
            address: `unix:/path` or `tcp:host:port`.
            token: The host's token.
            wait: Seconds to go on trying while nobody listens, for a host that is starting.
            alive: Asked between attempts; False ends the waiting, for a host that died while starting.
            timeout: Seconds that a call may take unless it says otherwise.
            heartbeat: Seconds of silence after which the host is asked for a sign of life.
            limits: The largest frames.
            ssl_context: Speak TLS on TCP; the context decides which certificates are good.
            server_name: Name in the host's certificate; the address by default.

        Raises:
            HostError: Nobody listens there, or not in time.
            HandshakeError: Who listens there speaks another protocol or has another token.
            UsageError: The address or the token cannot be one.
        """
        target = parse_address(address) if isinstance(address, str) else address
        check_token(token)
        channel = _connect(target, time.monotonic() + wait, alive, ssl_context, server_name)
        try:
            _shake_hands(channel, target, token)
            return cls(channel, address=target, timeout=timeout, heartbeat=heartbeat, limits=limits)
        except BaseException:
            channel.close()
            raise

    @property
    def connected(self) -> bool:
        """Whether calls can be made."""
        return not self._ended

    def call(self, method: str, parameters: Mapping[str, Any], *, timeout: float | None = None) -> Any:
        """Ask the host and wait for its answer.

        Args:
            method: A method of the host protocol.
            parameters: Its parameters.
            timeout: Seconds; the client's own by default.

        Raises:
            InvalidAction: The host found the action's arguments invalid.
            RemoteError: Something raised inside the host; carries the remote traceback.
            HostTimeout: No answer came in time.
            HostError: The connection was or is lost, or the host does not understand.
        """
        seconds = self._timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        number = next(self._numbers)
        blobs: list[bytes] = []
        header = {"id": number, "method": method, "parameters": encode(parameters, blobs)}
        buffers = encode_frame(header, blobs, self._limits)
        answer: SimpleQueue[Frame | None] = SimpleQueue()
        self._pending[number] = answer
        try:
            self._send(buffers, deadline)
            frame = answer.get(timeout=max(deadline - time.monotonic(), 0))
        except Empty:
            self._forget(number)
            raise HostTimeout(
                f"The host at {self.address} did not answer {method!r} in {seconds:g} s."
            ) from None
        finally:
            self._pending.pop(number, None)
        if frame is None:
            raise HostError(self._ended)
        if "error" in frame.header:
            raise decode_error(frame.header["error"])
        return decode(frame.header.get("result"), frame.blobs)

    def ping(self, *, timeout: float | None = None) -> float:
        """Ask for a sign of life; the seconds that it took.

        Raises:
            HostError: It does not come.
        """
        begun = time.monotonic()
        self.call("ping", {}, timeout=timeout)
        return time.monotonic() - begun

    def close(self) -> None:
        """End the connection. Calls that wait get a `HostError`. Safe to call twice."""
        self._end("The connection to the host was closed.")
        if threading.current_thread() is not self._reader:
            self._reader.join()
        with self._closing:
            self._channel.close()

    def __enter__(self) -> Self:
        """The client itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    # -- sending ---------------------------------------------------------------------------------------

    def _send(self, buffers: list[bytes], deadline: float) -> None:
        if not self._sending.acquire(timeout=max(deadline - time.monotonic(), 0)):
            raise Empty
        try:
            if self._ended:
                raise HostError(self._ended)
            self._channel.send(buffers, deadline)
        except OSError as error:
            self._end(f"The connection to the host at {self.address} was lost: {error}.")
            raise HostError(self._ended) from error
        finally:
            self._sending.release()

    def _forget(self, number: int) -> None:
        """Tell the host that nobody waits any more, so that it need not begin what it has not begun."""
        self._send_if_free({"cancel": number})

    def _send_if_free(self, header: Mapping[str, Any]) -> bool:
        """Send something small unless others are sending; whether it was sent."""
        if not self._sending.acquire(blocking=False):
            return False
        try:
            if self._ended or not self._channel.can_send():
                return False
            self._channel.send(encode_frame(header), time.monotonic() + self._heartbeat)
        except OSError as error:
            self._end(f"The connection to the host at {self.address} was lost: {error}.")
            return False
        finally:
            self._sending.release()
        return True

    # -- receiving: the reader's thread ------------------------------------------------------------------

    def _read(self) -> None:
        parser = FrameParser(self._limits)
        missed = 0
        try:
            while True:
                count = self._channel.receive_into(parser.get_buffer(), self._heartbeat)
                if count:
                    missed = 0
                    for frame in parser.buffer_updated(count):
                        self._deliver(frame)
                    continue
                if count == 0:
                    parser.end()
                    self._end(f"The host at {self.address} closed the connection.")
                    return
                missed += 1
                if missed >= _MISSED_HEARTBEATS:
                    self._end(f"The host at {self.address} gives no sign of life.")
                    return
                self._send_if_free({"id": next(self._numbers), "method": "ping"})
        except OSError as error:
            self._end(f"The connection to the host at {self.address} was lost: {error.strerror or error}.")
        except (FrameError, HostError) as error:
            self._end(f"The host at {self.address} broke the protocol: {error}")

    def _deliver(self, frame: Frame) -> None:
        number = frame.header.get("id")
        if number is None:
            raise WireError(str(decode_error(frame.header.get("error"))))
        waiting = self._pending.get(number) if isinstance(number, int) else None
        if waiting is not None:  # otherwise its caller waits no longer
            waiting.put(frame)

    def _end(self, reason: str) -> None:
        """No more calls; whoever waits is told. The first reason stays."""
        with self._closing:
            self._ended = self._ended or reason
            self._channel.shut_down()
        for waiting in list(self._pending.values()):
            waiting.put(None)


def _connect(
    address: Address,
    deadline: float,
    alive: Callable[[], bool] | None,
    ssl_context: ssl.SSLContext | None,
    server_name: str | None,
) -> Channel:
    """Connect, trying again until the deadline while nobody listens."""
    pause = threading.Event()
    for attempt in itertools.count():
        try:
            patience = max(deadline, time.monotonic() + _HANDSHAKE_SECONDS)
            return Channel.connect(address, patience, ssl_context, server_name)
        except OSError as error:
            rest = deadline - time.monotonic()
            waiting = isinstance(error, FileNotFoundError | ConnectionRefusedError | ConnectionResetError)
            if alive is not None and not alive():
                raise HostError(f"The host that should listen on {address} has ended.") from error
            if rest <= 0 or not waiting:
                raise HostError(
                    f"No host answers on {address}: {error.strerror or error}.",
                    advice="Start one with `crab host`.",
                ) from error
            pause.wait(min(rest, _LONGEST_PAUSE, _FIRST_PAUSE * math.pow(2, min(attempt, 10))))
    raise AssertionError("unreachable")


def _shake_hands(channel: Channel, address: Address, token: bytes) -> None:
    deadline = time.monotonic() + _HANDSHAKE_SECONDS
    handshake = ClientHandshake(token)
    try:
        channel.send([handshake.hello], deadline)
        channel.send([handshake.answer(channel.receive_exactly(CHALLENGE_SIZE, deadline))], deadline)
        handshake.verify(channel.receive_exactly(PROOF_SIZE, deadline))
    except HandshakeError:
        raise
    except (OSError, HostError) as error:
        raise HandshakeError(
            f"The host at {address} did not accept the handshake.",
            advice="The token is another one, or the host is of another version.",
        ) from error
