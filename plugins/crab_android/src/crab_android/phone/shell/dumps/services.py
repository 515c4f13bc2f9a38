"""``dumpsys`` of what the phone does: notifications, the keyboard, calls, alarms, places, users."""

from __future__ import annotations

from ...state import Notification
from ..call import Call
from ..commands.processes import app_pid, app_uid
from ..installed import packages, token
from . import Dump


def notification(call: Call, words: list[str]) -> None:
    """``dumpsys notification [--noredact]``."""
    noted = call.phone.state.notifications
    call.print("Current Notification Manager state:\n  Notification List:")
    for note in noted:
        _note(call, note, redact="--noredact" not in words)
    zen = call.phone.state.settings["global"].get("zen_mode", "0")
    call.print(
        f"\n  mUseAttentionLight=true\n  mNotificationsCount={len(noted)}\n  Zen Mode:\n    mZenMode={zen}"
    )
    call.print(f"    mInterruptionFilter={int(zen) + 1 if zen.isdigit() and len(zen) < 3 else 1}")


def _note(call: Call, note: Notification, *, redact: bool) -> None:
    uid = app_uid(note.package)
    key = f"0|{note.package}|0|{note.tag}|{uid}"
    flags = "0x2" if note.ongoing else "0x10"

    def shown(text: str) -> str:
        return f"String [length={len(text)}]" if redact else f"String ({text})"

    call.print(
        f"    NotificationRecord(0x{token(key)}: pkg={note.package} user=UserHandle{{0}} id=0 tag={note.tag}"
        f" importance=3 key={key}: Notification(channel={note.channel} shortcut=null contentView=null"
        f" vibrate=null sound=null defaults=0x0 flags={flags} color=0x00000000 vis=PRIVATE))"
    )
    call.print(
        f"      uid={uid} userId=0\n      opPkg={note.package}\n      flags={flags}\n      "
        f"key={key}\n      seen=false"
    )
    aware = note.when.replace(tzinfo=note.when.tzinfo or call.phone.clock.zone)
    call.print(
        f"      when={int(aware.timestamp() * 1000)}/{int(aware.timestamp() * 1000)}\n      notification="
    )
    call.print("      extras={")
    call.print(f"          android.title={shown(note.title)}")
    call.print(f"          android.text={shown(note.text)}" if note.text else "          android.text=null")
    call.print("          android.subText=null\n          android.showWhen=Boolean (true)\n      }")
    if note.actions:
        call.print("      actions={")
        for number, action in enumerate(note.actions):
            call.print(f'          [{number}] "{action.title}" -> PendingIntent{{{token(action.title)}}}')
        call.print("      }")


def input_method(call: Call, _words: list[str]) -> None:
    """``dumpsys input_method``."""
    phone = call.phone
    shown = str(phone.state.keyboard.visible).lower()
    method = phone.state.settings["secure"].get("default_input_method", "")
    field = phone.focused_field()
    call.print("Current Input Method Manager state:\n  Input Methods:")
    for number, name in enumerate(phone.state.settings["secure"].get("enabled_input_methods", "").split(":")):
        call.print(f"  InputMethod #{number}:\n    mId={name} mSettingsActivityName=null")
    call.print(
        f"  mCurMethodId={method}\n  mCurId={method} mHaveConnection=true mBoundToMethod=true "
        f"mVisibleBound={shown}"
    )
    call.print(
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}"
    )
    call.print(f"  mServedInputConnection={'RemoteInputConnection' if field is not None else 'null'}")
    call.print(f"  mSystemReady=true mInteractive={str(phone.state.awake).lower()}")
    call.print(f"  mInputViewStarted={shown}\n  mIsInputViewShown={shown}\n  mWindowVisible={shown}")


def telephony(call: Call, _words: list[str]) -> None:
    """``dumpsys telephony.registry``."""
    flying = call.phone.state.settings["global"].get("airplane_mode_on") == "1"
    state, number = _call_state(call)
    call.print("last known state:\n  Phone Id=0")
    call.print(
        f"    mCallState={state}\n    mRingingCallState={1 if state == 1 else 0}\n    "
        f"mForegroundCallState={1 if state == 2 else 0}"
    )
    call.print(f"    mBackgroundCallState=0\n    mCallIncomingNumber={number if state == 1 else ''}")
    service = 3 if flying else 0
    names = "OUT_OF_SERVICE" if flying else "IN_SERVICE"
    call.print(
        f"    mServiceState={{mVoiceRegState={service}({names}), "
        f"mDataRegState={service}({names}), mOperatorAlphaLong=Crab Mobile, "
        "isManualNetworkSelection=false}}"
    )
    call.print(
        f"    mSignalStrength=SignalStrength:{{mLte=CellSignalStrengthLte: rssi=-65 rsrp=-92 "
        f"level={0 if flying else 4}}}"
    )
    on = call.phone.state.settings["global"].get("mobile_data") == "1" and not flying
    call.print(
        "    mMessageWaiting=false\n    mCallForwarding=false\n    mDataActivity=0\n    "
        f"mDataConnectionState={2 if on else 0}"
    )
    call.print(f"    mDataEnabled={str(on).lower()}")


