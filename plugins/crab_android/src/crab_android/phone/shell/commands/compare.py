"""``diff`` and ``cmp``."""

from __future__ import annotations

import difflib

from ..call import Call, CommandFunction, decode
from ..options import options

_LINES_LIMIT = 5000


async def _diff(call: Call) -> int:
    chosen = options(call, "abBdiNqrsTtuw", "ULS", least=2, most=2)
    first, second = [decode(await call.read_named(name)).splitlines() for name in chosen.words]
    if first == second:
        return 0
    if "q" in chosen:
        call.print(f"Files {chosen.words[0]} and {chosen.words[1]} differ")
        return 1
    if len(first) + len(second) > _LINES_LIMIT:
        # To find out in detail what differs would take too long.
        first, second = first[: _LINES_LIMIT // 2], second[: _LINES_LIMIT // 2]
    for line in difflib.unified_diff(first, second, chosen.words[0], chosen.words[1], lineterm=""):
        call.print(line)
    return 1


async def _cmp(call: Call) -> int:
    chosen = options(call, "ls", least=2, most=2)
    first, second = [await call.read_named(name) for name in chosen.words]
    if first == second:
        return 0
    at = next((at for at, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), -1)
    if "s" not in chosen and at < 0:
        call.error(f"cmp: EOF on {chosen.words[len(first) > len(second)]}")
    elif "s" not in chosen:
        line = first.count(b"\n", 0, at) + 1
        call.print(f"{chosen.words[0]} {chosen.words[1]} differ: char {at + 1}, line {line}")
    return 1


COMMANDS: dict[str, CommandFunction] = {"cmp": _cmp, "diff": _diff}
