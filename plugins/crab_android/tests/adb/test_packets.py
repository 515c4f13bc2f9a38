"""The transport: the handshake, what is no packet, and packets that come where they should not."""

from __future__ import annotations

import pytest

from crab_android.phone.adbd.packets import (
    AUTH,
    CLSE,
    CNXN,
    HEADER,
    OKAY,
    OPEN,
    STLS,
    SYNC,
    WRTE,
    Packet,
    checksum_of,
)


def test_the_banner_names_the_device_and_what_it_can_do(server, new_host_to):
    answer = new_host_to(server).connect()
    assert answer.command == CNXN
    assert answer.data.startswith(b"device::ro.product.name=crabphone;ro.product.model=Crab Phone;")
    features = set(answer.data.partition(b"features=")[2].split(b","))
    assert {b"shell_v2", b"cmd", b"stat_v2", b"ls_v2", b"sendrecv_v2", b"fixed_push_mkdir"} <= features


def test_it_promises_no_compression_and_no_delayed_acknowledgement(server, new_host_to):
    features = new_host_to(server).connect().data.partition(b"features=")[2]
    for word in (b"brotli", b"lz4", b"zstd", b"delayed_ack", b"apex", b"remount_shell"):
        assert word not in features


def test_an_unknown_service_is_closed_and_the_connection_goes_on(host):
    for name in ("jdwp:1", "nothing:here", "", ":", "tcp:99999", "localabstract:nobody", "dev:/x"):
        assert host.output(name) == b""
    assert host.output("shell:echo still here") == b"still here\n"


@pytest.mark.parametrize(
    "kind", ["tcp", "tcpip", "source", "sink", "reverse:forward", "reverse:killforward:tcp"]
)
def test_a_number_of_thousands_of_digits_is_no_number(host, kind):
    for digits in ("0" * 5000 + "1", "9" * 5000):
        host.output(f"{kind}:{digits}")
    assert host.output("shell:echo ok") == b"ok\n"


def test_a_new_host_gets_no_checksums_and_needs_none(server, new_host_to):
    host = new_host_to(server)
    host.send(CNXN, 0x01000001, 1 << 20, b"host::")
    _, version, payload, length, checksum, _ = HEADER.unpack(host.exactly(24))
    assert (version, payload, checksum) == (0x01000001, 1 << 20, 0)
    host.exactly(length)
    assert host.output("shell:echo ok") == b"ok\n"


def test_an_old_host_gets_checksums_and_must_send_right_ones(server, new_host_to):
    host = new_host_to(server)
    host.send(CNXN, 0x01000000, 4096, b"host::")
    _, version, _, length, checksum, _ = HEADER.unpack(host.exactly(24))
    assert version == 0x01000000
    assert checksum == checksum_of(host.exactly(length)) > 0
    host.send(OPEN, 1, 0, b"shell:echo ok\0", checksum=True)
    assert host.receive().command == OKAY
    assert host.receive().data == b"ok\n"
    host.send(OPEN, 2, 0, b"shell:echo ok\0", checksum=False)
    assert host.receive() is None


def test_a_newer_host_is_answered_with_the_version_of_the_phone(server, new_host_to):
    assert new_host_to(server).connect(version=0x01000007).arg0 == 0x01000001


def test_a_version_before_the_first_is_refused(server, new_host_to):
    host = new_host_to(server)
    host.send(CNXN, 0x00FFFFFF, 4096, b"host::")
    assert host.receive() is None


def test_nothing_is_answered_before_the_handshake(server, new_host_to):
    for command in (OPEN, OKAY, WRTE, CLSE):
        host = new_host_to(server)
        host.send(command, 1, 1, b"shell:id\0")
        assert host.receive() is None


def test_tls_is_refused_by_hanging_up(server, new_host_to):
    for shaken in (False, True):
        host = new_host_to(server)
        if shaken:
            host.connect()
        host.send(STLS, 0x01000000, 0)
        assert host.receive() is None


def test_a_host_that_delays_acknowledgements_is_declined(host):
    """Its window stands in the second argument of OPEN; the phone did not promise to look at it."""
    host.send(OPEN, 3, 32 * 1024 * 1024, b"shell:echo hi\0")
    assert host.receive() == Packet(CLSE, 0, 3)
    assert host.output("shell:echo ok") == b"ok\n"


def test_a_stream_without_a_number_is_refused(host):
    host.send(OPEN, 0, 0, b"shell:echo hi\0")
    assert host.receive() == Packet(CLSE, 0, 0)


@pytest.mark.parametrize(
    "junk",
    [
        b"GET / HTTP/1.1\r\n\r\n" + bytes(24),
        HEADER.pack(CNXN, 1, 2, 0, 0, 0),
        HEADER.pack(CNXN, 1, 2, 1 << 30, 0, CNXN ^ 0xFFFFFFFF),
        HEADER.pack(WRTE, 1, 2, (1 << 20) + 1, 0, WRTE ^ 0xFFFFFFFF),
    ],
    ids=["http", "magic", "huge", "one too large"],
)
def test_what_is_no_packet_ends_the_connection_and_only_that(server, new_host_to, host, junk):
    bad = new_host_to(server)
    bad.socket.sendall(junk)
    assert bad.receive() is None
    assert host.output("shell:echo ok") == b"ok\n"


def test_unknown_commands_are_ignored(host):
    for command in (0x12345678, 0, 0xFFFFFFFF, SYNC, AUTH):
        host.send(command, 1, 2, b"what?")
    assert host.output("shell:echo ok") == b"ok\n"


def test_packets_for_streams_that_do_not_exist_are_harmless(host):
    for command in (OKAY, CLSE):
        host.send(command, 99, 98)
    host.send(WRTE, 99, 98, b"x")
    assert host.receive() == Packet(CLSE, 0, 99)
    assert host.output("shell:echo ok") == b"ok\n"


def test_a_second_handshake_closes_what_was_open(host):
    opened = host.open("shell:cat", local=3)
    host.connect()
    host.send(WRTE, 3, opened, b"x")
    answers = [host.receive()]
    assert answers[0].command == CLSE
    assert host.output("shell:echo ok", local=4) == b"ok\n"


def test_a_host_that_leaves_in_the_middle_of_a_picture_harms_nobody(server, new_host_to, host):
    leaving = new_host_to(server)
    leaving.connect()
    leaving.open("exec:screencap")
    leaving.socket.close()
    assert host.output("shell:echo ok") == b"ok\n"


def test_a_packet_that_comes_byte_by_byte_is_understood(server, new_host_to):
    host = new_host_to(server)
    for byte in Packet(CNXN, 0x01000001, 4096, b"host::").encode():
        host.socket.sendall(bytes([byte]))
    assert host.receive().command == CNXN
