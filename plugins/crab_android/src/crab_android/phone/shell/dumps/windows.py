"""``dumpsys window``, ``display``, ``input`` and ``SurfaceFlinger``: the screen and what is on it."""

from __future__ import annotations

from ...phone import Phone
from ...windows import Window
from ..call import Call
from ..commands.processes import app_uid
from ..installed import token
from . import Dump
from .activities import record

DISPLAY_ID = 4619827259835644672
_TYPES = {
    "StatusBar": "STATUS_BAR",
    "NavigationBar0": "NAVIGATION_BAR",
    "InputMethod": "INPUT_METHOD",
    "Toast": "TOAST",
    "NotificationShade": "NOTIFICATION_SHADE",
}


def _object(window: Window) -> str:
    return f"Window{{{token(window.title)} u0 {window.title}}}"


def focus(phone: Phone) -> str:
    """The window that has the focus, as Android writes it."""
    return _object(phone.active_window()) if phone.state.awake else "null"


def _windows(call: Call) -> None:
    phone = call.phone
    call.print("WINDOW MANAGER WINDOWS (dumpsys window windows)")
    scale = phone.scale
    for number, window in reversed(list(enumerate(phone.windows()))):
        kind = _TYPES.get(window.title, "APPLICATION" if window.modal else "BASE_APPLICATION")
        rect = window.root.rect
        left, top, right, bottom = (
            round(side * scale) for side in (rect.left, rect.top, rect.right, rect.bottom)
        )
        frame = f"[{left},{top}][{right},{bottom}]"
        flags = ["LAYOUT_IN_SCREEN", "HARDWARE_ACCELERATED"]
        flags += ["SECURE"] if window.secure else []
        flags += ["DIM_BEHIND"] if window.scrim else []
        flags += [] if window.focusable else ["NOT_FOCUSABLE"]
        shown = str(phone.state.awake).lower()
        call.print(f"  Window #{number} {_object(window)}:")
        call.print(
            f"    mDisplayId=0 rootTaskId=2 mSession=Session{{{token(window.package)} 2000}} "
            f"mClient=android.os.BinderProxy@{token(window.title + 'c')}"
        )
        call.print(
            f"    mOwnerUid={app_uid(window.package)} showForAllUsers=false "
            f"package={window.package} appop=NONE"
        )
        call.print(f"    mAttrs={{(0,0)(fillxfill) sim={{adjust=resize}} ty={kind} fmt=TRANSLUCENT")
        call.print(f"      fl={' '.join(flags)}")
        call.print("      pfl=NO_MOVE_ANIMATION}")
        call.print(f"    Requested w={right - left} h={bottom - top} mLayoutSeq=10")
        call.print(f"    mHasSurface={shown} isReadyForDisplay()={shown} mWindowRemovalAllowed=false")
        call.print(f"    Frames: parent={frame} display={frame} frame={frame} last={frame}")
        call.print(f"    mFrame={frame} last={frame}")
        call.print(f"    isOnScreen={shown}\n    isVisible={shown}")
    _focused(call)
    call.print("  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0\n  mAnimationScheduled=false")
    call.print(f"  mInputMethodWindow={_keyboard(phone)}")


def _keyboard(phone: Phone) -> str:
    return next((_object(window) for window in phone.windows() if window.title == "InputMethod"), "null")


def _focused(call: Call) -> None:
    phone = call.phone
    call.print(f"  mCurrentFocus={focus(phone)}")
    call.print(f"  mFocusedApp={record(phone, phone.front, phone.activity)}")


def _displays(call: Call) -> None:
    phone = call.phone
    width, height = phone.pixels
    upright = phone.state.display
    least, most = min(width, height), max(width, height)
    call.print("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)")
    call.print("  Display: mDisplayId=0 (organized)")
    call.print(
        f"    init={upright.width}x{upright.height} {upright.density}dpi mMinSizeOfResizeableTaskDp=220"
        f" cur={width}x{height} app={width}x{height} rng={least}x{least}-{most}x{most}"
    )
    call.print("    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion()")
    call.print(f"  mLayoutSeq=10\n  mCurrentRotation=ROTATION_{phone.rotation * 90}")
    call.print(
        "  DisplayRotation\n    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED\n    "
        f"mRotation={phone.rotation} mDeferredRotationPauseCount=0"
    )
    _focused(call)


def _policy(call: Call) -> None:
    phone = call.phone
    awake, locked = str(phone.state.awake).lower(), str(phone.state.locked).lower()
    call.print("WINDOW MANAGER POLICY STATE (dumpsys window policy)")
    call.print(
        f"    mSystemReady=true mSystemBooted=true\n    mAwake={awake} mScreenOnEarly={awake} "
        f"mScreenOnFully={awake}"
    )
    call.print(f"    screenState={'SCREEN_STATE_ON' if phone.state.awake else 'SCREEN_STATE_OFF'}")
    call.print(f"    interactiveState=INTERACTIVE_STATE_{'AWAKE' if phone.state.awake else 'SLEEP'}")
    call.print(
        f"    showing={locked}\n    mIsShowing={locked}\n    isStatusBarKeyguard={locked}\n   "
        f" mDreamingLockscreen={locked}"
    )
    call.print(
        f"    KeyguardServiceDelegate\n      showing={locked}\n      inputRestricted={locked}\n"
        "      occluded=false\n      secure=false"
    )


