"""Getting from screen to screen: tasks, the back stack, intents and their results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import intents
from .context import AppContext
from .intents import Intent
from .state import Activity, Overlay, Request, Stack

if TYPE_CHECKING:
    from .app import App
    from .phone import Phone

LAUNCHER = "org.crab.launcher"
HOME_CATEGORY = "android.intent.category.HOME"

# What goes when another screen comes: it belongs to the one before, or was only glanced at.
_PASSING = ("shade", "quick_settings", "recents", "power", "permission", "chooser")


class UnknownActivityError(LookupError):
    """No installed app has the package or activity that was asked for."""


@dataclass(frozen=True, slots=True)
class Target:
    """A screen that an intent may open."""

    package: str
    screen: str
    args: dict[str, Any]
    label: str


def app_of(phone: Phone, package: str) -> App[Any]:
    """The installed, enabled app.

    Raises:
        UnknownActivityError: when there is none.
    """
    if package not in phone.apps:
        raise UnknownActivityError(f"no package {package!r} is installed")
    return phone.apps[package]


def _screen_of(app: App[Any], screen: str | None) -> str:
    name = screen or app.main
    if name not in app.screens:
        raise UnknownActivityError(f"{app.package} has no screen {name!r}")
    return name


def launch(phone: Phone, package: str) -> None:
    """Open an app as its icon does: where it was left, or at its main screen."""
    app = app_of(phone, package)
    leave(phone)
    stacks = phone.state.stacks
    for position, stack in enumerate(stacks):
        if stack.package == package:
            stacks.append(stacks.pop(position))
            break
    else:
        stacks.append(Stack(package=package, activities=[Activity(package=package, screen=app.main)]))
        _opened(phone)
    phone.log("ActivityTaskManager", f"START u0 {{cmp={package}/{app.screens[app.main].activity}}}")


def start(
    phone: Phone, package: str, screen: str | None = None, args: Mapping[str, Any] | None = None
) -> None:
    """Start an activity in its app's own task, which comes to the front."""
    app = app_of(phone, package)
    name = _screen_of(app, screen)
    known = any(stack.package == package for stack in phone.state.stacks)
    launch(phone, package)
    if known or name != app.main or args:
        top = phone.activity
        if not (top.package == package and top.screen == name and top.args == dict(args or {})):
            push(phone, package, name, args)
        leave(phone)


def push(
    phone: Phone,
    package: str,
    screen: str,
    args: Mapping[str, Any] | None = None,
    request: Request | None = None,
) -> None:
    """Start an activity on top of the visible one, in the same task."""
    app = app_of(phone, package)
    name = _screen_of(app, screen)
    leave(phone)
    made = Activity(package=package, screen=name, args=dict(args or {}), request=request)
    phone.front.activities.append(made)
    _opened(phone)
    phone.log("ActivityTaskManager", f"START u0 {{cmp={package}/{app.screens[name].activity}}}")


def _opened(phone: Phone) -> None:
    context = phone.context()
    known = phone.state.packages.get(context.app.package)
    if known is not None:
        known.stopped = False
    handler = context.app.screens[context.activity.screen].opened
    if handler is not None:
        handler(context)
        phone.changed()


def finish(phone: Phone, result: Mapping[str, Any] | None = None) -> None:
    """Leave the visible activity; after a task's last one, the home screen."""
    leave(phone)
    done = phone.front.activities.pop()
    if not phone.front.activities:
        phone.state.stacks.pop()
        home(phone)
    elif done.request is not None and result is not None:
        deliver(phone, done.request, result)


def deliver(phone: Phone, request: Request, result: Mapping[str, Any]) -> None:
    """Hand an answer to the visible screen, if it still waits for one."""
    context = phone.context()
    handler = context.app.screens[context.activity.screen].results.get(request.name)
    if handler is not None:
        handler(context, {**request.keep, **result})
    phone.changed()


def home(phone: Phone) -> None:
    """Show the home screen."""
    leave(phone)
    stacks = phone.state.stacks
    for position, stack in enumerate(stacks):
        if stack.package == LAUNCHER:
            stacks.append(stacks.pop(position))
            break
    else:
        stacks.append(Stack(package=LAUNCHER, activities=[]))
    phone.front.activities = [Activity(package=LAUNCHER, screen=phone.apps[LAUNCHER].main)]


def back(phone: Phone) -> None:
    """The back key: hide the keyboard, close what is over the app, close a dialog, or leave the screen."""
    phone.changed()
    if phone.state.keyboard.visible:
        phone.hide_keyboard()
        return
    if phone.state.overlays:
        phone.overlay_back()
        return
    if phone.activity.dialog is not None:
        phone.activity.close_dialog()
        return
    context = phone.context()
    handler = context.app.screens[phone.activity.screen].back
    if handler is not None and handler(context):
        return
    if phone.front.package == LAUNCHER and len(phone.front.activities) == 1:
        return
    finish(phone)


