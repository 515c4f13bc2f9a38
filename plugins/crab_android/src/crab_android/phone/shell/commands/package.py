"""``pm``: packages, permissions and what apps can open."""

from __future__ import annotations

from collections.abc import Callable

from ...navigation import resolve
from ...packages import QUESTIONS, PackageError
from ..call import Call, CommandFunction, Usage
from ..compound import execute
from ..installed import apk_path, enabled, packages, version_code
from ..intent_words import read_intent
from . import install
from .processes import app_uid

_FEATURES = (
    "android.hardware.audio.output",
    "android.hardware.bluetooth",
    "android.hardware.camera",
    "android.hardware.camera.any",
    "android.hardware.location",
    "android.hardware.location.gps",
    "android.hardware.microphone",
    "android.hardware.screen.landscape",
    "android.hardware.screen.portrait",
    "android.hardware.telephony",
    "android.hardware.touchscreen",
    "android.hardware.touchscreen.multitouch",
    "android.hardware.wifi",
    "android.software.app_widgets",
    "android.software.home_screen",
    "android.software.input_methods",
)
_LIBRARIES = ("android.ext.shared", "android.test.base", "android.test.runner", "org.apache.http.legacy")
_WITH_VALUE = ("--user", "--uid", "-i", "--installer")


async def _pm(call: Call) -> int:
    if not call.args:
        raise Usage("Package manager (package) commands:\n  help\n    Print this help text.", 255)
    verb, *rest = call.args
    if verb in install.VERBS:
        return await install.VERBS[verb](call, rest)
    if verb == "dump":
        return await execute(call.shell, ["dumpsys", "package", *rest], call.streams, functions=False)
    if verb not in _VERBS:
        raise Usage(f"Unknown command: {verb}", 255)
    words = list(rest)
    for option in _WITH_VALUE:
        while option in words:
            at = words.index(option)
            del words[at : at + 2]
    return _VERBS[verb](call, words)


def _names(words: list[str]) -> list[str]:
    return [word for word in words if not word.startswith("-")]


def _failed(error: PackageError) -> Usage:
    kind = "SecurityException" if error.code == "NOT_DECLARED" else "IllegalArgumentException"
    return Usage(f"\nException occurred while executing:\njava.lang.{kind}: {error}", 255)


def _instrumentations(call: Call, _words: list[str]) -> None:
    for app in call.phone.apps.values():
        for name in app.instrumentations:
            call.print(f"instrumentation:{app.package}/{name} (target={app.package})")


def _list(call: Call, words: list[str]) -> int:
    kinds: dict[str, Callable[[Call, list[str]], None]] = {
        "packages": _packages,
        "package": _packages,
        "users": lambda call, _: call.print("Users:\n\tUserInfo{0:Owner:4c13} running"),
        "features": lambda call, _: _each(call, "feature:", _FEATURES),
        "libraries": lambda call, _: _each(call, "library:", _LIBRARIES),
        "permissions": _permissions,
        "permission-groups": lambda call, _: _each(
            call, "permission group:android.permission-group.", _GROUPS
        ),
        "instrumentation": _instrumentations,
        "initial-non-stopped-system-packages": lambda _call, _: None,
    }
    if words[:1] == [] or words[0] not in kinds:
        raise Usage(
            f"Error: unknown list type '{words[0]}'"
            if words
            else "Error: didn't specify type of data to list",
            255,
        )
    kinds[words[0]](call, words[1:])
    return 0


_GROUPS = ("CALENDAR", "CAMERA", "CONTACTS", "LOCATION", "MICROPHONE", "PHONE", "SMS", "STORAGE")


def _each(call: Call, prefix: str, names: tuple[str, ...]) -> None:
    for name in names:
        call.print(prefix + name)


def _permissions(call: Call, words: list[str]) -> None:
    known = sorted({name for app in call.phone.apps.values() for name in app.permissions} | set(QUESTIONS))
    call.print("All Permissions:\n")
    for name in known:
        if "-d" in words and name not in QUESTIONS:
            continue
        call.print(f"permission:{name}")


def _packages(call: Call, words: list[str]) -> None:
    flags = {word for word in words if word.startswith("-")}
    unknown = flags - {
        "-f",
        "-d",
        "-e",
        "-s",
        "-3",
        "-i",
        "-l",
        "-u",
        "-U",
        "-a",
        "--show-versioncode",
        "--apex-only",
        "--factory-only",
        "--match-libraries",
    }
    if unknown:
        raise Usage(f"Error: Unknown option: {min(unknown)}", 255)
    wanted = _names(words)
    for name, app in packages(call.phone).items():
        active = enabled(call.phone, name)
        if (
            (wanted and wanted[0] not in name)
            or ("-3" in flags and app.system)
            or ("-s" in flags and not app.system)
            or ("-d" in flags and active)
            or ("-e" in flags and not active)
            or "--apex-only" in flags
        ):
            continue
        line = "package:" + (f"{apk_path(app)}=" if "-f" in flags else "") + name
        line += f" versionCode:{version_code(app)}" if "--show-versioncode" in flags else ""
        line += f"  installer={'null' if app.system else 'com.android.shell'}" if "-i" in flags else ""
        call.print(line + (f" uid:{app_uid(name)}" if "-U" in flags else ""))


