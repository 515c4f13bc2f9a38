"""``dumpsys``: what the system services tell, in the lines that scripts look for."""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

from ...phone import Phone
from ...ui.geometry import HEIGHT, WIDTH
from ..call import Call, CommandFunction


def component(phone: Phone, *, short: bool = False) -> str:
    """The visible activity, as ``package/class``."""
    activity = phone.apps[phone.activity.package].screens[phone.activity.screen].activity
    return f"{phone.activity.package}/{'' if short else phone.activity.package}{activity}"


def _number(text: str) -> str:
    return f"{crc32(text.encode()):07x}"


def _activity(call: Call, words: list[str]) -> None:
    phone = call.phone
    if words[:1] == ["top"]:
        name = component(phone, short=True)
        call.print(f"TASK {phone.activity.package} id={len(phone.state.stacks)} userId=0")
        call.print(f"  ACTIVITY {name} {_number(name)} pid={_pid(phone.activity.package)}")
        return
    call.print("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)")
    call.print("Display #0 (activities from top to bottom):")
    for number, stack in reversed(list(enumerate(phone.state.stacks, 1))):
        call.print(f"  * Task{{{_number(stack.package)} #{number} type=standard A=10100:{stack.package}}}")
        for index, activity in reversed(list(enumerate(stack.activities))):
            name = f"{stack.package}/{phone.apps[stack.package].screens[activity.screen].activity}"
            call.print(f"    * Hist  #{index}: ActivityRecord{{{_number(name)} u0 {name} t{number}}}")
    record = f"ActivityRecord{{{_number(component(phone, short=True))} u0 {component(phone, short=True)} t"
    count = len(phone.state.stacks)
    call.print(f"  mResumedActivity: {record}{count}}}")
    call.print(f"  ResumedActivity: {record}{count}}}")
    call.print(f"  topResumedActivity={record}{count}}}")


def _window(call: Call, _words: list[str]) -> None:
    phone = call.phone
    call.print("WINDOW MANAGER WINDOWS (dumpsys window windows)")
    for number, window in reversed(list(enumerate(phone.windows()))):
        call.print(f"  Window #{number} Window{{{_number(window.title)} u0 {window.title}}}:")
        call.print(f"    package={window.package}")
        rect = window.root.rect
        call.print(f"    mFrame=[{rect.left},{rect.top}][{rect.right},{rect.bottom}]")
    name = component(phone)
    focus = name if phone.activity.dialog is None else phone.active_window().title
    call.print(f"  mCurrentFocus=Window{{{_number(focus)} u0 {focus}}}")
    short = component(phone, short=True)
    call.print(f"  mFocusedApp=ActivityRecord{{{_number(short)} u0 {short} t{len(phone.state.stacks)}}}")
    call.print("  mAnimationScheduled=false")


def _battery(call: Call, _words: list[str]) -> None:
    battery = call.phone.state.battery
    call.print("Current Battery Service state:")
    lines = {
        "AC powered": str(battery.charging).lower(),
        "USB powered": "false",
        "Wireless powered": "false",
        "Dock powered": "false",
        "Max charging current": 0,
        "Max charging voltage": 0,
        "Charge counter": battery.level * 45000,
        "status": 2 if battery.charging else 3,
        "health": 2,
        "present": "true",
        "level": battery.level,
        "scale": 100,
        "voltage": 4112,
        "temperature": 268,
        "technology": "Li-ion",
    }
    for name, value in lines.items():
        call.print(f"  {name}: {value}")


def _package(call: Call, words: list[str]) -> None:
    wanted = [word for word in words if not word.startswith("-")]
    apps = [app for app in call.phone.apps.values() if not wanted or app.package in wanted]
    if wanted and not apps:
        call.print(f"Unable to find package: {wanted[0]}")
        return
    call.print("Packages:")
    for app in apps:
        call.print(f"  Package [{app.package}] ({_number(app.package)}):")
        call.print(f"    codePath=/data/app/{app.package}")
        call.print(f"    versionCode={app.version.split('.')[0]} minSdk=33 targetSdk=36")
        call.print(f"    versionName={app.version}")
        call.print("    pkgFlags=[ SYSTEM HAS_CODE ALLOW_BACKUP ]")
        call.print("    firstInstallTime=2026-05-14 08:00:00")
        call.print("    lastUpdateTime=2026-05-14 08:00:00")
        signature = f"{_number(app.label)} version:3, signatures:[{_number(app.package)}]"
        call.print(f"    signatures=PackageSignatures{{{signature}, past signatures:[]}}")


def _power(call: Call, _words: list[str]) -> None:
    awake = call.phone.state.awake
    call.print("POWER MANAGER (dumpsys power)")
    call.print(f"  mWakefulness={'Awake' if awake else 'Asleep'}")
    call.print(f"  mHoldingDisplaySuspendBlocker={str(awake).lower()}")
    call.print(f"Display Power: state={'ON' if awake else 'OFF'}")


def _input_method(call: Call, _words: list[str]) -> None:
    phone = call.phone
    call.print("Current Input Method Manager state:")
    call.print(f"  mCurMethodId={phone.state.settings['secure'].get('default_input_method', '')}")
    call.print(f"  mInputShown={str(phone.state.keyboard.visible).lower()}")
    served = phone.focused_field() is not None
    call.print(f"  mServedInputConnection={'RemoteInputConnection' if served else 'null'}")


def _display(call: Call, _words: list[str]) -> None:
    call.print("DISPLAY MANAGER (dumpsys display)")
    call.print(
        f"  mCurrentOrientation=0, mViewports=[DisplayViewport{{type=INTERNAL, valid=true, displayId=0, "
        f"orientation=0, deviceWidth={WIDTH}, deviceHeight={HEIGHT}}}]"
    )


_SERVICES: dict[str, Callable[[Call, list[str]], None]] = {
    "activity": _activity,
    "window": _window,
    "battery": _battery,
    "package": _package,
    "power": _power,
    "input_method": _input_method,
    "display": _display,
}


def _pid(package: str) -> int:
    return 2000 + crc32(package.encode()) % 20000


def _dumpsys(call: Call) -> int:
    words = [word for word in call.args if word not in ("-t", "--proto")]
    if words[:1] == ["-l"] or not words:
        call.print("Currently running services:")
        for name in sorted(_SERVICES):
            call.print(f"  {name}")
        return 0
    service = _SERVICES.get(words[0])
    if service is None:
        call.error(f"Can't find service: {words[0]}")
        return 0
    service(call, words[1:])
    return 0


COMMANDS: dict[str, CommandFunction] = {"dumpsys": _dumpsys}
