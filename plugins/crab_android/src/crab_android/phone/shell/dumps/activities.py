"""``dumpsys activity``: tasks and activities, recents, processes."""

from __future__ import annotations

from ...phone import Phone
from ...state import Activity, Stack
from ..call import Call
from ..commands.processes import SYSTEM, app_pid, app_uid, app_user, running_apps
from ..installed import token
from . import Dump

_MAIN = "android.intent.action.MAIN"


def component(phone: Phone, activity: Activity | None = None, *, full: bool = False) -> str:
    """An activity, the visible one when None, as ``package/.Class`` or with the whole name of its class."""
    shown = activity or phone.activity
    name = phone.apps[shown.package].screens[shown.screen].activity
    return f"{shown.package}/{shown.package if full else ''}{name}"


def task_number(phone: Phone, stack: Stack) -> int:
    """The number of a task: it stays with the app that the task was started for."""
    return 2 + sorted({other.package for other in phone.state.stacks}).index(stack.package)


def record(phone: Phone, stack: Stack, activity: Activity) -> str:
    """An activity on the back stack, as Android writes it."""
    name = component(phone, activity)
    return f"ActivityRecord{{{token(name)} u0 {name} t{task_number(phone, stack)}}}"


def task(phone: Phone, stack: Stack) -> str:
    """A task, as Android writes it."""
    visible = str(stack is phone.front).lower()
    kind = "home" if stack.package == "org.crab.launcher" else "standard"
    return (
        f"Task{{{token(stack.package)} #{task_number(phone, stack)} type={kind}"
        f" A={app_uid(stack.package)}:{stack.package} U=0 visible={visible} visibleRequested={visible}"
        f" mode=fullscreen translucent=false sz={len(stack.activities)}}}"
    )


def _stacks(phone: Phone) -> list[Stack]:
    return [stack for stack in reversed(phone.state.stacks) if stack.activities]


def _activities(call: Call, _words: list[str]) -> None:
    phone = call.phone
    top = record(phone, phone.front, phone.activity)
    resumed = phone.state.awake and not phone.state.locked
    call.print("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)")
    call.print("Display #0 (activities from top to bottom):")
    for stack in _stacks(phone):
        call.print(f"  * {task(phone, stack)}")
        for number, activity in reversed(list(enumerate(stack.activities))):
            front = stack is phone.front and activity is phone.activity
            user = app_user(activity.package).replace("_", "")
            call.print(f"    * Hist  #{number}: {record(phone, stack, activity)}")
            call.print(f"      packageName={activity.package} processName={activity.package}")
            call.print(
                f"      app=ProcessRecord{{{token(activity.package)} "
                f"{app_pid(activity.package)}:{activity.package}/{user}}}"
            )
            call.print(f"      Intent {{ act={_MAIN} flg=0x10000000 cmp={component(phone, activity)} }}")
            state = "RESUMED" if front and resumed else "STOPPED"
            call.print(f"      state={state} finishing=false nowVisible={str(front).lower()}")
        if stack is phone.front and resumed:
            call.print(f"    topResumedActivity={top}")
        call.print()
    if resumed:
        call.print("  Resumed activities in task display areas (from top to bottom):")
        call.print(f"    Resumed: {top}")
        call.print()
        call.print(f"  mResumedActivity: {top}")
        call.print(f"  ResumedActivity: {top}")
        call.print(f"  topResumedActivity={top}")
    call.print(f"  mFocusedApp={top}")
    call.print(f"  mLastFocusedRootTask={task(phone, phone.front)}")
    call.print(
        "  isHomeRecentsComponent=true\n  mUserLeaving=false\n  "
        f"isSleeping={str(not phone.state.awake).lower()}"
    )


def _top(call: Call, _words: list[str]) -> None:
    phone = call.phone
    for stack in _stacks(phone):
        activity = stack.activities[-1]
        name, pid = component(phone, activity), app_pid(activity.package)
        call.print(f"TASK {app_uid(stack.package)}:{stack.package} id={task_number(phone, stack)} userId=0")
        call.print(f"  ACTIVITY {name} {token(name)} pid={pid} userId=0")
        call.print(f"    Local Activity {token(name + 'l')} State:")
        visible = stack is phone.front
        call.print(
            f"      mResumed={str(visible).lower()} mStopped={str(not visible).lower()} mFinished=false"
        )
        call.print()


def _recents(call: Call, _words: list[str]) -> None:
    phone = call.phone
    call.print("ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)")
    call.print(
        "mRecentsUid=10141\nmRecentsComponent=ComponentInfo{org.crab.launcher/org.crab.launcher.HomeActivity}"
    )
    call.print("  Recent tasks:")
    for number, stack in enumerate(_stacks(phone)):
        call.print(f"  * Recent #{number}: {task(phone, stack)}")
        call.print(f"    userId=0 effectiveUid={app_uid(stack.package)} mCallingPackage=org.crab.launcher")
        call.print(f"    realActivity={{{component(phone, stack.activities[0])}}}")
        call.print(f"    Activities=[{', '.join(record(phone, stack, each) for each in stack.activities)}]")


def _processes(call: Call, _words: list[str]) -> None:
    call.print("ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)")
    call.print("  All known processes:")
    for name in running_apps(call.phone):
        user = app_user(name).replace("_", "")
        call.print(
            f"  *APP* UID {app_uid(name)} ProcessRecord{{{token(name)} {app_pid(name)}:{name}/{user}}}"
        )
    for user, pid, name in SYSTEM:
        if "." in name:
            call.print(f"  *PERS* UID 1000 ProcessRecord{{{token(name)} {pid}:{name}/{user}}}")
    call.print(f"  mWakefulness={'Awake' if call.phone.state.awake else 'Asleep'}")


def _services(call: Call, _words: list[str]) -> None:
    call.print("ACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)")


def _broadcasts(call: Call, _words: list[str]) -> None:
    call.print("ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  Registered Receivers:")
    for app in call.phone.apps.values():
        for action in app.receivers:
            call.print(
                f"  * ReceiverList{{{token(app.package)} {app_pid(app.package)} {app.package}}}\n"
                f'      Action: "{action}"'
            )


_PARTS: dict[str, Dump] = {
    "a": _activities,
    "activities": _activities,
    "b": _broadcasts,
    "broadcasts": _broadcasts,
    "p": _processes,
    "processes": _processes,
    "r": _recents,
    "recents": _recents,
    "s": _services,
    "services": _services,
    "top": _top,
}


def activity(call: Call, words: list[str]) -> None:
    """``dumpsys activity [activities|top|recents|processes|services|broadcasts|PACKAGE]``."""
    names = [word for word in words if not word.startswith("-")]
    if names and names[0] in _PARTS:
        _PARTS[names[0]](call, names[1:])
    elif names:
        known = any(
            each.package == names[0] for stack in call.phone.state.stacks for each in stack.activities
        )
        if known:
            _top(call, names)
        else:
            call.print(f"No services match: {names[0]}\nUse -h for help.")
    else:
        for part in (_recents, _broadcasts, _services, _activities, _processes):
            part(call, [])
            call.print("-------------------------------------------------------------------------------")


DUMPS: dict[str, Dump] = {"activity": activity, "activity_task": activity}
