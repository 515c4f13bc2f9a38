"""A film of bounded size: encoded frames in memory, cut to MP4 without encoding them again."""

from __future__ import annotations

import io
import threading
from collections import deque
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from crab_core import Clip

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEY_SECONDS = 5.0
"""A frame that stands alone comes at least so often while the picture changes: a cut can begin there."""
SHORTEST = 0.1
"""Seconds for which the last frame is shown at least."""
MILLISECONDS = Fraction(1, 1000)
"""The unit in which a film's times are counted."""

_HEADER = 4096
_HEADER_OF_FRAME = 32
"""Bytes kept free at the start of a file for its index, which players want to find there."""


class Sample(NamedTuple):
    """One encoded frame."""

    at: float
    """Seconds on the monotonic clock."""
    data: bytes
    alone: bool
    """Whether it can be shown without those before it."""


class Film:
    """Frames of one size, encoded as they come (H.264), the oldest dropped when there are too many.

    Frames are added by one thread; any thread may cut.
    """

    def __init__(self, width: int, height: int, *, scale: int = 1, seconds: float, size: int) -> None:
        """Make an empty film.

        Args:
            width: Of the frames that are added, in pixels.
            height: Likewise.
            scale: The film is so many times smaller.
            seconds: How much of the past is kept at least.
            size: Bytes that are kept at most; beyond that the past is shorter.
        """
        import av
        from av.video.reformatter import VideoReformatter

        self._width, self._height = width // (2 * scale) * 2, height // (2 * scale) * 2  # as the format asks
        self._seconds, self._size = seconds, size
        self._reformatter: Any = VideoReformatter()
        self._sink: Any = av.open(io.BytesIO(), "w", format="null")
        self._stream: Any = self._sink.add_stream(
            "libx264", options={"preset": "superfast", "tune": "zerolatency", "crf": "24"}
        )
        _describe(self._stream.codec_context, self._width, self._height)
        self._sink.start_encoding()
        self._lock = threading.Lock()
        self._samples: deque[Sample] = deque()
        self._held = 0
        self._last_key = float("-inf")
        self._last_time = 0

    def close(self) -> None:
        """Give the encoder back; what is kept can still be cut."""
        self._sink.close()

    @property
    def began(self) -> float | None:
        """When the oldest frame was added, on the monotonic clock; None when there is none."""
        with self._lock:
            return self._samples[0].at if self._samples else None

    def add(self, pixels: NDArray[np.uint8], at: float) -> None:
        """Add a frame.

        Args:
            pixels: Shape (height, width, 4): blue, green, red and a byte that means nothing.
            at: When it was seen, on the monotonic clock; later than those before.
        """
        import av
        from av.video.frame import PictureType

        frame: Any = self._reformatter.reformat(
            av.VideoFrame.from_numpy_buffer(pixels, "bgra"),
            self._width,
            self._height,
            "yuv420p",
            dst_colorspace="ITU709",
            interpolation="FAST_BILINEAR",
        )
        self._last_time = max(round(at * 1000), self._last_time + 1)
        frame.pts, frame.time_base = self._last_time, MILLISECONDS
        alone = at - self._last_key >= KEY_SECONDS
        if alone:
            frame.pict_type = PictureType.I
            self._last_key = at
        for packet in self._stream.encode(frame):
            self._keep(Sample(at, bytes(packet), packet.is_keyframe))

    def _keep(self, sample: Sample) -> None:
        with self._lock:
            self._samples.append(sample)
            self._held += len(sample.data)
            while (second := self._second_key()) is not None and (
                self._held > self._size or self._samples[second].at <= sample.at - self._seconds
            ):
                for _ in range(second):
                    self._held -= len(self._samples.popleft().data)

    def _second_key(self) -> int | None:
        return next((i for i, sample in enumerate(self._samples) if i and sample.alone), None)

    def cut(self, since: float, until: float) -> Clip:
        """A part of the film as MP4, for which nothing is encoded again.

        It begins with the picture that was there at `since`, or with the oldest that is kept. Frames which
        that picture is made from are in the file as well, before its first moment.

        Args:
            since: On the monotonic clock.
            until: Likewise; the last picture is shown until then.

        Returns:
            An empty clip when the film is.
        """
        with self._lock:
            samples = [sample for sample in self._samples if sample.at <= until]
        if not samples:
            return Clip(b"", 0.0)
        since = max(since, samples[0].at)
        keys = [i for i, sample in enumerate(samples) if sample.alone and sample.at <= since]
        samples = samples[keys[-1] :]
        times = _times([sample.at for sample in samples], since)
        end = max(round((until - since) * 1000), times[-1] + round(SHORTEST * 1000))
        return Clip(self._write(samples, times, end), end / 1000)

    def _write(self, samples: list[Sample], times: list[int], end: int) -> bytes:
        import av

        file = io.BytesIO()
        room = _HEADER + _HEADER_OF_FRAME * len(samples)
        with av.open(file, "w", format="mp4", options={"moov_size": str(room)}) as output:
            stream: Any = output.add_stream_from_template(self._stream)
            stream.time_base = MILLISECONDS
            for sample, time, after in zip(samples, times, [*times[1:], end], strict=True):
                packet = av.Packet(sample.data)
                packet.stream, packet.time_base = stream, MILLISECONDS
                packet.pts = packet.dts = time
                packet.duration = after - time
                packet.is_keyframe = sample.alone
                output.mux(packet)
        return file.getvalue()


def _describe(context: Any, width: int, height: int) -> None:
    from av.codec.context import Flags

    context.width, context.height, context.pix_fmt = width, height, "yuv420p"
    context.time_base = MILLISECONDS
    context.thread_count = 1  # beside the desktop, not instead of it
    context.gop_size = 1_000_000  # what stands alone is said frame by frame
    # ITU-T H.273: BT.709 in limited range, as players take a picture of this size to be.
    context.color_primaries = context.color_trc = context.colorspace = 1
    context.color_range = 1
    context.flags |= Flags.global_header


def _times(seen: list[float], since: float) -> list[int]:
    """Milliseconds from `since`; negative before the frame that is shown then, the last one seen until it."""
    before = sum(at <= since for at in seen)
    times = list(range(1 - before, 1))
    for at in seen[before:]:
        times.append(max(round((at - since) * 1000), times[-1] + 1))
    return times
