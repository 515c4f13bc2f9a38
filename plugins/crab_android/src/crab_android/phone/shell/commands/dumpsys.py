"""``dumpsys``: the state of the system services."""

from __future__ import annotations

from ..call import Call, CommandFunction
from ..dumps import Dump, activities, hardware, packages, services, windows
from .services import SERVICES

DUMPS: dict[str, Dump] = {
    **activities.DUMPS,
    **hardware.DUMPS,
    **packages.DUMPS,
    **services.DUMPS,
    **windows.DUMPS,
}


def _dumpsys(call: Call) -> int:
    words = list(call.args)
    while words and words[0].startswith("-") and words[0] != "-l":
        option = words.pop(0)
        if option in ("-t", "-T", "--priority", "--skip") and words:
            words.pop(0)
    known = sorted({*SERVICES, *DUMPS}, key=str.lower)
    if words[:1] == ["-l"]:
        call.print("Currently running services:")
        for name in known:
            call.print(f"  {name}")
        return 0
    if not words:
        for name in known:
            call.print(f"{'-' * 79}\nDUMP OF SERVICE {name}:")
            if name in DUMPS:
                DUMPS[name](call, [])
        return 0
    if words[0] in DUMPS:
        DUMPS[words[0]](call, words[1:])
    elif words[0] not in SERVICES:
        call.error(f"Can't find service: {words[0]}")
    return 0


COMMANDS: dict[str, CommandFunction] = {"dumpsys": _dumpsys}
