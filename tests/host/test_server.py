"""A host keeps strangers out, serves clients side by side, and lives through what goes wrong."""

from __future__ import annotations

import contextlib
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from crab_core import HostError, RemoteError, UsageError
from crab_core.host import HandshakeError, HostClient, Limits, TcpAddress, UnixAddress, parse_address
from crab_core.host.frames import FrameParser, encode_frame
from crab_core.host.handshake import CHALLENGE_SIZE, PROOF_SIZE, ClientHandshake

Serve = Callable[..., Any]


@contextlib.contextmanager
def stranger(host: Any) -> Iterator[socket.socket]:
    """A socket that is connected and has said nothing yet."""
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(5)
        peer.connect(host.address.path)
        yield peer


def receive(peer: socket.socket, size: int) -> bytes:
    """Up to `size` bytes; fewer when the host closes."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while len(data) < size and (piece := peer.recv(size - len(data))):
            data += piece
    return data


def shake_hands(peer: socket.socket, token: bytes) -> bytes:
    """Prove ourselves; everything that we sent."""
    handshake = ClientHandshake(token)
    peer.sendall(handshake.hello)
    answer = handshake.answer(receive(peer, CHALLENGE_SIZE))
    peer.sendall(answer)
    handshake.verify(receive(peer, PROOF_SIZE))
    return handshake.hello + answer


def receive_frame(peer: socket.socket) -> dict[str, Any]:
    parser = FrameParser()
    while True:
        frames = parser.feed(peer.recv(65536))
        if frames:
            return frames[0].header


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
    with stranger(host) as silent, stranger(host) as slow:
        slow.sendall(ClientHandshake(host.token).hello)
        begun = time.monotonic()
        assert receive(silent, 1) == b""
        assert len(receive(slow, 1000)) == CHALLENGE_SIZE
        assert 0.1 < time.monotonic() - begun < 2


def test_strangers_cannot_keep_clients_out(serve_in_thread: Serve) -> None:
    host = serve_in_thread(max_strangers=3, handshake_seconds=60)
    with contextlib.ExitStack() as stack:
        strangers = [stack.enter_context(stranger(host)) for _ in range(10)]
        with host.connect() as client:
            assert client.ping() < 5
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
    host = serve_in_thread(requests_per_client=2)
    with host.connect() as client, ThreadPoolExecutor(2) as pool:
        naps = [pool.submit(client.call, "act", act("nap", seconds=0.5)) for _ in range(2)]
        wait_until(lambda: len(client._pending) == 2)
        with pytest.raises(HostError, match="2 requests open"):
            client.call("act", act("noop"))
        assert [nap.result() for nap in naps] == [0.5, 0.5]
        client.call("act", act("noop"))


def test_a_client_that_is_not_heard_is_dropped(serve_in_thread: Serve) -> None:
    host = serve_in_thread(silence_seconds=0.2)
    with stranger(host) as silent, host.connect(heartbeat=0.05) as alive:
        shake_hands(silent, host.token)
        assert receive(silent, 1) == b""
        alive.ping()


def test_a_client_that_does_not_read_does_not_disturb_others(serve_in_thread: Serve) -> None:
    host = serve_in_thread()
    with stranger(host) as greedy, host.connect() as good:
        shake_hands(greedy, host.token)
        for number in range(20):
            request = {"id": number, "method": "act", "parameters": act("picture", size=4_000_000)}
            greedy.sendall(b"".join(encode_frame(request)))
        for _ in range(20):
            assert good.ping() < 2


# -- what goes wrong inside ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind"), [("fail", "RuntimeError"), ("leave", "SystemExit"), ("secret_object", "TypeError")]
)
def test_an_exception_does_not_touch_the_next_request(serve_in_thread: Serve, name: str, kind: str) -> None:
    with serve_in_thread().connect() as client:
        with pytest.raises(RemoteError) as raised:
            client.call("act", act(name, **({"words": "no"} if name == "fail" else {})))
        assert raised.value.kind == kind
        assert client.call("act", act("echo", value=1)) == 1


def test_a_result_over_the_limits_is_an_error_of_that_request(serve_in_thread: Serve) -> None:
    with serve_in_thread(limits=Limits(blob=1000)).connect() as client:
        with pytest.raises(HostError, match="over the limit of 1000"):
            client.call("act", act("picture", size=2000))
        client.ping()


# -- order and concurrency -----------------------------------------------------------------------------


def test_reset_runs_alone(serve_in_thread: Serve) -> None:
    with serve_in_thread().connect() as client, ThreadPoolExecutor(3) as pool:
        first = pool.submit(client.call, "act", act("tracked_nap", seconds=0.2))
        wait_until(lambda: client.call("act", act("trail")) == ["nap begins"])
        reset = pool.submit(client.call, "reset", {"world": {}, "seed": 0})
        wait_until(lambda: len(client._pending) == 2)
        last = pool.submit(client.call, "act", act("tracked_nap", seconds=0))
        for future in (first, reset, last):
            future.result()
        assert client.call("act", act("trail")) == [
            "nap begins",
            "nap ends",
            "reset",
            "nap begins",
            "nap ends",
        ]


def test_one_worker_runs_calls_one_after_the_other_and_still_answers_pings(serve_in_thread: Serve) -> None:
    with serve_in_thread(workers=1).connect() as client, ThreadPoolExecutor(2) as pool:
        naps = [pool.submit(client.call, "act", act("tracked_nap", seconds=0.1)) for _ in range(2)]
        assert client.ping() < 0.1
        for nap in naps:
            nap.result()
        assert client.call("act", act("trail")) == ["nap begins", "nap ends"] * 2


def test_what_a_client_had_queued_is_dropped_when_it_leaves(serve_in_thread: Serve, tmp_path: Path) -> None:
    host = serve_in_thread(workers=1)
    with host.connect() as other, ThreadPoolExecutor(2) as pool:
        nap = pool.submit(other.call, "act", act("nap", seconds=0.3))
        with host.connect() as leaving:
            wait_until(lambda: len(other._pending) == 1)
            queued = pool.submit(leaving.call, "act", act("mark", path=str(tmp_path / "trace")))
            wait_until(lambda: len(leaving._pending) == 1)
            leaving.ping()  # what was sent before has arrived
        with pytest.raises(HostError):
            queued.result()
        nap.result()
        other.call("act", act("noop"))
        assert not (tmp_path / "trace").exists()


def test_what_a_client_waits_for_no_longer_is_not_begun(serve_in_thread: Serve, tmp_path: Path) -> None:
    with serve_in_thread(workers=1).connect() as client, ThreadPoolExecutor(1) as pool:
        nap = pool.submit(client.call, "act", act("nap", seconds=0.3))
        wait_until(lambda: len(client._pending) == 1)
        with pytest.raises(HostError, match="did not answer"):
            client.call("act", act("mark", path=str(tmp_path / "trace")), timeout=0.05)
        nap.result()
        client.call("act", act("noop"))
        assert not (tmp_path / "trace").exists()


# -- where it listens ----------------------------------------------------------------------------------


def test_the_socket_belongs_to_its_owner_only_and_goes_with_the_host(
    serve_in_thread: Serve, tmp_path: Path
) -> None:
    path = tmp_path / "own"
    path.write_bytes(b"left over by a host that was killed")
    host = serve_in_thread(f"unix:{path}")
    assert path.stat().st_mode & 0o777 == 0o600
    host.connect().close()
    assert [item.name for item in tmp_path.iterdir()] == ["own"]


def test_a_tcp_port_is_chosen_and_told(serve_in_thread: Serve) -> None:
    host = serve_in_thread("tcp:127.0.0.1:0")
    assert host.address.port > 0
    with host.connect() as client:
        picture = client.call("act", act("picture", size=1_000_000))
        assert len(picture.data) == 1_000_000


def test_plain_tcp_does_not_leave_the_machine_by_accident(serve_in_thread: Serve) -> None:
    with pytest.raises(UsageError, match="without encryption"):
        serve_in_thread("tcp:0.0.0.0:0")


def test_a_port_in_use_is_a_host_error(serve_in_thread: Serve) -> None:
    host = serve_in_thread("tcp:127.0.0.1:0")
    with pytest.raises(HostError, match="cannot listen"):
        serve_in_thread(str(host.address))


def test_tls_carries_calls_from_many_threads(serve_in_thread: Serve, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-nodes", "-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=host"]
    command += ["-addext", "subjectAltName=DNS:host"]
    subprocess.run(command, check=True, capture_output=True)
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(certificate, key)
    trusting = ssl.create_default_context(cafile=str(certificate))
    host = serve_in_thread("tcp:127.0.0.1:0", ssl_context=serving)
    with (
        host.connect(ssl_context=trusting, server_name="host") as client,
        ThreadPoolExecutor(8) as pool,
    ):
        sizes = [400_000 + 4 * number for number in range(24)]
        pictures = pool.map(lambda size: client.call("act", act("picture", size=size)), sizes)
        assert [len(picture.data) for picture in pictures] == sizes
    with pytest.raises(HostError, match="certificate"):
        host.connect(ssl_context=ssl.create_default_context(), server_name="host")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("unix:/run/x", UnixAddress("/run/x")),
        ("tcp:localhost:80", TcpAddress("localhost", 80)),
        ("tcp:[::1]:0", TcpAddress("::1", 0)),
    ],
)
def test_addresses_are_read_and_written(text: str, address: Any) -> None:
    assert parse_address(text) == address
    assert str(address) == text


@pytest.mark.parametrize(
    "text", ["", "unix:", "tcp:80", "tcp:host:", "tcp:host:65536", "http://x", f"unix:{'x' * 108}"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_address(text)


# -- leaving nothing behind ----------------------------------------------------------------------------


def test_clients_leave_no_threads_and_descriptors(serve_in_thread: Serve) -> None:
    host = serve_in_thread()
    host.connect().close()

    def held() -> tuple[int, int]:
        return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()

    before = held()
    for _ in range(20):
        with host.connect() as client:
            client.call("act", act("noop"))
    wait_until(lambda: held() == before)


def act(name: str, **arguments: Any) -> dict[str, Any]:
    """Parameters of the method `act`."""
    return {"name": name, "arguments": arguments}


def wait_until(condition: Callable[[], bool], seconds: float = 5) -> None:
    """Wait until something is so; fail when it does not come."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to this"
        time.sleep(0.002)
