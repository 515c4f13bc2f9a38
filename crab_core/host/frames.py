"""Frames: a JSON header and raw blobs, each with its length in front. No input or output happens here.

    4 bytes   magic
    4 bytes   length of the header, big-endian
    4 bytes   number of blobs
    4 bytes   length of each blob
    …         header: a JSON object in UTF-8
    …         blobs, one after the other

All lengths are known, and checked against `Limits`, before anything is stored.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from crab_core.errors import HostError

MAGIC: Final = b"CRB\x01"
_PREFIX: Final = struct.Struct("!4sII")
_SCRATCH: Final = 64 * 1024
"""Bytes read at once while no long piece is expected; longer pieces are read straight into their place."""


class FrameError(HostError):
    """The other side sent something that is not a frame."""


class MalformedFrame(FrameError):  # noqa: N818 - reads as what it says
    """The bytes are not a frame: wrong magic, or a header that is not a JSON object."""


class OversizedFrame(FrameError):  # noqa: N818 - reads as what it says
    """A frame, or a part of one, is longer than the limits allow."""


class TruncatedFrame(FrameError):  # noqa: N818 - reads as what it says
    """The stream ended inside a frame."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest frame that is sent or accepted, in bytes."""

    header: int = 16 << 20
    blob: int = 256 << 20
    frame: int = 512 << 20
    """Prefix, table, header and blobs together."""
    blobs: int = 1024
    """Number of blobs in one frame."""


_DEFAULT: Final = Limits()


@dataclass(frozen=True, slots=True)
class Frame:
    """One message."""

    header: dict[str, Any]
    blobs: tuple[bytes, ...] = ()


def encode_frame(
    header: Mapping[str, Any], blobs: Sequence[bytes] = (), limits: Limits | None = None
) -> list[bytes]:
    """Buffers that, sent one after the other, are the frame; the blobs are not copied.

    Args:
        header: JSON values only.
        blobs: Raw bytes that go beside the header.
        limits: What the other side accepts.

    Raises:
        OversizedFrame: The frame is longer than the limits.
        TypeError: The header holds something that JSON has no word for.
    """
    limits = limits or _DEFAULT
    text = json.dumps(header, separators=(",", ":")).encode()
    sizes = [len(blob) for blob in blobs]
    _check_counts(len(text), len(sizes), limits)
    _check_sizes(len(text), sizes, limits)
    table = struct.pack(f"!{len(sizes)}I", *sizes)
    return [b"".join((_PREFIX.pack(MAGIC, len(text), len(sizes)), table, text)), *blobs]


