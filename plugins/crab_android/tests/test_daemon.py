"""The ADB daemon against hosts that do not follow the protocol."""

from __future__ import annotations

import socket
import struct

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crab_android.phone import Phone, PhoneServer
from crab_android.phone.adbd.packets import CLSE, CNXN, HEADER, OKAY, OPEN, WRTE, Packet


@pytest.fixture(scope="module")
def server():
    with PhoneServer(Phone({"tasks": []})) as made:
        yield made


class Host:
    """Speaks packets, right ones and wrong ones."""

    def __init__(self, server: PhoneServer) -> None:
        self.socket = socket.create_connection((server.host, server.port), timeout=5)

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, command: int, arg0: int, arg1: int, data: bytes = b"") -> None:
        self.socket.sendall(Packet(command, arg0, arg1, data).encode())

    def receive(self) -> Packet | None:
        head = self._exactly(HEADER.size)
        if head is None:
            return None
        command, arg0, arg1, length, _, _ = HEADER.unpack(head)
        return Packet(command, arg0, arg1, self._exactly(length) or b"")

    def _exactly(self, count: int) -> bytes | None:
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                return None
            data += piece
        return data

    def connect(self) -> Packet:
        self.send(CNXN, 0x01000001, 1 << 20, b"host::features=shell_v2")
        answer = self.receive()
        assert answer is not None
        return answer

    def output(self, service: str, local: int = 7) -> bytes:
        """Everything a service writes until it closes."""
        self.send(OPEN, local, 0, service.encode() + b"\0")
        collected = b""
        while (packet := self.receive()) is not None:
            if packet.command == WRTE:
                collected += packet.data
                self.send(OKAY, local, packet.arg0)
            elif packet.command == CLSE:
                return collected
        raise AssertionError("the phone hung up")


def test_the_banner_names_the_device_and_its_features(server):
    with Host(server) as host:
        answer = host.connect()
        assert answer.command == CNXN
        assert answer.data.startswith(b"device::ro.product.name=crabphone;ro.product.model=Crab Phone;")
        assert b"features=shell_v2,cmd,stat_v2,ls_v2" in answer.data


def test_an_unknown_service_is_closed_and_the_connection_goes_on(server):
    with Host(server) as host:
        host.connect()
        assert host.output("jdwp:1") == b""
        assert host.output("shell:echo still here") == b"still here\n"


def test_one_write_at_a_time_until_it_is_acknowledged(server):
    with Host(server) as host:
        host.send(CNXN, 0x01000001, 4096, b"host::")
        host.receive()
        host.send(OPEN, 3, 0, b"exec:screencap\0")
        assert host.receive().command == OKAY
        first = host.receive()
        assert first.command == WRTE
        assert len(first.data) <= 4096
        host.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            host.receive()
        host.socket.settimeout(5)
        host.send(OKAY, 3, first.arg0)
        assert host.receive().command == WRTE


def test_nothing_is_answered_before_the_handshake(server):
    with Host(server) as host:
        host.send(OPEN, 1, 0, b"shell:id\0")
        assert host.receive() is None


@pytest.mark.parametrize(
    "junk",
    [
        b"GET / HTTP/1.1\r\n\r\n" + bytes(24),
        HEADER.pack(CNXN, 1, 2, 0, 0, 0),
        HEADER.pack(CNXN, 1, 2, 1 << 30, 0, CNXN ^ 0xFFFFFFFF),
    ],
)
def test_what_is_no_packet_ends_the_connection_and_only_that(server, junk):
    with Host(server) as good, Host(server) as bad:
        good.connect()
        bad.socket.sendall(junk)
        assert bad.receive() is None
        assert good.output("shell:echo ok") == b"ok\n"


def test_packets_for_streams_that_do_not_exist_are_harmless(server):
    with Host(server) as host:
        host.connect()
        for command in (OKAY, CLSE):
            host.send(command, 99, 98)
        host.send(WRTE, 99, 98, b"x")
        assert host.receive().command == CLSE
        assert host.output("shell:echo ok") == b"ok\n"


def test_a_host_that_leaves_in_the_middle_of_a_picture_harms_nobody(server):
    with Host(server) as host:
        host.connect()
        host.send(OPEN, 3, 0, b"exec:screencap\0")
        host.receive()
    with Host(server) as host:
        host.connect()
        assert host.output("shell:echo ok") == b"ok\n"


def test_an_old_host_gets_checksums(server):
    with Host(server) as host:
        host.send(CNXN, 0x01000000, 4096, b"host::")
        _, _, _, length, checksum, _ = HEADER.unpack(host._exactly(24))
        assert checksum == sum(host._exactly(length))


@pytest.mark.parametrize(
    "request_",
    [
        b"NOPE" + struct.pack("<I", 1) + b"x",
        b"STAT" + struct.pack("<I", 1 << 20),
        b"SEND" + struct.pack("<I", 4) + b"/a,1XXXX" + bytes(4),
    ],
)
def test_sync_refuses_what_it_does_not_understand(server, request_):
    with Host(server) as host:
        host.connect()
        host.send(OPEN, 5, 0, b"sync:\0")
        opened = host.receive()
        host.send(WRTE, 5, opened.arg0, request_)
        answers = [host.receive(), host.receive()]
        assert any(packet.data.startswith(b"FAIL") for packet in answers if packet)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from([CNXN, OPEN, OKAY, CLSE, WRTE, 0x12345678]),
            st.integers(0, 3),
            st.integers(0, 3),
            st.sampled_from(
                [b"", b"shell:echo x\0", b"sync:\0", b"exec:cat\0", b"\xff\xfe", b"STAT\x01\0\0\0a"]
            ),
        ),
        max_size=12,
    )
)
def test_no_order_of_packets_breaks_the_phone(server, packets):
    with Host(server) as rude:
        rude.connect()
        for packet in packets:
            try:
                rude.send(*packet)
            except OSError:
                break
    with Host(server) as host:
        host.connect()
        assert host.output("shell:echo alive") == b"alive\n"
