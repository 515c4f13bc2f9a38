"""Frames survive any cut of the stream; what is no frame is a typed error and nothing else."""

from __future__ import annotations

import itertools
import struct
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_core.host.frames import (
    MAGIC,
    Frame,
    FrameError,
    FrameParser,
    Limits,
    MalformedFrame,
    OversizedFrame,
    TruncatedFrame,
    encode_frame,
)

small = settings(max_examples=60, deadline=None)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
# Blobs both shorter and longer than the parser's scratch space of 64 KiB.
blobs = st.binary(max_size=40) | st.integers(65_000, 140_000).map(lambda size: b"\xab" * size)
frames = st.builds(
    Frame, st.dictionaries(st.text(), json_values, max_size=3), st.lists(blobs, max_size=3).map(tuple)
)


def to_bytes(frame: Frame) -> bytes:
    return b"".join(encode_frame(frame.header, frame.blobs))


def prefix(header: int, *sizes: int, magic: bytes = MAGIC) -> bytes:
    return struct.pack(f"!4sII{len(sizes)}I", magic, header, len(sizes), *sizes)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[a:b] for a, b in itertools.pairwise(edges)]


@small
@given(st.lists(frames, max_size=4), st.lists(st.integers(min_value=0), max_size=12))
def test_frames_arrive_whole_wherever_the_stream_is_cut(sent: list[Frame], places: list[int]) -> None:
    parser = FrameParser()
    received = [frame for piece in cut(b"".join(map(to_bytes, sent)), places) for frame in parser.feed(piece)]
    assert received == sent
    parser.end()


@small
@given(st.dictionaries(st.text(), json_values, max_size=3), st.lists(st.binary(max_size=20), max_size=3))
def test_frames_arrive_whole_byte_by_byte(header: dict[str, Any], data: list[bytes]) -> None:
    parser = FrameParser()
    stream = b"".join(encode_frame(header, data)) * 2
    received = [frame for byte in stream for frame in parser.feed(bytes([byte]))]
    assert received == [Frame(header, tuple(data))] * 2


@small
@given(frames, st.integers(min_value=1))
def test_a_truncated_stream_gives_no_frame_and_says_so(frame: Frame, missing: int) -> None:
    data = to_bytes(frame)
    parser = FrameParser()
    assert parser.feed(data[: len(data) - 1 - missing % (len(data) - 1)]) == []
    with pytest.raises(TruncatedFrame):
        parser.end()


def test_an_empty_stream_ends_well() -> None:
    parser = FrameParser()
    assert parser.feed(b"") == []
    assert parser.end() is None


@small
@given(st.binary(min_size=12).filter(lambda data: data[:4] != MAGIC))
def test_garbage_is_refused_with_its_first_bytes(data: bytes) -> None:
    with pytest.raises(MalformedFrame):
        FrameParser().feed(data)


@small
@given(frames, st.lists(st.integers(min_value=0), min_size=1, max_size=6), st.randoms())
def test_shuffled_pieces_give_frames_or_a_frame_error(frame: Frame, places: list[int], random: Any) -> None:
    pieces = cut(to_bytes(frame) * 2, places)
    random.shuffle(pieces)
    parser = FrameParser()
    try:
        for piece in pieces:
            assert all(isinstance(received, Frame) for received in parser.feed(piece))
        parser.end()
    except FrameError:
        pass


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text(), json_values, max_size=3), st.binary(max_size=30), st.data())
def test_damaged_bytes_give_frames_or_a_frame_error(header: dict[str, Any], blob: bytes, data: Any) -> None:
    stream = bytearray(b"".join(encode_frame(header, [blob])))
    for _ in range(data.draw(st.integers(1, 3))):
        stream[data.draw(st.integers(0, len(stream) - 1))] = data.draw(st.integers(0, 255))
    parser = FrameParser(Limits(header=4096, blob=4096, frame=8192))
    try:
        received = parser.feed(bytes(stream))
        parser.end()
    except FrameError as error:
        assert str(error)
    else:
        assert [type(frame) for frame in received] == [Frame]


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (prefix(101), "header of 101"),
        (prefix(10, 51), "blob of 51"),
        (prefix(10, 50, 50, 50), "frame of 184"),
        (prefix(10, 1, 1, 1, 1, 1), "5 blobs"),
        (prefix(0xFFFFFFFF), "header"),
        (prefix(10, 0xFFFFFFFF), "blob"),
        (struct.pack("!4sII", MAGIC, 10, 0xFFFFFFFF), "blobs"),
    ],
)
def test_too_much_is_refused_before_it_arrives(start: bytes, words: str) -> None:
    parser = FrameParser(Limits(header=100, blob=50, frame=170, blobs=4))
    with pytest.raises(OversizedFrame, match=words):
        parser.feed(start)


def test_what_fits_exactly_is_accepted() -> None:
    text = b'{"a":1}'
    limits = Limits(header=7, blob=5, frame=12 + 8 + 7 + 10, blobs=2)
    data = b"".join(encode_frame({"a": 1}, [b"12345", b"67890"], limits))
    assert data.endswith(text + b"1234567890")
    assert FrameParser(limits).feed(data) == [Frame({"a": 1}, (b"12345", b"67890"))]


def test_too_much_is_not_sent() -> None:
    with pytest.raises(OversizedFrame):
        encode_frame({}, [b"x" * 11], Limits(blob=10))


@pytest.mark.parametrize("header", [b"", b"[1]", b"nonsense", b'"text"', b"\xff\xfe", b"[" * 100_000])
def test_a_header_that_is_no_object_is_refused(header: bytes) -> None:
    with pytest.raises(MalformedFrame):
        FrameParser().feed(prefix(len(header)) + header)


def test_blobs_are_sent_without_a_copy() -> None:
    blob = bytes(1000)
    assert encode_frame({"id": 1}, [blob])[1] is blob