def window(call: Call, words: list[str]) -> None:
    """``dumpsys window [windows|displays|policy|visible]``."""
    names = [word for word in words if not word.startswith("-")]
    part = names[0] if names else ""
    if part in ("", "a", "all", "p", "policy"):
        _policy(call)
    if part in ("", "a", "all", "d", "displays"):
        _displays(call)
    if part in ("", "a", "all", "w", "windows", "visible", "visible-apps"):
        _windows(call)
    if part in ("l", "lastanr"):
        call.print("WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>")
    if part in ("t", "tokens"):
        call.print("WINDOW MANAGER TOKENS (dumpsys window tokens)")


def display(call: Call, _words: list[str]) -> None:
    """``dumpsys display``."""
    phone = call.phone
    width, height = phone.pixels
    upright = phone.state.display
    least, most = min(width, height), max(width, height)
    state = "ON" if phone.state.awake else "OFF"
    brightness = phone.state.settings["system"].get("screen_brightness", "128")
    call.print("DISPLAY MANAGER (dumpsys display)")
    call.print("  mSafeMode=false\n  mPendingTraversal=false\n  mViewports=[" + _viewport(phone) + "]")
    call.print(f"  mCurrentOrientation={phone.rotation}")
    call.print("Display Devices: size=1")
    call.print(
        f'  DisplayDeviceInfo{{"Built-in Screen": uniqueId="local:{DISPLAY_ID}", '
        f"{upright.width} x {upright.height}, modeId 1, density {upright.density}, "
        f"{float(upright.density)} x {float(upright.density)} dpi, state {state}, "
        "rotation 0, type INTERNAL, port 0}"
    )
    call.print("Logical Displays: size=1\n  Display 0:\n    mDisplayId=0\n    mLayerStack=0")
    call.print(
        f'    mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, real {width} x {height}, '
        f"largest app {most} x {most}, smallest app {least} x {least}, "
        f"rotation {phone.rotation}, state {state}, density {upright.density}}}"
    )
    call.print(
        f"Display Power Controller:\n  mScreenState={state}\n  mScreenBrightness={brightness}\n"
        f"  mPowerRequest=policy={'BRIGHT' if phone.state.awake else 'OFF'}"
    )


def _viewport(phone: Phone) -> str:
    width, height = phone.pixels
    return (
        "DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0,"
        f" uniqueId='local:{DISPLAY_ID}',"
        f" physicalPort=0, orientation={phone.rotation}, logicalFrame=Rect(0, 0 - {width}, {height}),"
        f" physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, deviceHeight={height}}}"
    )


def input_(call: Call, _words: list[str]) -> None:
    """``dumpsys input``."""
    phone = call.phone
    width, height = phone.pixels
    call.print(
        "INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n    1: "
        "crab_touchscreen\n      Classes: TOUCH | TOUCH_MT | EXTERNAL_STYLUS"
    )
    call.print(
        "Input Reader State:\n  Device 1: crab_touchscreen\n    Touch Input Mapper (mode - "
        f"DIRECT):\n      SurfaceWidth: {width}px\n      SurfaceHeight: {height}px\n      "
        f"SurfaceOrientation: {phone.rotation}"
    )
    call.print(
        f"      Viewport INTERNAL: displayId=0, uniqueId=local:{DISPLAY_ID}, port=0, "
        f"orientation={phone.rotation}, logicalFrame=[0, 0, {width}, {height}], "
        f"physicalFrame=[0, 0, {width}, {height}], deviceSize=[{width}, {height}], "
        "isActive=[1]"
    )
    call.print(
        "Input Dispatcher State:\n  DispatchEnabled: true\n  FocusedApplications:\n    "
        f"displayId=0, name='{record(phone, phone.front, phone.activity)}'"
    )
    call.print(
        f"  FocusedWindows:\n    displayId=0, name='{token(phone.active_window().title)} "
        f"{phone.active_window().title}'"
    )


def surface_flinger(call: Call, words: list[str]) -> None:
    """``dumpsys SurfaceFlinger [--display-id|--list|--latency]``."""
    if "--display-id" in words:
        call.print(f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=CRB displayName="Internal"')
    elif "--list" in words:
        for each in call.phone.windows():
            call.print(f"{each.title}#{token(each.title)}")
    elif "--latency" in words:
        call.print("16666666")
    elif "--latency-clear" not in words:
        width, height = call.phone.pixels
        call.print(f"Build configuration: [sf]\nDisplay {DISPLAY_ID}\n    {width}x{height}, 60.00 fps")


DUMPS: dict[str, Dump] = {
    "SurfaceFlinger": surface_flinger,
    "display": display,
    "input": input_,
    "window": window,
}
