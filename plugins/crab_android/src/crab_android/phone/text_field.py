"""The text in a text field, with cursor and selection."""

from __future__ import annotations

from pydantic import BaseModel


class TextField(BaseModel):
    """What stands in a text field: the text, and the cursor as an index into it.

    With ``menu``, the toolbar to cut, copy and paste stands at it.
    """

    text: str = ""
    cursor: int = 0
    selected_from: int | None = None
    menu: bool = False

    def insert(self, text: str) -> None:
        """Type a text at the cursor, replacing what is selected."""
        start, end = self.selection
        self.text = self.text[:start] + text + self.text[end:]
        self.cursor = start + len(text)
        self.selected_from = None
        self.menu = False

    def erase(self, *, forward: bool = False) -> None:
        """Delete what is selected, or one character before (or after) the cursor."""
        start, end = self.selection
        if start == end and forward:
            end = min(len(self.text), end + 1)
        elif start == end:
            start = max(0, start - 1)
        self.text = self.text[:start] + self.text[end:]
        self.cursor = start
        self.selected_from = None
        self.menu = False

    def set(self, text: str) -> None:
        """Replace the whole text; the cursor goes to its end."""
        self.text = text
        self.cursor = len(text)
        self.selected_from = None
        self.menu = False

    @property
    def selection(self) -> tuple[int, int]:
        """The selected range, empty at the cursor when nothing is selected."""
        other = self.cursor if self.selected_from is None else self.selected_from
        return min(self.cursor, other), max(self.cursor, other)
