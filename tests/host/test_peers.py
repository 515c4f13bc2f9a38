"""A host keeps strangers out, and a client that misbehaves harms itself only."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from host_peers import act, receive, receive_frame, shake_hands, stranger
from served_device import Device
from waiting import until

from crab_core import HostError
from crab_core.host import HandshakeError, HostClient, Limits
from crab_core.host.frames import encode_frame
from crab_core.host.handshake import CHALLENGE_SIZE, ClientHandshake

Serve = Callable[..., Any]


# -- strangers -----------------------------------------------------------------------------------------


def test_a_peer_that_speaks_something_else_gets_nothing(serve_in_thread: Serve) -> None:
    with stranger(serve_in_thread()) as peer:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" + bytes(40))
        assert receive(peer, 1000) == b""


def test_a_peer_with_a_wrong_token_gets_a_random_number_only(serve_in_thread: Serve) -> None:
    with stranger(serve_in_thread()) as peer:
        handshake = ClientHandshake(b"another token, long enough")
        peer.sendall(handshake.hello)
        challenge = receive(peer, CHALLENGE_SIZE)
        peer.sendall(handshake.answer(challenge))
        assert receive(peer, 1000) == b""


def test_requests_before_the_proof_are_not_answered(serve_in_thread: Serve) -> None:
    with stranger(serve_in_thread()) as peer:
        peer.sendall(b"".join(encode_frame({"id": 1, "method": "describe", "parameters": {}})))
        assert receive(peer, 1000) == b""


def test_a_recorded_session_cannot_be_replayed(serve_in_thread: Serve) -> None:
    host = serve_in_thread()
    with stranger(host) as peer:
        recorded = shake_hands(peer, host.token)
        request = b"".join(encode_frame({"id": 1, "method": "ping"}))
        peer.sendall(request)
        assert receive_frame(peer) == {"id": 1, "result": None}
    with stranger(host) as peer:
        peer.sendall(recorded + request)
        assert len(receive(peer, 1000)) <= CHALLENGE_SIZE


def test_a_stranger_has_little_time(serve_in_thread: Serve) -> None:
    host = serve_in_thread(handshake_seconds=0.2)
    now = time.monotonic()
    host.server._loop.time = lambda: now  # it goes on when the test says
    with stranger(host) as silent, stranger(host) as slow:
        slow.sendall(ClientHandshake(host.token).hello)
        assert len(receive(slow, CHALLENGE_SIZE)) == CHALLENGE_SIZE
        silent.setblocking(False)
        with pytest.raises(BlockingIOError):
            silent.recv(1)
        silent.settimeout(60)
        now += 0.3
        assert receive(silent, 1) == b""
        assert receive(slow, 1) == b""


def test_strangers_cannot_keep_clients_out(serve_in_thread: Serve) -> None:
    host = serve_in_thread(max_strangers=3, handshake_seconds=60)
    with contextlib.ExitStack() as stack:
        strangers = [stack.enter_context(stranger(host)) for _ in range(10)]
        with host.connect() as client:
            assert client.ping() < 30
        assert [receive(peer, 1) for peer in strangers[:7]] == [b""] * 7


def test_client_and_host_with_different_tokens_say_so(serve_in_thread: Serve) -> None:
    host = serve_in_thread()
    with pytest.raises(HandshakeError, match="token"):
        HostClient.connect(host.address, b"another token, long enough")


# -- clients that misbehave ----------------------------------------------------------------------------


def test_an_oversized_frame_ends_its_connection_only(serve_in_thread: Serve) -> None:
    host = serve_in_thread(limits=Limits(header=2000))
    with host.connect() as good, host.connect() as bad:
        with pytest.raises(HostError, match="over the limit of 2000"):
            bad.call("act", {"name": "echo", "arguments": {"value": "x" * 3000}})
        assert not bad.connected
        assert good.call("act", {"name": "echo", "arguments": {"value": "here"}}) == "here"


def test_garbage_ends_its_connection_only(serve_in_thread: Serve) -> None:
    host = serve_in_thread()
    with host.connect() as good, stranger(host) as bad:
        shake_hands(bad, host.token)
        bad.sendall(b"garbage" * 10)
        assert "protocol" in receive_frame(bad)["error"]["kind"]
        assert receive(bad, 1) == b""
        good.ping()


@pytest.mark.parametrize("header", [{}, {"id": "one"}, {"id": None}, {"id": True}, {"id": 1.5}])
def test_a_request_without_a_number_ends_its_connection(serve_in_thread: Serve, header: Any) -> None:
    host = serve_in_thread()
    with stranger(host) as peer:
        shake_hands(peer, host.token)
        peer.sendall(b"".join(encode_frame({**header, "method": "act"})))
        assert receive_frame(peer)["error"]["message"] == "A request has no number of its own."


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("explode", {}),
        (None, {}),
        (["act"], {}),
        ("act", None),
        ("act", {}),
        ("act", {"name": 3, "arguments": {}}),
        ("act", {"name": "noop", "arguments": []}),
        ("evaluate", {"calls": ["counted"]}),
        ("reset", {"world": {}}),
        ("act", {"$": ["nonsense"]}),
    ],
)
def test_a_request_that_means_nothing_is_answered_with_an_error(
    serve_in_thread: Serve, method: Any, parameters: Any
) -> None:
    host = serve_in_thread()
    with stranger(host) as peer:
        shake_hands(peer, host.token)
        peer.sendall(b"".join(encode_frame({"id": 7, "method": method, "parameters": parameters})))
        answer = receive_frame(peer)
        assert answer["id"] == 7
        assert answer["error"]["kind"] == "protocol"
        peer.sendall(b"".join(encode_frame({"id": 8, "method": "ping"})))
        assert receive_frame(peer) == {"id": 8, "result": None}


def test_a_client_with_too_many_open_requests_is_told(serve_in_thread: Serve) -> None:
    environment = Device()
    host = serve_in_thread(requests_per_client=2, environment=environment)
    with host.connect() as client, ThreadPoolExecutor(2) as pool:
        held = [pool.submit(client.call, "act", act("hold")) for _ in range(2)]
        until(lambda: environment.events == ["hold begins"] * 2)
        with pytest.raises(HostError, match="2 requests open"):
            client.call("act", act("noop"))
        environment.released.set()
        assert [future.result() for future in held] == ["released"] * 2
        client.call("act", act("noop"))


def test_a_client_that_is_not_heard_is_dropped(serve_in_thread: Serve) -> None:
    host = serve_in_thread(silence_seconds=0.2)
    with stranger(host) as silent, host.connect(heartbeat=0.05) as alive:
        shake_hands(silent, host.token)
        assert receive(silent, 1) == b""
        alive.ping()


def test_a_client_that_does_not_read_is_not_read_either_and_disturbs_nobody(
    serve_in_thread: Serve, tmp_path: Path
) -> None:
    host = serve_in_thread()
    with stranger(host) as greedy, host.connect() as good:
        shake_hands(greedy, host.token)
        request = {"id": 1, "method": "act", "parameters": act("picture", size=4_000_000)}
        greedy.sendall(b"".join(encode_frame(request)))
        greedy.recv(1)  # the answer is on its way, and stands
        request = {"id": 2, "method": "act", "parameters": act("mark", path=str(tmp_path / "trace"))}
        greedy.sendall(b"".join(encode_frame(request)))
        for _ in range(20):
            good.call("act", act("noop"))
        assert not (tmp_path / "trace").exists()
        while not (tmp_path / "trace").exists():
            greedy.recv(1 << 20)
