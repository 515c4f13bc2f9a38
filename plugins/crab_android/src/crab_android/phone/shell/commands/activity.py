"""``am``: starting and stopping apps, and broadcasts."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field

from ...intents import MAIN, Intent
from ...navigation import resolve
from ...phone import Phone
from ..call import Call, CommandFunction, Usage

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"


@dataclass
class _Intent:
    """What the options of ``am`` describe."""

    action: str = ""
    data: str = ""
    component: str = ""
    package: str = ""
    categories: list[str] = field(default_factory=list)
    extras: dict[str, str] = field(default_factory=dict)
    wait: bool = False
    stop: bool = False

    def describe(self) -> str:
        parts = [f"act={self.action}"] if self.action else []
        parts += [f"cat=[{','.join(self.categories)}]"] if self.categories else []
        parts += [f"dat={self.data}"] if self.data else []
        parts += ["flg=0x400000"] if self.action and not self.component else []
        parts += [f"pkg={self.package}"] if self.package else []
        parts += [f"cmp={self.component}"] if self.component else []
        parts += ["(has extras)"] if self.extras else []
        return "Intent { " + " ".join(parts) + " }"


_EXTRAS = ("--es", "-e", "--ei", "--ez", "--el", "--ef", "--eu", "--ecn")
_WITH_VALUE = ("--user", "-f", "-t", "--display", "-R", "--windowingMode")


def _parse(words: list[str]) -> _Intent:
    intent = _Intent()
    queue = list(words)

    def value(option: str) -> str:
        if not queue:
            raise Usage(f'Error: Argument expected after "{option}"', 255)
        return queue.pop(0)

    while queue:
        word = queue.pop(0)
        if word == "-a":
            intent.action = value(word)
        elif word == "-d":
            intent.data = value(word)
        elif word == "-n":
            intent.component = value(word)
        elif word == "-p":
            intent.package = value(word)
        elif word == "-c":
            intent.categories.append(value(word))
        elif word in _EXTRAS:
            key = value(word)
            intent.extras[key] = value(word)
        elif word in _WITH_VALUE:
            value(word)
        elif word == "-W":
            intent.wait = True
        elif word == "-S":
            intent.stop = True
        elif not word.startswith("-"):
            _bare(intent, word)
    return intent


def _bare(intent: _Intent, word: str) -> None:
    """A word without an option: a component, an address, or a package."""
    if ":" in word:
        intent.data = word
    elif "/" in word:
        intent.component = word
    else:
        intent.package = word


def _am(call: Call) -> int:
    if not call.args:
        raise Usage("Activity manager (activity) commands:\n  help", 255)
    verb, *rest = call.args
    actions = {
        "start": _start,
        "start-activity": _start,
        "force-stop": _stop,
        "kill": _stop,
        "broadcast": _broadcast,
        "kill-all": lambda _call, _words: 0,
        "get-current-user": _user,
        "stack": _stacks,
    }
    if verb not in actions:
        raise Usage(f"Unknown command: {verb}", 255)
    return actions[verb](call, rest)


def _user(call: Call, _words: list[str]) -> int:
    call.print("0")
    return 0


def _stacks(call: Call, _words: list[str]) -> int:
    for number, stack in enumerate(reversed(call.phone.state.stacks)):
        call.print(f"RootTask id={number + 1} type=standard topActivity={stack.package}")
    return 0


def _start(call: Call, words: list[str]) -> int:
    intent = _parse(words)
    call.print(f"Starting: {intent.describe()}")
    phone = call.phone
    if intent.action == "android.intent.action.MAIN" and "android.intent.category.HOME" in intent.categories:
        phone.home()
        return 0
    asked = Intent(
        action=intent.action or MAIN,
        data=intent.data,
        package=intent.package,
        component=intent.component,
        categories=intent.categories,
        extras=dict(intent.extras),
    )
    targets = resolve(phone, asked)
    if not targets:
        if intent.component:
            call.error("Error type 3")
            call.error(f"Error: Activity class {{{intent.component}}} does not exist.")
        else:
            call.error(f"Error: Activity not started, unable to resolve {intent.describe()}")
        return 1
    package, screen = targets[0].package, targets[0].screen
    if intent.stop:
        phone.force_stop(package)
    if screen == phone.apps[package].main:
        phone.launch(package)
        phone.front.activities = phone.front.activities[:1] if intent.component else phone.front.activities
    else:
        phone.start_intent(asked)
    if intent.wait:
        activity = phone.apps[package].screens[screen].activity
        call.print("Status: ok")
        call.print("LaunchState: WARM")
        call.print(f"Activity: {package}/{activity}")
        call.print("TotalTime: 0")
        call.print("WaitTime: 0")
        call.print("Complete")
    return 0


def _stop(call: Call, words: list[str]) -> int:
    names = [word for word in words if not word.startswith("-") and not word.isdigit()]
    for name in names:
        if name in call.phone.apps:
            call.phone.force_stop(name)
    return 0


def _broadcast(call: Call, words: list[str]) -> int:
    intent = _parse(words)
    call.print(f"Broadcasting: {intent.describe()}")
    _deliver(call.phone, intent)
    call.print("Broadcast completed: result=0")
    return 0


def _deliver(phone: Phone, intent: _Intent) -> None:
    """The broadcasts of ADBKeyboard (its README); the phone hears them while that keyboard is chosen."""
    if phone.state.settings["secure"].get("default_input_method") != ADB_KEYBOARD:
        return
    message = intent.extras.get("msg", "")
    if intent.action == "ADB_INPUT_TEXT" and message:
        phone.type_text(message)
    elif intent.action == "ADB_INPUT_B64" and message:
        try:
            phone.type_text(base64.b64decode(message, validate=True).decode("utf-8"))
        except (binascii.Error, UnicodeDecodeError):
            return
    elif intent.action == "ADB_CLEAR_TEXT":
        field_ = phone.focused_field()
        if field_ is not None:
            field_.set("")
            phone.changed()
    elif intent.action == "ADB_INPUT_CODE" and intent.extras.get("code", "").isdigit():
        phone.key(int(intent.extras["code"]))


COMMANDS: dict[str, CommandFunction] = {"am": _am}
