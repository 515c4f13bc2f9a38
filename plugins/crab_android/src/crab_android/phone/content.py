"""Content providers: the tables that apps offer to each other and to ``content``, by URI."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .app import Rows, Table
from .context import AppContext

if TYPE_CHECKING:
    from .phone import Phone


class ContentError(LookupError):
    """Nobody provides a URI, or it does not take what was asked."""


class Content:
    """All content providers of a phone.

    A URI is ``content://AUTHORITY/PATH`` or, for a single row, ``content://AUTHORITY/PATH/ID``.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def query(self, uri: str, equal: Mapping[str, Any] | None = None) -> Rows:
        """Rows whose columns equal the given values; none when nobody provides the URI."""
        try:
            return self.rows(uri, equal)
        except ContentError:
            return []

    def rows(self, uri: str, equal: Mapping[str, Any] | None = None) -> Rows:
        """Like :meth:`query`.

        Raises:
            ContentError: when nobody provides the URI.
        """
        context, table, number = self._find(uri)
        wanted = dict(equal or {})
        if number is not None:
            wanted["_id"] = number
        return [row for row in table.rows(context) if all(row.get(key) == wanted[key] for key in wanted)]

    def insert(self, uri: str, values: Mapping[str, Any]) -> int:
        """Add a row; returns its id.

        Raises:
            ContentError: when nobody provides the URI, it takes no rows, or not these values.
        """
        context, table, _number = self._find(uri)
        if table.insert is None:
            raise ContentError(f"{uri} takes no new rows")
        try:
            made = table.insert(context, values)
        except (ValueError, KeyError, TypeError) as error:
            raise ContentError(f"{uri} does not take these values: {error}") from error
        self._phone.changed()
        return made

    def update(self, uri: str, number: int, values: Mapping[str, Any]) -> None:
        """Change the row with an id.

        Raises:
            ContentError: when there is none, or it cannot be changed so.
        """
        context, table, _number = self._find(uri)
        self._check(context, table, uri, number)
        if table.update is None:
            raise ContentError(f"rows of {uri} cannot be changed")
        try:
            table.update(context, number, values)
        except (ValueError, KeyError, TypeError) as error:
            raise ContentError(f"{uri} does not take these values: {error}") from error
        self._phone.changed()

    def delete(self, uri: str, number: int) -> None:
        """Delete the row with an id.

        Raises:
            ContentError: when there is none, or it cannot be deleted.
        """
        context, table, _number = self._find(uri)
        self._check(context, table, uri, number)
        if table.delete is None:
            raise ContentError(f"rows of {uri} cannot be deleted")
        table.delete(context, number)
        self._phone.changed()

    def paths(self) -> list[str]:
        """All URIs that somebody provides, sorted."""
        return sorted(
            f"content://{authority}/{path}"
            for app in self._phone.apps.values()
            for authority, tables in app.providers.items()
            for path in tables
        )

    def _find(self, uri: str) -> tuple[AppContext[Any], Table[Any], int | None]:
        authority, _, path = uri.removeprefix("content://").partition("/")
        path = path.partition("?")[0].strip("/")
        for app in self._phone.apps.values():
            tables = app.providers.get(authority)
            if tables is None:
                continue
            if path in tables:
                return AppContext(self._phone, app), tables[path], None
            parent, _, last = path.rpartition("/")
            if parent in tables and last.isdigit():
                return AppContext(self._phone, app), tables[parent], int(last)
        raise ContentError(f"nobody provides {uri!r}")

    @staticmethod
    def _check(context: AppContext[Any], table: Table[Any], uri: str, number: int) -> None:
        if not any(row.get("_id") == number for row in table.rows(context)):
            raise ContentError(f"{uri} has no row {number}")
