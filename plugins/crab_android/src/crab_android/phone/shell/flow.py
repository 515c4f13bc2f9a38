"""How ``exit``, ``return``, ``break`` and ``continue`` leave what they are in."""

from __future__ import annotations


class Exit(Exception):  # noqa: N818 - not a fault of the program
    """``exit``: leave the shell; ``forced`` when an error does it, which an interactive shell survives."""

    def __init__(self, code: int, *, forced: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.forced = forced


class Return(Exception):  # noqa: N818 - not a fault of the program
    """``return``: leave the function."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Break(Exception):  # noqa: N818 - not a fault of the program
    """``break``: leave so many loops."""

    def __init__(self, levels: int) -> None:
        super().__init__(levels)
        self.levels = levels


class Continue(Exception):  # noqa: N818 - not a fault of the program
    """``continue``: go on with the next round of the loop so many levels up."""

    def __init__(self, levels: int) -> None:
        super().__init__(levels)
        self.levels = levels
