"""The control channel of a phone process: JSON lines on standard input and output.

Requests are objects with ``do``:

- ``reset`` (``world``, ``seed``): put the phone into a world.
- ``export`` (``contents``: whether files are told with what is in them, true by default): the whole state.
- ``snapshot``, ``restore``, ``forget`` (``name``): keep, take back and drop a state.
- ``diff`` (``name``): what has changed since the snapshot of that name.
- ``time`` (``now``: local time, or ``seconds`` to pass): move the phone's clock.

Every answer is an object with ``ok``.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from datetime import datetime
from typing import Any

from .diff import difference
from .phone import Phone
from .state import PhoneState

Write = Callable[[dict[str, Any]], None]


async def serve_control(phone: Phone, write: Write) -> None:
    """Answer requests until standard input ends."""
    reader = asyncio.StreamReader(limit=64 * 1024 * 1024)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    snapshots: dict[str, PhoneState] = {}
    try:
        while line := await reader.readline():
            write(_answer(phone, snapshots, line))
    finally:
        transport.close()


def _answer(phone: Phone, snapshots: dict[str, PhoneState], line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
        return {"ok": True, **_do(phone, snapshots, request)}
    except (ValueError, KeyError, TypeError) as error:
        return {"ok": False, "error": f"{type(error).__name__}: {error}"}


def _do(phone: Phone, snapshots: dict[str, PhoneState], request: dict[str, Any]) -> dict[str, Any]:
    match request["do"]:
        case "reset":
            phone.reset(request.get("world") or {}, int(request.get("seed", 0)))
        case "snapshot":
            snapshots[str(request["name"])] = phone.snapshot()
        case "restore":
            phone.restore(snapshots[str(request["name"])])
        case "forget":
            del snapshots[str(request["name"])]
        case "export":
            return {"state": phone.export(contents=bool(request.get("contents", True)))}
        case "diff":
            changes = difference(snapshots[str(request["name"])], phone.state)
            return {"changes": [change.as_json() for change in changes]}
        case "time":
            if "now" in request:
                phone.clock.set(datetime.fromisoformat(str(request["now"])))
            else:
                phone.clock.advance(float(request["seconds"]))
            return {"now": phone.now().isoformat()}
        case other:
            known = "reset, export, snapshot, restore, forget, diff or time"
            raise ValueError(f"unknown request {other!r}: use {known}")
    return {}
