"""``content``: rows of content providers, read and changed from the shell."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from ...app import Rows
from ...content import ContentError
from ...system.files import FileError
from ..call import Call, CommandFunction, Usage

_USAGE = """usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]
usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>] --bind <BINDING>...
usage: adb shell content delete --uri <URI> [--user <USER_ID>] [--where <WHERE>]
usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>]
  [--sort <SORT_ORDER>]
usage: adb shell content read --uri <URI> [--user <USER_ID>]
usage: adb shell content gettype --uri <URI> [--user <USER_ID>]"""

_VERBS = ("query", "insert", "update", "delete", "read", "gettype")
_SQL_STEPS = 2_000_000


def _content(call: Call) -> int:
    if not call.args or call.args[0] not in _VERBS:
        bad = f"[ERROR] Unsupported operation: {call.args[0]}\n\n" if call.args else ""
        raise Usage(bad + _USAGE, 0)
    verb, *words = call.args
    given: dict[str, list[str]] = {}
    while words:
        option = words.pop(0)
        if option not in (
            "--uri",
            "--user",
            "--bind",
            "--where",
            "--projection",
            "--sort",
            "--extra",
            "--arg",
        ):
            raise Usage(f"[ERROR] Unsupported argument: {option}\n\n{_USAGE}", 0)
        if not words:
            raise Usage(f"[ERROR] No value for argument: {option}\n\n{_USAGE}", 0)
        given.setdefault(option, []).append(words.pop(0))
    if "--uri" not in given:
        raise Usage(
            f"[ERROR] Content provider URI not specified. Did you specify --uri argument?\n\n{_USAGE}", 0
        )
    uri = given["--uri"][-1]
    try:
        _run(call, verb, uri, given)
    except (ContentError, ValueError) as error:
        authority = uri.removeprefix("content://").partition("/")[0]
        known = any(path.startswith(f"content://{authority}/") for path in call.phone.content.paths())
        reason = (
            f"java.lang.IllegalArgumentException: {error}"
            if known
            else f"java.lang.IllegalStateException: Could not find provider: {authority}"
        )
        call.error(f"Error while accessing provider:{authority}\n{reason}")
    return 0


def _run(call: Call, verb: str, uri: str, given: dict[str, list[str]]) -> None:
    content = call.phone.content
    where = given.get("--where", [""])[-1]
    if verb == "query":
        rows = _selected(content.rows(uri), where, given.get("--sort", [""])[-1])
        projection = given.get("--projection", [""])[-1]
        _show(call, rows, projection.split(":") if projection else None, content.rows(uri))
    elif verb == "insert":
        content.insert(uri, _bound(given.get("--bind", [])))
    elif verb in ("update", "delete"):
        table, row = _table(call, uri)
        rows = content.rows(uri) if row is None else content.query(table, {"_id": row})
        for found in _selected(rows, where, ""):
            if verb == "update":
                content.update(table, int(found["_id"]), _bound(given.get("--bind", [])))
            else:
                content.delete(table, int(found["_id"]))
    elif verb == "read":
        rows = content.rows(uri)
        path = str(rows[0].get("_data", "")) if len(rows) == 1 else ""
        try:
            call.write(call.files.read(path))
        except FileError as error:
            raise ContentError(f"{uri}: {error}") from error
    else:
        content.rows(uri)
        call.print("Result: null")


def _table(call: Call, uri: str) -> tuple[str, int | None]:
    """The URI of a table, and the id of the one row that a URI may name."""
    parent, _, last = uri.rstrip("/").rpartition("/")
    if last.isdigit() and parent in call.phone.content.paths():
        return parent, int(last)
    return uri, None


def _bound(bindings: Sequence[str]) -> dict[str, Any]:
    """``NAME:TYPE:VALUE`` as columns and values.

    Raises:
        ValueError: a binding is of another form.
    """
    made: dict[str, Any] = {}
    for binding in bindings:
        name, sign, rest = binding.partition(":")
        kind, second, value = rest.partition(":")
        if not sign or not (second or kind == "n"):
            raise ValueError(f"Binding not well formed: {binding}. Usage: --bind <NAME>:<TYPE>:<VALUE>")
        if kind == "b":
            made[name] = value.lower() == "true"
        elif kind == "s":
            made[name] = value
        elif kind in ("i", "l"):
            made[name] = int(value)
        elif kind in ("f", "d"):
            made[name] = float(value)
        elif kind == "n":
            made[name] = None
        else:
            raise ValueError(f"Unsupported type: {kind}")
    return made


def _selected(rows: Rows, where: str, order: str) -> Rows:
    """The rows that an SQL condition chooses, in an SQL order.

    Raises:
        ContentError: the SQL is none, or does more than look at these rows.
    """
    if not (where or order) or not rows:
        return rows
    columns = list(dict.fromkeys(name for row in rows for name in row))
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        try:
            names = ", ".join('"' + name.replace('"', '""') + '"' for name in columns)
            database.execute(f"CREATE TABLE t (crab_row INTEGER, {names})")
            marks = ", ".join("?" * (len(columns) + 1))
            database.executemany(
                f"INSERT INTO t VALUES ({marks})",
                [(at, *(_plain(row.get(name)) for name in columns)) for at, row in enumerate(rows)],
            )
            database.set_authorizer(_allow)
            steps = iter(range(_SQL_STEPS // 1000))
            database.set_progress_handler(lambda: int(next(steps, None) is None), 1000)
            text = "SELECT crab_row FROM t" + (f" WHERE ({where}\n)" if where else "")
            chosen = database.execute(text + (f" ORDER BY {order}" if order else "")).fetchall()
        except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
            raise ContentError(f"{error} (code 1 SQLITE_ERROR): while compiling: {where or order}") from error
    return [rows[at] for (at,) in chosen]


def _allow(action: int, first: str | None, second: str | None, _database: str | None, _by: str | None) -> int:
    """What SQL of a caller may do: read, and call functions that only calculate."""
    if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ):
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_FUNCTION and second not in ("load_extension", "randomblob", "zeroblob"):
        return sqlite3.SQLITE_OK
    del first
    return sqlite3.SQLITE_DENY


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, int | float | str | bytes) else str(value)


def _show(call: Call, rows: Rows, wanted: Sequence[str] | None, known: Rows) -> None:
    if wanted:
        columns = {name for row in known for name in row}
        for name in wanted:
            if known and name not in columns:
                raise ContentError(f"Invalid column {name}")
    if not rows:
        call.print("No result found.")
    for number, row in enumerate(rows):
        names = wanted or list(row)
        call.print(f"Row: {number} " + ", ".join(f"{name}={_cell(row.get(name))}" for name in names))


def _cell(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(int(value))
    return "BLOB" if isinstance(value, bytes) else str(value)


COMMANDS: dict[str, CommandFunction] = {"content": _content}