class FrameParser:
    """Turns a stream of bytes into frames, whatever the pieces it comes in.

    Write received bytes into `get_buffer()` and say how many with `buffer_updated()`, which returns the
    frames that are complete. Long pieces are received straight into their own memory. After an error the
    parser is of no more use: the stream has lost its beat.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or _DEFAULT
        self._scratch = bytearray(_SCRATCH)
        self._start = self._end = 0
        self._long: bytearray | None = None
        self._filled = 0
        self._header_size = 0
        self._sizes: tuple[int, ...] = ()
        self._header: dict[str, Any] = {}
        self._blobs: list[bytes] = []
        self._expect(self._on_prefix, _PREFIX.size)

    def end(self) -> None:
        """Say that the stream has ended.

        Raises:
            TruncatedFrame: A frame had begun.
        """
        if self._step != self._on_prefix or self._start != self._end:
            raise TruncatedFrame("The stream ended inside a frame.")

    def get_buffer(self) -> memoryview:
        """Where the next bytes belong; never empty, and valid until `buffer_updated` is called."""
        if self._long is not None:
            return memoryview(self._long)[self._filled :]
        if self._start == self._end:
            self._start = self._end = 0
        elif self._end == len(self._scratch):
            rest = self._end - self._start
            self._scratch[:rest] = self._scratch[self._start : self._end]
            self._start, self._end = 0, rest
        return memoryview(self._scratch)[self._end :]

    def buffer_updated(self, count: int) -> list[Frame]:
        """Take `count` bytes that were written into the buffer, and return the frames that are complete.

        Raises:
            FrameError: The bytes are not a frame that the limits allow.
        """
        if self._long is not None:
            self._filled += count
        else:
            self._end += count
        frames: list[Frame] = []
        while (piece := self._take()) is not None:
            frame = self._step(piece)
            if frame is not None:
                frames.append(frame)
        return frames

    def feed(self, data: bytes) -> list[Frame]:
        """Parse `data`, which costs one more copy than writing it into `get_buffer()`.

        Raises:
            FrameError: The bytes are not a frame that the limits allow.
        """
        frames: list[Frame] = []
        rest = memoryview(data)
        while rest:
            buffer = self.get_buffer()
            count = min(len(buffer), len(rest))
            buffer[:count] = rest[:count]
            frames.extend(self.buffer_updated(count))
            rest = rest[count:]
        return frames

    def _take(self) -> bytes | None:
        """The piece that is expected, if it is there; otherwise room is made for it."""
        if self._long is not None:
            if self._filled < len(self._long):
                return None
            piece, self._long = bytes(self._long), None
            return piece
        available = self._end - self._start
        if available >= self._needed:
            piece = bytes(self._scratch[self._start : self._start + self._needed])
            self._start += self._needed
            return piece
        if self._needed > _SCRATCH:
            self._long = bytearray(self._needed)
            self._long[:available] = self._scratch[self._start : self._end]
            self._filled = available
            self._start = self._end = 0
        return None

    def _expect(self, step: Callable[[bytes], Frame | None], size: int) -> None:
        self._step, self._needed = step, size

    def _on_prefix(self, piece: bytes) -> None:
        magic, self._header_size, count = _PREFIX.unpack(piece)
        if magic != MAGIC:
            raise MalformedFrame("The stream does not hold frames of the host protocol.")
        _check_counts(self._header_size, count, self._limits)
        self._expect(self._on_table, 4 * count)

    def _on_table(self, piece: bytes) -> None:
        self._sizes = struct.unpack(f"!{len(piece) // 4}I", piece)
        _check_sizes(self._header_size, self._sizes, self._limits)
        self._expect(self._on_header, self._header_size)

    def _on_header(self, piece: bytes) -> Frame | None:
        try:
            header = json.loads(piece)
        except (ValueError, RecursionError) as error:
            raise MalformedFrame("The header of a frame is not JSON.") from error
        if not isinstance(header, dict):
            raise MalformedFrame("The header of a frame is not a JSON object.")
        self._header, self._blobs = header, []
        return self._finish_or_expect_blob()

    def _on_blob(self, piece: bytes) -> Frame | None:
        self._blobs.append(piece)
        return self._finish_or_expect_blob()

    def _finish_or_expect_blob(self) -> Frame | None:
        if len(self._blobs) < len(self._sizes):
            self._expect(self._on_blob, self._sizes[len(self._blobs)])
            return None
        self._expect(self._on_prefix, _PREFIX.size)
        return Frame(self._header, tuple(self._blobs))


def _check_counts(header: int, blobs: int, limits: Limits) -> None:
    if header > limits.header:
        raise OversizedFrame(f"A header of {header} bytes is over the limit of {limits.header}.")
    if blobs > limits.blobs:
        raise OversizedFrame(f"A frame with {blobs} blobs is over the limit of {limits.blobs}.")


def _check_sizes(header: int, blobs: Sequence[int], limits: Limits) -> None:
    longest = max(blobs, default=0)
    if longest > limits.blob:
        raise OversizedFrame(f"A blob of {longest} bytes is over the limit of {limits.blob}.")
    total = _PREFIX.size + 4 * len(blobs) + header + sum(blobs)
    if total > limits.frame:
        raise OversizedFrame(f"A frame of {total} bytes is over the limit of {limits.frame}.")