def force_stop(phone: Phone, package: str) -> None:
    """End an app: its tasks and activities go, what it has stored stays."""
    front = phone.front
    if package in phone.apps:
        phone.packages.get(package).stopped = True
    phone.state.overlays = [o for o in phone.state.overlays if o.args.get("package") != package]
    for stack in phone.state.stacks:
        stack.activities = [activity for activity in stack.activities if activity.package != package]
    kept = [stack for stack in phone.state.stacks if stack.package != package and stack.activities]
    phone.state.stacks = kept
    phone.changed()
    if not kept or kept[-1] is not front:
        home(phone)


def leave(phone: Phone) -> None:
    """What always happens when another screen comes: this one keeps what it must, keyboard and shade go."""
    if phone.state.stacks and phone.front.activities and phone.activity.package in phone.apps:
        context = phone.context()
        screen = context.app.screens.get(context.activity.screen)
        if screen is not None and screen.on_pause is not None:
            screen.on_pause(context)
    phone.hide_keyboard()
    phone.state.overlays = [overlay for overlay in phone.state.overlays if overlay.kind not in _PASSING]
    phone.changed()


# -- intents --------------------------------


def resolve(phone: Phone, intent: Intent) -> list[Target]:
    """The screens that an intent may open, the most fitting first."""
    if intent.component:
        package, _, activity = intent.component.partition("/")
        app = phone.apps.get(package)
        screen = app.screen_of(activity) if app else None
        if app is None or screen is None:
            return []
        args = next((f.args(intent) for f in app.filters if f.screen == screen and f.matches(intent)), {})
        return [Target(package, screen, args, app.label)]
    if intent.action in ("", intents.MAIN):
        if intent.package in phone.apps:
            app = phone.apps[intent.package]
            return [Target(app.package, app.main, {}, app.label)]
        return []
    return [
        Target(app.package, found.screen, found.args(intent), found.label or app.label)
        for app in phone.apps.values()
        if intent.package in ("", app.package)
        for found in app.filters
        if found.matches(intent)
    ]


def start_intent(
    phone: Phone, intent: Intent, *, from_package: str = "", request: Request | None = None, choose: str = ""
) -> bool:
    """Open what an intent asks for; the user chooses when several can, or when ``choose`` is set.

    Args:
        phone: the phone.
        intent: what is asked.
        from_package: the app that asks, whose task the new activity joins; empty when asked from outside.
        request: who waits for the answer.
        choose: title of the chooser.

    Returns:
        False, with a message on the screen when an app asked, when nothing can open it.
    """
    if intent.action == intents.MAIN and HOME_CATEGORY in intent.categories:
        home(phone)
        return True
    targets = resolve(phone, intent)
    if choose:
        targets = [target for target in targets if target.package != from_package]
    if not targets:
        if from_package:
            phone.toast(from_package, "No app can perform this action.")
        return False
    if len(targets) > 1 or choose:
        title = choose or "Open with"
        args = {
            "title": title,
            "package": from_package,
            "text": str(intent.extras.get(intents.EXTRA_TEXT, "")),
            "targets": [[t.package, t.screen, t.args, t.label] for t in targets],
            "request": request.model_dump() if request else None,
        }
        leave(phone)
        phone.show_overlay(Overlay(kind="chooser", args=args))
        return True
    _open(phone, targets[0], from_package, request)
    return True


def _open(phone: Phone, target: Target, from_package: str, request: Request | None) -> None:
    if from_package:
        push(phone, target.package, target.screen, target.args, request)
    else:
        start(phone, target.package, target.screen, target.args)


def chosen(phone: Phone, overlay: Overlay, index: int) -> None:
    """The user chose one of the targets in a chooser."""
    package, screen, args, label = overlay.args["targets"][index]
    request = overlay.args["request"]
    phone.hide_overlay(overlay)
    _open(
        phone,
        Target(package, screen, args, label),
        overlay.args["package"],
        Request.model_validate(request) if request else None,
    )


def broadcast(phone: Phone, intent: Intent) -> int:
    """Send an intent to every app with a receiver for its action; returns how many there were."""
    heard = 0
    for app in list(phone.apps.values()):
        receiver = app.receivers.get(intent.action)
        if receiver is not None and intent.package in ("", app.package):
            receiver(AppContext(phone, app), intent)
            heard += 1
    phone.changed()
    return heard
