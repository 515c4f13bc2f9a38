"""``pm``: packages."""

from __future__ import annotations


from ..call import Call, CommandFunction, Usage


def _pm(call: Call) -> int:
    if not call.args:
        raise Usage("Package manager (package) commands:\n  help", 255)
    verb, *rest = call.args
    names = [word for word in rest if not word.startswith("-")]
    if verb == "list":
        return _list(call, rest)
    if verb == "path":
        return _path(call, names)
    if verb == "clear":
        return _clear(call, names)
    if verb in ("grant", "revoke"):
        return 0 if names and names[0] in call.phone.apps else _unknown(call, names)
    if verb == "uninstall":
        call.print("Failure [DELETE_FAILED_INTERNAL_ERROR]")
        return 1
    raise Usage(f"Unknown command: {verb}", 255)


def _list(call: Call, words: list[str]) -> int:
    if words[:1] == ["users"]:
        call.print("Users:\n\tUserInfo{0:Owner:4c13} running")
        return 0
    if words[:1] == ["features"]:
        call.print("feature:android.hardware.touchscreen")
        return 0
    if words[:1] not in (["packages"], ["package"]):
        raise Usage(f"Error: unknown list type '{words[0] if words else ''}'", 255)
    wanted = [word for word in words[1:] if not word.startswith("-")]
    if "-3" in words:
        return 0  # every app came with the phone
    for name in sorted(call.phone.apps):
        if not wanted or wanted[0] in name:
            path = f"/data/app/{name}/base.apk=" if "-f" in words else ""
            call.print(f"package:{path}{name}")
    return 0


def _path(call: Call, names: list[str]) -> int:
    if not names or names[0] not in call.phone.apps:
        return 1
    call.print(f"package:/data/app/{names[0]}/base.apk")
    return 0


def _clear(call: Call, names: list[str]) -> int:
    """Forget what an app has stored: it is as after its installation, not as in the world."""
    if not names or names[0] not in call.phone.apps:
        call.print("Failed")
        return 1
    call.phone.packages.clear(names[0])
    call.phone.changed()
    call.print("Success")
    return 0


def _unknown(call: Call, names: list[str]) -> int:
    call.error(f"Unknown package: {names[0] if names else ''}")
    return 255


COMMANDS: dict[str, CommandFunction] = {"pm": _pm}
