"""A host serves clients side by side, lives through what goes wrong, and leaves nothing behind."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from host_peers import act
from served_device import Device
from waiting import until

from crab_core import HostError, RemoteError, UsageError
from crab_core.host import Limits, TcpAddress, UnixAddress, parse_address

Serve = Callable[..., Any]


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
    environment = Device()
    host = serve_in_thread(environment=environment)
    with host.connect() as client, ThreadPoolExecutor(3) as pool:
        first = pool.submit(client.call, "act", act("hold"))
        until(lambda: environment.events == ["hold begins"])
        reset = pool.submit(client.call, "reset", {"world": {"seconds": 0.1}, "seed": 0})
        until(lambda: len(client._pending) == 2)
        client.ping()  # what was sent before has arrived
        last = pool.submit(client.call, "act", act("hold"))
        until(lambda: len(client._pending) == 3)
        client.ping()
        assert environment.events == ["hold begins"]
        environment.released.set()
        for future in (first, reset, last):
            future.result()
        assert environment.events == ["hold begins", "hold ends", "reset", "hold begins", "hold ends"]


def test_one_worker_runs_calls_one_after_the_other_and_still_answers_pings(serve_in_thread: Serve) -> None:
    environment = Device()
    host = serve_in_thread(workers=1, environment=environment)
    with host.connect() as client, ThreadPoolExecutor(2) as pool:
        held = [pool.submit(client.call, "act", act("hold")) for _ in range(2)]
        until(lambda: environment.events == ["hold begins"])
        client.ping()
        environment.released.set()
        for future in held:
            future.result()
        assert environment.events == ["hold begins", "hold ends"] * 2


def test_what_a_client_had_queued_is_dropped_when_it_leaves(serve_in_thread: Serve, tmp_path: Path) -> None:
    environment = Device()
    host = serve_in_thread(workers=1, environment=environment)
    with host.connect() as other, ThreadPoolExecutor(2) as pool:
        held = pool.submit(other.call, "act", act("hold"))
        until(lambda: environment.events == ["hold begins"])
        with host.connect() as leaving:
            queued = pool.submit(leaving.call, "act", act("mark", path=str(tmp_path / "trace")))
            until(lambda: len(leaving._pending) == 1)
            leaving.ping()  # what was sent before has arrived
        with pytest.raises(HostError):
            queued.result()
        other.ping()
        environment.released.set()
        held.result()
        other.call("act", act("noop"))
        assert not (tmp_path / "trace").exists()


def test_what_a_client_waits_for_no_longer_is_not_begun(serve_in_thread: Serve, tmp_path: Path) -> None:
    environment = Device()
    host = serve_in_thread(workers=1, environment=environment)
    with host.connect() as client, ThreadPoolExecutor(1) as pool:
        held = pool.submit(client.call, "act", act("hold"))
        until(lambda: environment.events == ["hold begins"])
        with pytest.raises(HostError, match="did not answer"):
            client.call("act", act("mark", path=str(tmp_path / "trace")), timeout=0.05)
        client.ping()
        environment.released.set()
        held.result()
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


def test_tls_carries_calls_from_many_threads(serve_in_thread: Serve, certificate: Path) -> None:
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(certificate)
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

    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    before = descriptors()
    for _ in range(20):
        with host.connect() as client:
            client.call("act", act("noop"))
    until(lambda: descriptors() <= before)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("crab-host-client")]
