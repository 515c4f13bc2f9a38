"""What a VNC client says is cut at the right places, however it arrives, and nothing else is believed."""

from __future__ import annotations

import contextlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_ubuntu.view.rfb import ClientStream, Key, Pointer, RfbError

HANDSHAKE = b"RFB 003.008\n" + b"\1" + b"\1"
KEY = struct.pack(">BBxxI", 4, 1, 0x61)
POINTER = struct.pack(">BBHH", 5, 0b101, 300, 4000)
MESSAGES = [
    struct.pack(">Bxxx16x", 0),
    struct.pack(">BxHii", 2, 2, 7, -223),
    struct.pack(">BBHHHH", 3, 1, 0, 0, 1920, 1080),
    KEY,
    POINTER,
    struct.pack(">Bxxxi", 6, 5) + b"hello",
    struct.pack(">Bxxxi", 6, -4) + b"\0\0\0\1",
    struct.pack(">BBHHHH", 150, 1, 0, 0, 10, 10),
    struct.pack(">BxxxIB", 248, 1, 3) + b"abc",
    struct.pack(">BxBB", 250, 1, 2),
    struct.pack(">BxHHBx", 251, 800, 600, 1) + bytes(16),
    struct.pack(">BBHII", 255, 0, 1, 0x61, 30),
]


def cut(*pieces: bytes) -> list[bytes]:
    stream = ClientStream()
    return [message.data for piece in pieces for message in stream.feed(piece)]


def test_messages_are_cut_where_they_end() -> None:
    assert cut(HANDSHAKE + b"".join(MESSAGES))[3:] == MESSAGES


@given(st.lists(st.integers(1, 40), min_size=1))
def test_it_does_not_matter_in_which_pieces_they_come(sizes: list[int]) -> None:
    data, pieces = HANDSHAKE + b"".join(MESSAGES), []
    for size in sizes:
        pieces.append(data[:size])
        data = data[size:]
    assert cut(*pieces, data)[3:] == MESSAGES


def test_keys_and_movements_are_understood() -> None:
    stream = ClientStream()
    found = list(stream.feed(HANDSHAKE + KEY + POINTER + MESSAGES[0]))[3:]
    assert [message.event for message in found] == [Key(True, 0x61), Pointer(300, 4000, 0b101), None]


def test_the_handshake_is_no_message_although_it_looks_like_one() -> None:
    stream = ClientStream()
    assert [message.event for message in stream.feed(HANDSHAKE)] == [None] * 3


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"RFB 003.003\n" + b"\1" * 4,
        HANDSHAKE + b"\x77",
        HANDSHAKE + struct.pack(">Bxxxi", 6, 1 << 24),
        HANDSHAKE + struct.pack(">Bxxxi", 6, -(1 << 31)),
    ],
)
def test_what_is_no_viewer_is_refused(data: bytes) -> None:
    with pytest.raises(RfbError):
        cut(data)


@given(st.binary(max_size=200))
def test_nothing_that_is_sent_does_more_than_be_refused(data: bytes) -> None:
    with contextlib.suppress(RfbError):
        assert b"".join(cut(HANDSHAKE + data)).startswith(HANDSHAKE)
