"""Limits on what one program may do, so that none keeps the phone busy for ever."""

from __future__ import annotations

import asyncio

STEPS = 100_000
"""Commands, rounds of loops and pieces of endless data that one program may take."""

PROCESSES = 64
"""Commands of one program that may run at the same time."""

_PAUSE = 64  # steps between two chances for others to run


class LimitReached(Exception):  # noqa: N818 - not a fault of the program
    """A program has used up what it may use; the text says what."""


class Budget:
    """What a program and everything that it starts have left.

    Attributes:
        exhausted: whether a limit was reached.
    """

    def __init__(self, steps: int = STEPS) -> None:
        self._steps = steps
        self._processes = 0
        self.exhausted = False

    async def step(self, cost: int = 1) -> None:
        """Take a step, or one that costs as much as several, and now and then let others run.

        Raises:
            LimitReached: when none is left.
        """
        before = self._steps // _PAUSE
        self._steps -= cost
        if self._steps < 0:
            raise self.exceeded("step limit reached")
        if self._steps // _PAUSE != before:
            await asyncio.sleep(0)

    def exceeded(self, text: str) -> LimitReached:
        """What ends the program, whose commands in the background are then not waited for."""
        self.exhausted = True
        return LimitReached(text)

    def enter(self) -> None:
        """Start a process.

        Raises:
            LimitReached: when there are too many.
        """
        if self._processes >= PROCESSES:
            raise self.exceeded("can't fork - try again")
        self._processes += 1

    def leave(self) -> None:
        """A process has ended."""
        self._processes -= 1
