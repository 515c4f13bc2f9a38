"""The keyboard map of an X display: which key types what, and keys lent to characters that none types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from crab_core import DeviceError

SHIFT = 0xFFE1
CAPS_LOCK = 0xFFE5
GRABBED = frozenset(
    {
        *range(0x1008FF02, 0x1008FF08),  # brightness of screen and keyboard
        *range(0x1008FF10, 0x1008FF20),  # sound, power, mail, search
        *(0x1008FF2A, 0x1008FF2C, 0x1008FF2D, 0x1008FF2F, 0x1008FF31, 0x1008FF32, 0x1008FF3E, 0x1008FF5D),
        *range(0x1008FF93, 0x1008FF9A),  # battery, radio links, sound
        *(0x1008FF59, 0x1008FF74, 0x1008FF81, 0x1008FFA7, 0x1008FFA8, 0x1008FFA9, 0x1008FFB0, 0x1008FFB1),
        *(0x1008FFB2, 0x1008FFB3, 0x1008FFB4, 0x1008FFB5),
    }
)
"""Multimedia keys that a desktop takes for itself: sound, power, screens, layouts. The window manager holds
back what follows such a key until it has looked at it, and notices only later that the key has changed."""
MULTIMEDIA = frozenset(range(0x1008FF01, 0x10090000)) - GRABBED
"""Keysyms of other multimedia keys (XF86keysym.h): an application's own shortcuts hardly ever use them."""

Row = tuple[int, ...]
Stroke = tuple[int, bool]
"""A key code, and whether Shift is held."""


class KeyboardMap:
    """Finds a key for every character.

    Characters that no key types are put on keys without a meaning and on multimedia keys, two on each. They
    stay there until all places are taken; before a place is given to another character, the applications
    must have read what was typed. Every change makes each application read the whole map anew, which takes
    longer than typing a page: so changes are made in as few requests as possible.
    """

    def __init__(self, display: Any) -> None:
        """Read the map.

        Args:
            display: Connection to the X display.

        Raises:
            DeviceError: It cannot be used for typing.
        """
        self._display = display
        self._found: dict[int, Row] = {}
        """What lent keys had before."""
        self.read()

    def read(self) -> None:
        """Take over the map as it is now; what another map has replaced is forgotten."""
        info = self._display.display.info
        first, last = info.min_keycode, info.max_keycode
        rows = [tuple(map(int, row)) for row in self._display.get_keyboard_mapping(first, last - first + 1)]
        lent = {code: self._lent.get(code) for code in self._found} if self._found else {}
        self._strokes: dict[int, Stroke] = {}
        self._lent: dict[int, list[int]] = {}
        for code, row in enumerate(rows, first):
            held = lent.get(code)
            if held and any(held) and row[:2] == _both(held):
                self._lent[code] = held
            elif all(keysym == 0 or keysym in MULTIMEDIA for keysym in row):
                self._lent[code] = [0, 0]
                self._found[code] = row
            else:
                for level in (0, 1):
                    if level < len(row) and row[level]:
                        self._strokes.setdefault(row[level], (code, level == 1))
        self._places = [(code, level) for run in _runs(self._lent) for code in run for level in (0, 1)]
        for code, level in self._places:
            if self._lent[code][level]:
                self._strokes.setdefault(self._lent[code][level], (code, level == 1))
        if SHIFT not in self._strokes or not self._places:
            raise DeviceError("The X display has no usable keyboard map.")

    def stroke(self, keysym: int) -> Stroke:
        """How to type what `make_typable` was given."""
        return self._strokes[keysym]

    def chunks(self, keysyms: Sequence[int]) -> Iterator[Sequence[int]]:
        """Cut a text where it would need more places than there are."""
        start, foreign = 0, set[int]()
        for position, keysym in enumerate(keysyms):
            stroke = self._strokes.get(keysym)
            if stroke is None or stroke[0] in self._lent:
                if keysym not in foreign and len(foreign) == len(self._places):
                    yield keysyms[start:position]
                    start, foreign = position, set()
                foreign.add(keysym)
        yield keysyms[start:]

    def make_typable(self, keysyms: Sequence[int], drained: Callable[[], object]) -> None:
        """Give a place to every character that has none.

        Args:
            keysyms: No more foreign ones than there are places; a chunk.
            drained: Returns once the applications have read everything that was typed.
        """
        missing = [keysym for keysym in dict.fromkeys(keysyms) if keysym not in self._strokes]
        if not missing:
            return
        free = [place for place in self._places if not self._lent[place[0]][place[1]]]
        if len(free) < len(missing):
            drained()
            wanted = set(keysyms)
            taken = [
                p for p in self._places if self._lent[p[0]][p[1]] and self._lent[p[0]][p[1]] not in wanted
            ]
            free += taken
            # What was given last is taken away last.
            for place in free[: len(missing)]:
                self._places.remove(place)
                self._places.append(place)
        for (code, level), keysym in zip(free, missing, strict=False):
            self._strokes.pop(self._lent[code][level], None)
            self._lent[code][level] = keysym
            self._strokes[keysym] = (code, level == 1)
        self._write({code: _both(self._lent[code]) for code, _ in free[: len(missing)]})

    def restore(self) -> None:
        """Give all keys that were lent what they had before."""
        self._write({code: self._found[code] for code, held in self._lent.items() if any(held)})

    def _write(self, rows: dict[int, Row]) -> None:
        """Change keys, neighbours in one request."""
        for run in _runs(rows):
            self._display.change_keyboard_mapping(run[0], [rows[code] for code in run])
        self._display.sync()


def _both(held: Sequence[int]) -> Row:
    """Both levels of a key: a letter that stands alone counts for both its cases (X protocol, 5)."""
    return (held[0] or held[1], held[1] or held[0])


def _runs(codes: Any) -> list[list[int]]:
    """Neighbouring key codes together, the longest row of neighbours first."""
    runs: list[list[int]] = []
    for code in sorted(codes):
        if runs and runs[-1][-1] == code - 1:
            runs[-1].append(code)
        else:
            runs.append([code])
    return sorted(runs, key=len, reverse=True)
