"""``settings``: the settings provider; ``content`` and ``cmd``."""

from __future__ import annotations

from typing import Any

from ...content import ContentError
from ..call import Call, CommandFunction, Usage

_NAMESPACES = ("system", "secure", "global")


def _settings(call: Call) -> int:
    words = list(call.args)
    while "--user" in words:
        at = words.index("--user")
        del words[at : at + 2]
    verb = words[0] if words else ""
    if verb not in ("get", "put", "list", "delete") or len(words) < 2:
        raise Usage(
            "Settings provider (settings) commands:\n  get|put|list|delete NAMESPACE [KEY] [VALUE]", 255
        )
    namespace = words[1]
    if namespace not in _NAMESPACES:
        raise Usage(f"Invalid namespace '{namespace}'", 255)
    values = call.phone.state.settings[namespace]
    if verb == "list":
        for key in sorted(values):
            call.print(f"{key}={values[key]}")
        return 0
    if len(words) < 3 or (verb == "put" and len(words) < 4):
        raise Usage("Bad arguments", 255)
    key = words[2]
    if verb == "get":
        call.print(values.get(key, "null"))
    elif verb == "put":
        call.phone.put_setting(namespace, key, words[3])
    else:
        call.print(f"Deleted {int(key in values)} rows")
        values.pop(key, None)
        call.phone.changed()
    return 0


def _content(call: Call) -> int:
    """``content query --uri content://AUTHORITY/PATH [--projection A:B] [--where "x='y'"]``."""
    if call.args[:1] != ["query"]:
        raise Usage("usage: adb shell content query --uri <URI> [--projection <PROJECTION>]", 1)
    options = dict(zip(call.args[1::2], call.args[2::2], strict=False))
    uri = options.get("--uri", "").removeprefix("content://")
    authority = uri.partition("/")[0]
    try:
        rows = call.phone.content.rows(f"content://{uri}")
    except ContentError:
        call.error(f"Error while accessing provider:{authority}")
        return 1
    wanted = options["--projection"].split(":") if "--projection" in options else None
    if not rows:
        call.print("No result found.")
    for number, row in enumerate(rows):
        shown = {key: row[key] for key in wanted or row if key in row}
        call.print(f"Row: {number} " + ", ".join(f"{key}={_cell(value)}" for key, value in shown.items()))
    return 0


def _cell(value: Any) -> str:
    return "NULL" if value is None else str(value)


def _cmd(call: Call) -> int:
    """``cmd SERVICE ...``: the services that have a command of their own here."""
    service, *rest = call.args or [""]
    if service == "uimode" and rest[:1] == ["night"]:
        if len(rest) > 1:
            value = {"yes": "2", "no": "1", "auto": "0"}.get(rest[1])
            if value is None:
                raise Usage("Error: mode must be 'yes', 'no', or 'auto'", 255)
            call.phone.put_setting("secure", "ui_night_mode", value)
        mode = call.phone.state.settings["secure"].get("ui_night_mode")
        call.print(f"Night mode: {'yes' if mode == '2' else 'no'}")
        return 0
    raise Usage(f"cmd: Can't find service: {service}", 20)


COMMANDS: dict[str, CommandFunction] = {"settings": _settings, "content": _content, "cmd": _cmd}
