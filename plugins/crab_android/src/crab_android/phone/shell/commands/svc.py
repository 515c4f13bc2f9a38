"""``svc``, ``service``, ``telecom``, and the volume: the other doors to the system services."""

from __future__ import annotations

from itertools import pairwise

from ..call import Call, CommandFunction, Usage
from .services import SERVICES, statusbar, switch


def media(call: Call, words: list[str]) -> int:
    """``media volume`` and ``cmd media_session volume``: streams 2 (ring), 3 (music) and 4 (alarm)."""
    if words[:1] == ["dispatch"] and len(words) > 1:
        return 0
    if words[:1] != ["volume"]:
        raise Usage("usage: media_session [subcommand] [options]", 255)
    given = dict(pairwise(words[1:]))
    stream = {"2": "ring", "3": "music", "4": "alarm", "5": "notification"}.get(
        given.get("--stream", "3"), "music"
    )
    key = f"volume_{stream}"
    values = call.phone.state.settings["system"]
    text = values.get(key, "5")
    level = int(text) if text.isdigit() else 5
    if given.get("--set", "").isdigit():
        level = max(0, min(15, int(given["--set"][:4])))
        call.phone.put_setting("system", key, str(level))
        call.print(
            f"[V] will control stream={given.get('--stream', '3')} (STREAM_{stream.upper()})\n"
            f"[V] will set volume to index={level}"
        )
    elif given.get("--adj") in ("raise", "lower"):
        level = max(0, min(15, level + (1 if given["--adj"] == "raise" else -1)))
        call.phone.put_setting("system", key, str(level))
    if "--get" in words:
        call.print(f"[V] volume is {level} in range [0..15]")
    return 0


def _svc(call: Call) -> int:
    kind, *rest = call.args or [""]
    verb = rest[0] if rest else ""
    keys = {"wifi": "wifi_on", "data": "mobile_data", "bluetooth": "bluetooth_on", "nfc": "nfc_on"}
    if kind in keys and verb in ("enable", "disable"):
        call.phone.put_setting("global", keys[kind], switch(verb))
        return 0
    if kind == "power" and verb == "stayon":
        value = {"true": "7", "false": "0", "usb": "2", "ac": "1", "wireless": "4"}.get(
            rest[1] if len(rest) > 1 else ""
        )
        if value is not None:
            call.phone.put_setting("global", "stay_on_while_plugged_in", value)
            return 0
    if kind == "power" and verb in ("reboot", "shutdown"):
        call.phone.state.properties["sys.powerctl"] = f"{verb},{rest[1] if len(rest) > 1 else ''}"
        return 0
    if kind == "usb":
        if verb.startswith("get"):
            call.print("adb")
        return 0
    names = "power, usb, nfc, bluetooth, data, wifi"
    raise Usage(f"Available commands:\n    help     Show information about the subcommands\n    ({names})", 1)


def _service(call: Call) -> int:
    verb, *rest = call.args or [""]
    if verb == "list":
        call.print(f"Found {len(SERVICES)} services:")
        for number, name in enumerate(SERVICES):
            call.print(f"{number}\t{name}: [android.os.IBinder]")
        return 0
    if verb == "check" and rest:
        call.print(f"Service {rest[0]}: {'found' if rest[0] in SERVICES else 'not found'}")
        return 0
    if verb == "call" and len(rest) > 1:
        if rest[0] not in SERVICES:
            call.error(f"service: Service {rest[0]} does not exist")
            return 10
        _transact(call, rest[0], rest[1])
        call.print("Result: Parcel(00000000    '....')")
        return 0
    raise Usage(
        (
            "Usage: service [-h|-?]\n       service list\n       service check SERVICE\n       "
            "service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR | null | fd f | nfd "
            "n | afd f ] ..."
        ),
        10,
    )


def _transact(call: Call, name: str, code: str) -> None:
    """Transactions that scripts use: 1 and 2 of the status bar open and close the shade."""
    if name == "statusbar" and code in ("1", "2"):
        statusbar(call, ["expand-notifications" if code == "1" else "collapse"])


def _telecom(call: Call) -> int:
    if call.args[:1] == ["get-default-dialer"]:
        call.print("com.android.dialer")
        return 0
    raise Usage("usage: telecom [subcommand] [options]", 255)


COMMANDS: dict[str, CommandFunction] = {"service": _service, "svc": _svc, "telecom": _telecom}
