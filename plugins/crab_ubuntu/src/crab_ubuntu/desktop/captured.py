"""What programs of the agent write: read while they run, kept only as far as somebody will look at it."""

from __future__ import annotations

import os
import selectors
import threading
from contextlib import suppress

PART = 8_000
"""Bytes that are kept of the beginning, and of the end, of what a program writes."""
AT_ONCE = 65_536
ROUNDS = 64
"""Reads in a row at most: a program that never stops writing does not hold up who asks what it wrote."""


class Captured:
    """One stream of one program."""

    def __init__(self, descriptor: int) -> None:
        """Take over the reading end of a pipe."""
        os.set_blocking(descriptor, False)
        self.descriptor = descriptor
        self._lock = threading.Lock()
        self._closed = False
        self._start_over()

    def _start_over(self) -> None:
        self._head, self._tail, self._count = bytearray(), bytearray(), 0

    def read(self) -> bool:
        """Take what is there; False when nothing will come any more."""
        with self._lock:
            for _ in range(ROUNDS):
                if self._closed:
                    return False
                try:
                    data = os.read(self.descriptor, AT_ONCE)
                except BlockingIOError:
                    return True
                except OSError:
                    return False
                if not data:
                    return False
                self._keep(data)
            return True

    def _keep(self, data: bytes) -> None:
        self._count += len(data)
        room = PART - len(self._head)
        self._head += data[:room]
        self._tail += data[room:] if room > 0 else data
        del self._tail[:-PART]

    def take(self) -> str:
        """What was written since the last time, with a note where something was left out."""
        self.read()
        with self._lock:
            left_out = self._count - len(self._head) - len(self._tail)
            if left_out:
                note = f"\n[{left_out} bytes are left out here]\n"
                text = self._head.decode(errors="replace") + note + self._tail.decode(errors="replace")
            else:
                text = (self._head + self._tail).decode(errors="replace")
            self._start_over()
            return text

    def close(self) -> None:
        """Close the pipe; safe to call twice."""
        with self._lock:
            if not self._closed:
                self._closed = True
                os.close(self.descriptor)


class Reader:
    """Reads all streams in one thread, to their ends: what still runs in the background must not block."""

    def __init__(self) -> None:
        """Nothing runs before the first stream."""
        self._selector: selectors.BaseSelector | None = None
        self._lock = threading.Lock()
        self._wake = -1
        self._new: list[Captured] = []
        self._thread: threading.Thread | None = None

    def pipe(self) -> tuple[Captured, int]:
        """A new stream, and the end that the program gets; the caller closes that once the program has it."""
        read, write = os.pipe()
        stream = Captured(read)
        with self._lock:
            self._new.append(stream)
            if self._thread is None:
                woken, self._wake = os.pipe()
                self._thread = threading.Thread(
                    target=self._run, args=(woken,), name="program-output", daemon=True
                )
                self._thread.start()
            os.write(self._wake, b"n")
        return stream, write

    def close(self) -> None:
        """Stop reading and close every stream; safe to call twice."""
        with self._lock:
            thread, self._thread = self._thread, None
            if thread is not None:
                os.close(self._wake)
        if thread is not None:
            thread.join()

    def _run(self, woken: int) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(woken, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select():
                    stream: Captured | None = key.data
                    if stream is not None:
                        if not stream.read():
                            selector.unregister(stream.descriptor)
                            stream.close()
                        continue
                    if not os.read(woken, AT_ONCE):
                        self._end(selector, woken)
                        return
                    with self._lock:
                        new, self._new = self._new, []
                    for added in new:
                        selector.register(added.descriptor, selectors.EVENT_READ, added)

    def _end(self, selector: selectors.BaseSelector, woken: int) -> None:
        streams = [key.data for key in selector.get_map().values() if key.data is not None]
        for stream in (*streams, *self._new):
            stream.close()
        with suppress(OSError):
            os.close(woken)
