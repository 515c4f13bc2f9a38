"""The control channel of a phone process: JSON lines on standard input and output.

Requests are ``{"do": "reset", "world": {...}, "seed": 1}``, ``{"do": "export"}``,
``{"do": "snapshot", "name": "a"}`` and ``{"do": "restore", "name": "a"}``. Every answer is an object
with ``ok``.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

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
        case "export":
            return {"state": phone.export()}
        case other:
            raise ValueError(f"unknown request {other!r}: use reset, snapshot, restore or export")
    return {}
