"""``settings``: the settings provider."""

from __future__ import annotations

from ...system.defaults import SETTINGS
from ..call import Call, CommandFunction, Usage

_NAMESPACES = ("system", "secure", "global")
_HELP = """Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  reset [--user <USER_ID> | current] NAMESPACE {PACKAGE_NAME | RESET_MODE}
      Reset the global/secure table for a package with mode.
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}, case-insensitive"""


def _settings(call: Call) -> int:  # noqa: PLR0912 - one for each kind
    words = list(call.args)
    while "--user" in words:
        at = words.index("--user")
        del words[at : at + 2]
    verb = words[0] if words else "help"
    if verb in ("help", "-h"):
        call.print(_HELP)
        return 0
    if verb not in ("get", "put", "list", "delete", "reset"):
        raise Usage(f"Invalid command: {verb}", 255)
    if len(words) < 2:
        raise Usage("Not enough arguments", 255)
    namespace = words[1].lower()
    if namespace not in _NAMESPACES:
        raise Usage(f"Invalid namespace '{words[1]}'", 255)
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
    elif verb == "delete":
        call.print(f"Deleted {int(key in values)} rows")
        values.pop(key, None)
        call.phone.changed()
    else:
        if namespace == "system":
            raise Usage("Bad arguments", 255)
        call.phone.state.settings[namespace] = dict(SETTINGS[namespace])
        call.phone.changed()
    return 0


COMMANDS: dict[str, CommandFunction] = {"settings": _settings}