def _path(call: Call, words: list[str]) -> int:
    names = _names(words)
    if not names:
        raise Usage("Error: no package specified", 255)
    app = packages(call.phone).get(names[0])
    if app is None:
        return 1
    call.print(f"package:{apk_path(app)}")
    return 0


def _clear(call: Call, words: list[str]) -> int:
    """Forget what an app has stored: it is as after its installation, not as in the world."""
    names = _names(words)
    if not names:
        raise Usage("Error: no package specified", 255)
    try:
        call.phone.packages.clear(names[0])
    except PackageError:
        call.print("Failed")
        return 1
    call.phone.changed()
    call.print("Success")
    return 0


def _grant(call: Call, words: list[str], *, granted: bool) -> int:
    names = _names(words)
    if len(names) < 2:
        raise Usage("Error: no permission specified" if names else "Error: no package specified", 255)
    try:
        call.phone.packages.set_permission(names[0], names[1], granted)
    except PackageError as error:
        raise _failed(error) from error
    return 0


def _reset_permissions(call: Call, words: list[str]) -> int:
    for name in _names(words) or list(packages(call.phone)):
        if name in call.phone.state.packages:
            call.phone.packages.get(name).permissions.clear()
    call.phone.changed()
    return 0


def _enable(call: Call, words: list[str], *, state: str) -> int:
    names = _names(words)
    if not names:
        raise Usage("Error: no package or component specified", 255)
    package = names[0].partition("/")[0]
    app = packages(call.phone).get(package)
    if app is None:
        raise _failed(PackageError("UNKNOWN_PACKAGE", f"Unknown package: {package}"))
    on = state in ("enabled", "default")
    if not on and package == call.phone.state.stacks[0].package and not app.listed:
        raise _failed(PackageError("PROTECTED", f"Cannot disable a protected package: {package}"))
    call.phone.packages.set_enabled(package, on)
    call.print(f"Package {package} new state: {state}")
    return 0


def _resolve(call: Call, words: list[str]) -> int:
    """``resolve-activity`` and ``query-activities``."""
    told = read_intent(words)
    targets = resolve(call.phone, told.asked())
    if not targets:
        call.print("No activity found")
        return 0
    for target in targets[: 1 if call.args[0] == "resolve-activity" else None]:
        name = call.phone.apps[target.package].screens[target.screen].activity
        if told.brief:
            call.print("priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true")
            call.print(f"{target.package}/{name}")
        else:
            call.print("  priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true")
            call.print(f"  ActivityInfo:\n    name={target.package}{name}\n    packageName={target.package}")
    return 0


def _say(text: str) -> Callable[[Call, list[str]], int]:
    def verb(call: Call, _words: list[str]) -> int:
        if text:
            call.print(text)
        return 0

    return verb


def _has_feature(call: Call, words: list[str]) -> int:
    found = bool(words) and words[0] in _FEATURES
    call.print(str(found).lower())
    return int(not found)


_VERBS: dict[str, Callable[[Call, list[str]], int]] = {
    "bg-dexopt-job": _say("Success"),
    "clear": _clear,
    "compile": _say("Success"),
    "default-state": lambda call, words: _enable(call, words, state="default"),
    "disable": lambda call, words: _enable(call, words, state="disabled"),
    "disable-until-used": lambda call, words: _enable(call, words, state="disabled-until-used"),
    "disable-user": lambda call, words: _enable(call, words, state="disabled-user"),
    "enable": lambda call, words: _enable(call, words, state="enabled"),
    "get-install-location": _say("0[auto]"),
    "get-max-users": _say("Maximum supported users: 4"),
    "grant": lambda call, words: _grant(call, words, granted=True),
    "has-feature": _has_feature,
    "help": _say("Package manager (package) commands:\n  help\n    Print this help text."),
    "list": _list,
    "path": _path,
    "query-activities": _resolve,
    "reset-permissions": _reset_permissions,
    "resolve-activity": _resolve,
    "revoke": lambda call, words: _grant(call, words, granted=False),
    "set-install-location": _say(""),
    "set-installer": _say("Success"),
    "trim-caches": _say(""),
}


COMMANDS: dict[str, CommandFunction] = {"pm": _pm}
