"""``am``: starting and stopping apps, and broadcasts."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable

from ...context import AppContext
from ...intents import MAIN, Intent
from ...navigation import HOME_CATEGORY, resolve
from ...phone import Phone
from ..call import Call, CommandFunction, Usage
from ..intent_words import read_intent, short
from .machine import configuration

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_NEW_TASK = 0x10000000
_RESULT_OK = -1
_USER = "UserInfo{0:Owner:4c13}"


def _am(call: Call) -> int:
    if not call.args:
        raise Usage("Activity manager (activity) commands:\n  help\n      Print this help text.", 255)
    verb, *rest = call.args
    if verb not in _VERBS:
        raise Usage(f"Unknown command: {verb}", 255)
    return _VERBS[verb](call, rest)


def _say(text: str) -> Callable[[Call, list[str]], int]:
    def verb(call: Call, _words: list[str]) -> int:
        if text:
            call.print(text)
        return 0

    return verb


def _stacks(call: Call, words: list[str]) -> int:
    if words[:1] not in ([], ["list"]):
        raise Usage(f"Error: unknown command '{words[0]}'", 255)
    phone = call.phone
    width, height = phone.pixels
    bounds = f"bounds=[0,0][{width},{height}]"
    for number, stack in reversed(list(enumerate(phone.state.stacks, 1))):
        top = stack.activities[-1] if stack.activities else None
        if top is None:
            continue
        kind = "home" if stack.package == phone.state.stacks[0].package and number == 1 else "standard"
        name = phone.apps[top.package].screens[top.screen].activity
        call.print(f"RootTask id={number} {bounds} displayId=0 userId=0 type={kind}")
        call.print(
            f"  taskId={number}: {stack.package}/{name} {bounds} userId=0"
            f" visible={str(stack is phone.front).lower()}"
            f" topActivity=ComponentInfo{{{top.package}/{top.package}{name}}}"
        )
        call.print()
    return 0


def _start(call: Call, words: list[str]) -> int:
    told = read_intent(words)
    phone = call.phone
    intent = told.intent
    if not (intent.action or intent.data or intent.component or intent.package):
        raise Usage(
            (
                "Exception occurred while executing 'start':\n"
                "java.lang.IllegalArgumentException: No intent supplied"
            ),
            255,
        )
    call.print(f"Starting: {told.describe()}")
    asked = told.asked()
    if asked.action == MAIN and HOME_CATEGORY in asked.categories:
        phone.home()
        return 0
    targets = resolve(phone, asked)
    if not targets:
        if intent.component:
            call.error("Error type 3")
            full = intent.component.replace("/.", f"/{intent.component.partition('/')[0]}.")
            call.error(f"Error: Activity class {{{full}}} does not exist.")
        else:
            call.error(f"Error: Activity not started, unable to resolve {told.describe(_NEW_TASK)}")
        return 1
    package, screen = targets[0].package, targets[0].screen
    before = phone.activity
    known = any(stack.package == package for stack in phone.state.stacks)
    if told.stop:
        phone.force_stop(package)
        known = False
    if len(targets) == 1 and screen == phone.apps[package].main and not targets[0].args:
        phone.launch(package)
        if intent.component:
            phone.front.activities = phone.front.activities[:1]
            phone.changed()
        if phone.activity is before:
            call.error("Warning: Activity not started, its current task has been brought to the front")
    else:
        phone.start_intent(asked)
    if told.wait:
        _waited(call, known=known)
    return 0


def _waited(call: Call, *, known: bool) -> None:
    phone = call.phone
    activity = phone.apps[phone.activity.package].screens[phone.activity.screen].activity
    milliseconds = 24 if known else 168
    call.print("Status: ok")
    call.print(f"LaunchState: {'WARM' if known else 'COLD'}")
    call.print(f"Activity: {phone.activity.package}/{activity}")
    call.print(f"TotalTime: {milliseconds}")
    call.print(f"WaitTime: {milliseconds + 3}")
    call.print("Complete")


def _stop(call: Call, words: list[str]) -> int:
    names = [word for word in words if not word.startswith("-") and not word.isdigit() and word != "all"]
    if not names:
        raise Usage('Error: Argument expected after "force-stop"', 255)
    for name in names:
        if name in call.phone.apps:
            call.phone.force_stop(name)
    return 0


def _kill(call: Call, words: list[str]) -> int:
    """End processes in the background: the app in front stays."""
    for name in words:
        if name in call.phone.apps and name != call.phone.activity.package:
            call.phone.force_stop(name)
    return 0


def _broadcast(call: Call, words: list[str]) -> int:
    told = read_intent(words)
    call.print(f"Broadcasting: {told.describe(0x400000)}")
    result, data = _deliver(call.phone, told.intent)
    answer = "" if data is None else f', data="{data}"'
    call.print(f"Broadcast completed: result={result}{answer}")
    return 0


def _deliver(phone: Phone, intent: Intent) -> tuple[int, str | None]:
    """Send a broadcast to the apps, and to the two helpers that test tools install.

    ADBKeyboard hears its broadcasts while it is the chosen keyboard; Clipper gives and takes the clipboard.
    """
    if intent.action == "clipper.get":
        return _RESULT_OK, phone.state.clipboard
    if intent.action == "clipper.set" and "text" in intent.extras:
        phone.copy(str(intent.extras["text"]))
        return _RESULT_OK, "Text is copied into clipboard."
    if phone.state.settings["secure"].get("default_input_method") == ADB_KEYBOARD:
        _keyboard(phone, intent)
    phone.broadcast(intent)
    return 0, None


def _keyboard(phone: Phone, intent: Intent) -> None:
    """The broadcasts of ADBKeyboard (its README)."""
    message = str(intent.extras.get("msg", ""))
    code = str(intent.extras.get("code", ""))
    if intent.action == "ADB_INPUT_TEXT" and message:
        phone.type_text(message)
    elif intent.action == "ADB_INPUT_B64" and message:
        try:
            phone.type_text(base64.b64decode(message, validate=True).decode("utf-8"))
        except (binascii.Error, UnicodeDecodeError):
            return
    elif intent.action == "ADB_INPUT_CHARS":
        codes = intent.extras.get("chars", [])
        numbers = codes if isinstance(codes, list) else []
        phone.type_text("".join(chr(number) for number in numbers if 0 < number < 0xD800))
    elif intent.action == "ADB_CLEAR_TEXT":
        field = phone.focused_field()
        if field is not None:
            field.set("")
            phone.changed()
    elif intent.action in ("ADB_INPUT_CODE", "ADB_EDITOR_CODE") and code.isdigit() and len(code) < 5:
        phone.key(int(code) if intent.action == "ADB_INPUT_CODE" else 66)


def _service(call: Call, words: list[str]) -> int:
    told = read_intent(words)
    call.print(f"Starting service: {told.describe()}")
    call.error("Error: Not found; no service started.")
    return 255


def _stop_service(call: Call, words: list[str]) -> int:
    told = read_intent(words)
    call.print(f"Stopping service: {told.describe()}")
    call.error("Service not stopped: was not running.")
    return 0


def _instrument(call: Call, words: list[str]) -> int:
    """``am instrument [-w] [-r] [-e KEY VALUE]... PACKAGE/CLASS``, for apps that declare instrumentations."""
    options = {words[at + 1]: words[at + 2] for at in range(len(words) - 2) if words[at] == "-e"}
    names = [word for word in words if "/" in word and word not in options.values()]
    component = names[-1] if names else ""
    if not component:
        raise Usage("Error: Bad component name: " + (words[-1] if words else ""), 255)
    package, _, name = component.partition("/")
    app = call.phone.apps.get(package)
    known = app.instrumentations if app is not None else {}
    run = known.get(name) or known.get(name.removeprefix(package))
    if app is None or run is None:
        return _no_instrumentation(call, component, told="-r" in words or "-w" in words)
    try:
        results, code = run(AppContext(call.phone, app), options), -1
    except ValueError as error:
        results, code = {"shortMsg": type(error).__name__, "longMsg": str(error)}, 0
    call.phone.changed()
    if "-w" in words or "-r" in words:
        for key, value in results.items():
            call.print(f"INSTRUMENTATION_RESULT: {key}={value}")
        call.print(f"INSTRUMENTATION_CODE: {code}")
    return 0


def _no_instrumentation(call: Call, component: str, *, told: bool) -> int:
    if told:
        call.print("INSTRUMENTATION_STATUS: id=ActivityManagerService")
        call.print(
            "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: "
            f"ComponentInfo{{{component.replace('/.', '/' + component.partition('/')[0] + '.')}}}"
        )
        call.print("INSTRUMENTATION_STATUS_CODE: -1")
    call.error(f"android.util.AndroidException: INSTRUMENTATION_FAILED: {short(component)}")
    call.error("\tat com.android.commands.am.Instrument.run(Instrument.java:543)")
    return 1


def _config(call: Call, _words: list[str]) -> int:
    call.print(f"config: {configuration(call.phone)}")
    call.print("abi: x86_64,arm64-v8a")
    return 0


def _uri(call: Call, words: list[str]) -> int:
    intent = read_intent(words).intent
    parts = [f"action={intent.action}"] if intent.action else []
    parts += [f"component={short(intent.component)}"] if intent.component else []
    call.print("intent:" + intent.data + "#Intent;" + ";".join([*parts, "end"]))
    return 0


_VERBS: dict[str, Callable[[Call, list[str]], int]] = {
    "broadcast": _broadcast,
    "clear-debug-app": _say(""),
    "crash": _stop,
    "force-stop": _stop,
    "get-config": _config,
    "get-current-user": _say("0"),
    "get-started-user-state": _say("RUNNING_UNLOCKED"),
    "help": _say("Activity manager (activity) commands:\n  help\n      Print this help text."),
    "idle-maintenance": _say(""),
    "instrument": _instrument,
    "kill": _kill,
    "kill-all": _say(""),
    "set-debug-app": _say(""),
    "stack": _stacks,
    "start": _start,
    "start-activity": _start,
    "start-foreground-service": _service,
    "start-service": _service,
    "startforegroundservice": _service,
    "startservice": _service,
    "stop-app": _stop,
    "stop-service": _stop_service,
    "stopservice": _stop_service,
    "switch-user": _say(""),
    "task": _stacks,
    "to-intent-uri": _uri,
    "to-uri": _uri,
    "wait-for-broadcast-barrier": _say("All broadcast queues passed barrier"),
    "wait-for-broadcast-idle": _say("All broadcast queues are idle!"),
}

COMMANDS: dict[str, CommandFunction] = {"am": _am}
