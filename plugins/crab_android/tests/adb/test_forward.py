"""`adb forward` and `adb reverse`: connections into the phone, and out of it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import adbutils
import pytest

from crab_android.phone.adbd.sockets import SocketError, Sockets, socket_name

pytestmark = pytest.mark.adb


async def echo(stream):
    """Gives back what it gets."""
    while data := await stream.read():
        await stream.write(data)


async def greet(stream):
    """Says a word and hangs up."""
    await stream.write(b"hello")


@pytest.fixture
def host_service() -> Iterator[int]:
    """The port of a service on this machine that gives back what it gets, in capital letters."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=talk, args=(client,), daemon=True).start()

    def talk(client: socket.socket) -> None:
        with client:
            while data := client.recv(65536):
                client.sendall(data.upper())

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


def forwarded(adb, remote) -> int:
    """A port of this machine behind which a socket of the phone answers."""
    done = adb("forward", "tcp:0", remote)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def exactly(client: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        piece = client.recv(count - len(data))
        assert piece
        data += piece
    return data


@pytest.mark.parametrize(
    "address", ["tcp:7", "localabstract:echo", "localfilesystem:/data/local/tmp/echo", "localreserved:echo"]
)
def test_a_connection_is_forwarded_to_what_listens_on_the_phone(each_adb, address):
    each_adb.phone.listen(address, echo)
    with socket.create_connection(("127.0.0.1", forwarded(each_adb, address)), timeout=60) as client:
        client.sendall(b"over and back")
        assert exactly(client, 13) == b"over and back"


def test_megabytes_pass_a_forwarded_connection_both_ways_at_once(each_adb):
    each_adb.phone.listen("tcp:7", echo)
    sent = bytes(range(256)) * 20_000
    with socket.create_connection(("127.0.0.1", forwarded(each_adb, "tcp:7")), timeout=60) as client:
        sender = threading.Thread(target=client.sendall, args=(sent,))
        sender.start()
        assert exactly(client, len(sent)) == sent
        sender.join()


def test_a_forwarded_connection_ends_when_either_side_ends_it(each_adb):
    each_adb.phone.listen("tcp:7", greet)
    with socket.create_connection(("127.0.0.1", forwarded(each_adb, "tcp:7")), timeout=60) as client:
        assert exactly(client, 5) == b"hello"
        assert client.recv(1) == b""
    ended = threading.Event()

    async def wait(stream):
        assert await stream.read() == b""
        ended.set()

    each_adb.phone.listen("tcp:8", wait)
    socket.create_connection(("127.0.0.1", forwarded(each_adb, "tcp:8")), timeout=60).close()
    assert ended.wait(60)


def test_where_nothing_listens_a_forwarded_connection_ends_at_once(each_adb):
    with socket.create_connection(("127.0.0.1", forwarded(each_adb, "tcp:1")), timeout=60) as client:
        assert client.recv(1) == b""


def test_a_reversed_socket_of_the_phone_leads_to_the_host(each_adb, host_service):
    """Out of the phone to this machine; `adb forward` is how the test gets onto the phone's side."""
    assert each_adb("reverse", "tcp:9000", f"tcp:{host_service}").returncode == 0
    with socket.create_connection(("127.0.0.1", forwarded(each_adb, "tcp:9000")), timeout=60) as client:
        client.sendall(b"from the phone")
        assert exactly(client, 14) == b"FROM THE PHONE"
        client.sendall(bytes(1_000_000))
        assert exactly(client, 1_000_000) == bytes(1_000_000)


def test_the_phone_itself_can_use_a_reversed_socket(each_adb, host_service):
    each_adb("reverse", "localabstract:out", f"tcp:{host_service}")
    assert each_adb.ask("localabstract:out", b"hi", 2) == b"HI"


def test_a_reversed_socket_whose_host_does_not_answer_ends(each_adb):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        each_adb("reverse", "tcp:9000", f"tcp:{unused.getsockname()[1]}")
        with socket.create_connection(("127.0.0.1", forwarded(each_adb, "tcp:9000")), timeout=60) as client:
            assert client.recv(1) == b""


def test_reversed_sockets_are_listed_and_removed(each_adb):
    each_adb("reverse", "tcp:9000", "tcp:9001")
    each_adb("reverse", "localabstract:web", "tcp:80")
    listed = each_adb("reverse", "--list").stdout.split()
    assert listed == [b"(reverse)", b"tcp:9000", b"tcp:9001", b"(reverse)", b"localabstract:web", b"tcp:80"]
    assert each_adb("reverse", "--remove", "tcp:9000").returncode == 0
    assert b"9000" not in each_adb("reverse", "--list").stdout
    gone = each_adb("reverse", "--remove", "tcp:9000")
    assert (gone.returncode, gone.stderr) == (1, b"adb: error: listener 'tcp:9000' not found\n")
    assert each_adb("reverse", "--remove-all").returncode == 0
    assert each_adb("reverse", "--list").stdout.strip() == b""


def test_a_port_of_the_phone_is_chosen_when_none_is_named(each_adb, host_service):
    port = int(each_adb("reverse", "tcp:0", f"tcp:{host_service}").stdout)
    assert each_adb.ask(f"tcp:{port}", b"hi", 2) == b"HI"


def test_a_reversed_socket_is_bound_again_unless_that_is_forbidden(each_adb, host_service):
    each_adb("reverse", "tcp:9000", "tcp:1")
    refused = each_adb("reverse", "--no-rebind", "tcp:9000", "tcp:2")
    assert refused.stderr == b"adb: error: cannot rebind existing socket\n"
    assert each_adb("reverse", "tcp:9000", f"tcp:{host_service}").returncode == 0
    assert each_adb.ask("tcp:9000", b"hi", 2) == b"HI"


def test_a_socket_that_is_taken_cannot_be_reversed(each_adb):
    each_adb.phone.listen("tcp:7", echo)
    done = each_adb("reverse", "tcp:7", "tcp:8")
    assert done.stderr == b"adb: error: cannot bind listener: Address already in use\n"


def test_reversed_sockets_go_with_the_connection_that_made_them(each_adb):
    each_adb("reverse", "tcp:9000", "tcp:9001")
    each_adb.adb("disconnect", each_adb.serial)
    each_adb.adb("connect", each_adb.serial)
    each_adb.adb.wait_for(each_adb.serial, "device")
    assert each_adb("reverse", "--list").stdout.strip() == b""
    assert each_adb("reverse", "tcp:9000", "tcp:9001").returncode == 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # adbutils leaves sockets open
def test_adbutils_forwards_reverses_and_connects(each_adb, host_service):
    device = each_adb.device()
    each_adb.phone.listen("localabstract:echo", echo)
    port = device.forward_port("localabstract:echo")
    assert device.forward_port("localabstract:echo") == port
    assert [item.remote for item in device.forward_list()] == ["localabstract:echo"]
    device.forward_remove(f"tcp:{port}")
    with pytest.raises(adbutils.AdbError, match="not found"):
        device.forward_remove(f"tcp:{port}")
    device.forward("tcp:0", "tcp:7")
    device.forward_remove_all()
    assert device.forward_list() == []

    device.reverse("tcp:9000", f"tcp:{host_service}")
    assert [(item.remote, item.local) for item in device.reverse_list()] == [
        ("tcp:9000", f"tcp:{host_service}")
    ]
    with pytest.raises(adbutils.AdbError, match="cannot rebind existing socket"):
        device.reverse("tcp:9000", "tcp:1", norebind=True)
    with device.create_connection(adbutils.Network.TCP, 9000) as client:
        client.sendall(b"hi")
        assert exactly(client, 2) == b"HI"
    device.reverse_remove("tcp:9000")
    device.reverse("tcp:9000", "tcp:1")
    device.reverse_remove_all()
    assert device.reverse_list() == []

    with device.create_connection(adbutils.Network.LOCAL_ABSTRACT, "echo") as client:
        client.sendall(b"hi")
        assert exactly(client, 2) == b"hi"
    with pytest.raises(adbutils.AdbError, match="closed"):
        device.create_connection(adbutils.Network.LOCAL_ABSTRACT, "nobody")


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("tcp:80", "tcp:80"),
        ("tcp:080", "tcp:80"),
        ("tcp:80:localhost", "tcp:80"),
        ("unix:/a", "localfilesystem:/a"),
        ("local:a:b", "localreserved:a:b"),
        ("tcp:80:example.test", None),
        ("tcp:65536", None),
        ("tcp:" + "9" * 5000, None),
        ("tcp:", None),
        ("tcp:²", None),
        ("udp:80", None),
        ("localabstract:", None),
        ("", None),
    ],
)
def test_a_socket_has_one_spelling(given, name):
    assert socket_name(given) == name


def test_two_things_cannot_listen_at_one_address():
    sockets = Sockets()
    sockets.listen("tcp:80:localhost", echo)
    with pytest.raises(SocketError, match="Address already in use"):
        sockets.listen("tcp:80", greet)
    with pytest.raises(SocketError, match="unknown socket specification: udp:1"):
        sockets.listen("udp:1", greet)