def _call_state(call: Call) -> tuple[int, str]:
    """Whether the phone rings (1) or a call goes on (2), and with whom, as the app for calls has it."""
    app = call.phone.state.apps.get("com.android.dialer")
    state, number = getattr(app, "call_state", 0), getattr(app, "call_number", "")
    return int(state), str(number)


def telecom(call: Call, _words: list[str]) -> None:
    """``dumpsys telecom``."""
    state, number = _call_state(call)
    call.print("CallsManager:\n  mCalls:")
    if state:
        call.print(f"    [TC@1, {'RINGING' if state == 1 else 'ACTIVE'}, tel:{number}]")
    call.print(f"  mCallAudioManager:\n    Foreground call: {'TC@1' if state else 'null'}")
    call.print("  mDefaultDialer: com.android.dialer")


def alarm(call: Call, _words: list[str]) -> None:
    """``dumpsys alarm``."""
    now = call.phone.timestamp() * 1000
    call.print(
        "Current Alarm Manager state:\n  "
        f"nowRTC={now}={call.phone.now():%Y-%m-%d %H:%M:%S.000} nowELAPSED=48240000"
    )
    upcoming = call.phone.state.settings["system"].get("next_alarm_formatted", "")
    call.print(f"  Next alarm clock information:\n    user:0 pendingSend:false time:{upcoming or 'none'}")


def location(call: Call, _words: list[str]) -> None:
    """``dumpsys location``."""
    on = call.phone.state.settings["secure"].get("location_mode") != "0"
    call.print(
        "Location Manager State:\n  User Info:\n    running users: u[0]\n  Location "
        f"Settings:\n    Location Setting: {str(on).lower()}"
    )
    call.print(f"  gps provider:\n    enabled={str(on).lower()}\n    last location=null")


def user(call: Call, _words: list[str]) -> None:
    """``dumpsys user``."""
    call.print(
        "Current user: 0\nUsers:\n  UserInfo{0:Owner:4c13} serialNo=0 isPrimary=true\n    "
        "State: RUNNING_UNLOCKED"
    )


def usagestats(call: Call, _words: list[str]) -> None:
    """``dumpsys usagestats``."""
    call.print('user=0\n  Last 24 hour events (timeRange="")')
    now = call.phone.now()
    for stack in call.phone.state.stacks:
        for activity in stack.activities:
            name = call.phone.apps[activity.package].screens[activity.screen].activity
            call.print(
                f'    time="{now:%Y-%m-%d %H:%M:%S}" type=ACTIVITY_RESUMED '
                f"package={activity.package} class={activity.package}{name}"
            )


def account(call: Call, _words: list[str]) -> None:
    """``dumpsys account``."""
    accounts = call.phone.state.accounts
    call.print(f"User UserInfo{{0:Owner:4c13}}:\n  Accounts: {len(accounts)}")
    for each in accounts:
        call.print(f"    Account {{name={each.name}, type={each.type}}}")


def statusbar(call: Call, _words: list[str]) -> None:
    """``dumpsys statusbar``."""
    call.print("  mDisabled1=0x0\n  mDisabled2=0x0\n  mIcons=")


def uimode(call: Call, _words: list[str]) -> None:
    """``dumpsys uimode``."""
    dark = call.phone.theme.dark
    call.print(
        f"Current UI Mode Service state:\n  mNightMode={2 if dark else 1} "
        f"({'yes' if dark else 'no'})\n  mComputedNightMode={str(dark).lower()}"
    )


def media_session(call: Call, _words: list[str]) -> None:
    """``dumpsys media_session``."""
    call.print(
        "MEDIA SESSION SERVICE (dumpsys media_session)\n\n0 sessions listeners.\nSessions "
        "Stack - have 0 sessions:"
    )


def clipboard(call: Call, _words: list[str]) -> None:
    """``dumpsys clipboard`` says nothing, as on Android."""
    del call


def gfxinfo(call: Call, words: list[str]) -> None:
    """``dumpsys gfxinfo [PACKAGE]``."""
    for name in [word for word in words if word in packages(call.phone)]:
        call.print(
            "Applications Graphics Acceleration Info:\n\n** Graphics info for pid "
            f"{app_pid(name)} [{name}] **\n\nTotal frames rendered: 0\nJanky frames: 0 "
            "(0.00%)"
        )


DUMPS: dict[str, Dump] = {
    "account": account,
    "alarm": alarm,
    "clipboard": clipboard,
    "gfxinfo": gfxinfo,
    "input_method": input_method,
    "location": location,
    "media_session": media_session,
    "notification": notification,
    "statusbar": statusbar,
    "telecom": telecom,
    "telephony.registry": telephony,
    "uimode": uimode,
    "usagestats": usagestats,
    "user": user,
}
