"""``cmd SERVICE ...``, ``svc`` and ``service``: the system services' own commands."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from datetime import datetime

from ..call import Call, CommandFunction, Usage
from ..compound import execute
from ..installed import packages
from .services import SERVICES, notification, statusbar, switch
from .svc import media

Service = Callable[[Call, list[str]], int | Awaitable[int]]


async def _cmd(call: Call) -> int:
    if call.args[:1] == ["-l"]:
        call.print("Currently running services:")
        for name in SERVICES:
            call.print(f"  {name}")
        return 0
    if not call.args:
        raise Usage("cmd: No service specified; use -l to list all services", 20)
    service, *rest = call.args
    if service in _ALIASES:
        return await execute(call.shell, [*_ALIASES[service], *rest], call.streams, functions=False)
    if service in _SERVICES:
        result = _SERVICES[service](call, rest)
        return await result if inspect.isawaitable(result) else result
    if service in SERVICES:
        raise Usage("No shell command implementation.", 255)
    raise Usage(f"cmd: Can't find service: {service}", 20)


_ALIASES: dict[str, tuple[str, ...]] = {
    "activity": ("am",),
    "content": ("content",),
    "input": ("input",),
    "input_method": ("ime",),
    "package": ("pm",),
    "settings": ("settings",),
    "window": ("wm",),
    "battery": ("dumpsys", "battery"),
}


def _uimode(call: Call, words: list[str]) -> int:
    if words[:1] != ["night"]:
        raise Usage(
            (
                "UiModeManager service (uimode) commands:\n  help\n  night "
                "[yes|no|auto|custom_schedule|custom_bedtime]"
            ),
            255,
        )
    if len(words) > 1:
        value = {"yes": "2", "no": "1", "auto": "0"}.get(words[1])
        if value is None:
            raise Usage("Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule'", 255)
        call.phone.put_setting("secure", "ui_night_mode", value)
    mode = call.phone.state.settings["secure"].get("ui_night_mode")
    call.print(f"Night mode: {'yes' if mode == '2' else 'auto' if mode == '0' else 'no'}")
    return 0


def _wifi(call: Call, words: list[str]) -> int:
    verb, *rest = words or [""]
    if verb in ("set-wifi-enabled",):
        call.phone.put_setting("global", "wifi_on", switch(rest[0] if rest else ""))
        return 0
    on = call.phone.state.settings["global"].get("wifi_on") == "1"
    if verb == "status":
        call.print(f"Wifi is {'enabled' if on else 'disabled'}")
        if on:
            call.print('Wifi is connected to "CrabNet"')
        return 0
    if verb in ("list-networks", "list-scan-results"):
        call.print("Network Id      SSID                         Security type")
        call.print("0            CrabNet                             wpa2-psk")
        return 0
    if verb in ("connect-network", "forget-network", "start-scan", "force-country-code"):
        return 0
    raise Usage(f"Unknown command: {verb}" if verb else "Wi-Fi (wifi) commands:\n  help", 255)


def _connectivity(call: Call, words: list[str]) -> int:
    if words[:1] == ["airplane-mode"]:
        if len(words) > 1:
            call.phone.put_setting("global", "airplane_mode_on", switch(words[1]))
        else:
            on = call.phone.state.settings["global"].get("airplane_mode_on") == "1"
            call.print("enabled" if on else "disabled")
        return 0
    raise Usage("Connectivity service commands:\n  help\n  airplane-mode [enable|disable]", 255)


def _alarm(call: Call, words: list[str]) -> int:
    """``set-time`` takes milliseconds since 1970, ``set-timezone`` a name."""
    if words[:1] == ["set-time"] and len(words) > 1:
        if not words[1].isdigit() or len(words[1]) > 14:
            raise Usage(
                (
                    "Exception occurred while executing 'set-time':\n"
                    f"java.lang.NumberFormatException: {words[1]}"
                ),
                255,
            )
        from datetime import UTC

        call.phone.clock.set(datetime.fromtimestamp(int(words[1]) / 1000, UTC))
        return 0
    if words[:1] == ["set-timezone"] and len(words) > 1:
        call.phone.state.properties["persist.sys.timezone"] = words[1]
        call.phone.changed()
        return 0
    raise Usage("Alarm manager service (alarm) commands:\n  help\n  set-time TIME\n  set-timezone TZ", 255)


def _location(call: Call, words: list[str]) -> int:
    verb, *rest = words or [""]
    if verb == "set-location-enabled":
        values = [word for word in rest if word in ("true", "false")]
        call.phone.put_setting("secure", "location_mode", "3" if values[-1:] == ["true"] else "0")
        return 0
    if verb == "is-location-enabled":
        call.print(str(call.phone.state.settings["secure"].get("location_mode") != "0").lower())
        return 0
    if verb == "providers":
        return 0
    raise Usage("Location service commands:\n  help", 255)


def _bluetooth(call: Call, words: list[str]) -> int:
    if words[:1] in (["enable"], ["disable"]):
        call.phone.put_setting("global", "bluetooth_on", switch(words[0]))
        call.print("Success")
        return 0
    if words[:1] == ["wait-for-state:STATE_ON"] or words[:1] == ["wait-for-state:STATE_OFF"]:
        call.print("Success")
        return 0
    raise Usage("Bluetooth Manager Commands:\n  help", 255)


def _appops(call: Call, words: list[str]) -> int:
    verb, *rest = words or [""]
    if verb in ("get", "set", "reset", "query-op", "start", "stop", "write-settings", "read-settings"):
        names = [word for word in rest if "." in word]
        if names and names[0] not in packages(call.phone) and verb in ("get", "set"):
            raise Usage(f"Error: No UID for {names[0]} in user 0", 255)
        if verb == "get":
            call.print("No operations.")
        elif verb == "reset":
            call.print("Reset all modes for: all users, all packages")
        return 0
    raise Usage("AppOps service (appops) commands:\n  help", 255)


def _locale(call: Call, words: list[str]) -> int:
    verb, *rest = words or [""]
    names = [word for word in rest if "." in word]
    if verb == "get-app-locales":
        call.print(f"Locales for {names[0] if names else ''} for user 0 are []")
        return 0
    if verb in ("set-app-locales", "get-device-locale", "set-device-locale"):
        if verb == "get-device-locale":
            call.print(call.phone.state.properties.get("persist.sys.locale", "en-US"))
        elif verb == "set-device-locale" and rest:
            call.phone.state.properties["persist.sys.locale"] = rest[-1]
            call.phone.changed()
        return 0
    raise Usage("Locale manager (locale) shell commands:\n  help", 255)


def _overlay(call: Call, words: list[str]) -> int:
    if words[:1] == ["list"]:
        call.print(
            "android\n[x] com.android.internal.systemui.navbar.gestural\n[ ] "
            "com.android.internal.systemui.navbar.threebutton"
        )
        return 0
    if words[:1] in (["enable"], ["disable"], ["enable-exclusive"]):
        name = words[-1]
        if "navbar" in name:
            gestures = name.endswith("gestural") is (words[0] != "disable")
            call.phone.put_setting("secure", "navigation_mode", "2" if gestures else "0")
        return 0
    raise Usage("Overlay manager (overlay) commands:\n  help", 255)


def _phone(call: Call, words: list[str]) -> int:
    if words[:1] in (["data"], ["ims"], ["cc"]):
        if words[:1] == ["data"] and words[1:2] in (["enable"], ["disable"]):
            call.phone.put_setting("global", "mobile_data", switch(words[1]))
        return 0
    raise Usage("Telephony Commands:\n  help", 255)


def _power(call: Call, words: list[str]) -> int:
    if words[:1] == ["set-mode"] and len(words) > 1:
        call.phone.put_setting("global", "low_power", switch(words[1]))
        return 0
    if words[:1] in (
        ["set-adaptive-power-saver-enabled"],
        ["list-ambient-displays"],
        ["suppress-ambient-display"],
    ):
        return 0
    raise Usage("Power manager (power) commands:\n  help", 255)


def _lock(call: Call, words: list[str]) -> int:
    if words[:1] == ["get-disabled"]:
        call.print(str(not call.phone.state.locked).lower())
        return 0
    if words[:1] in (["set-disabled"], ["clear"], ["verify"]):
        call.print(
            f"Lock screen disabled set to {words[-1]}"
            if words[0] == "set-disabled"
            else "Lock credential verified successfully"
        )
        return 0
    raise Usage("lockSettings service commands:\n  help", 255)


def _jobs(call: Call, words: list[str]) -> int:
    del call
    if words[:1] in (["run"], ["timeout"], ["cancel"], ["monitor-battery"], ["get-job-state"]):
        return 0
    raise Usage("Job scheduler (jobscheduler) commands:\n  help", 255)


def _vibrator(_call: Call, _words: list[str]) -> int:
    return 0


_SERVICES: dict[str, Service] = {
    "alarm": _alarm,
    "appops": _appops,
    "bluetooth_manager": _bluetooth,
    "connectivity": _connectivity,
    "jobscheduler": _jobs,
    "locale": _locale,
    "location": _location,
    "lock_settings": _lock,
    "media_session": media,
    "notification": notification,
    "overlay": _overlay,
    "phone": _phone,
    "power": _power,
    "statusbar": statusbar,
    "uimode": _uimode,
    "vibrator_manager": _vibrator,
    "wifi": _wifi,
}


def _through(*service: str) -> CommandFunction:
    """A command that stands for one of a service."""

    async def command(call: Call) -> int:
        return await execute(call.shell, ["cmd", *service, *call.args], call.streams, functions=False)

    return command


COMMANDS: dict[str, CommandFunction] = {
    "appops": _through("appops"),
    "cmd": _cmd,
    "media": _through("media_session"),
}
