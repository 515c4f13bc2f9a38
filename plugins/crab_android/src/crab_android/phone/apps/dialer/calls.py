"""Calls beginning, going on and ending, by the phone's clock."""

from __future__ import annotations

from datetime import datetime, timedelta

from crab_android.phone.kit import AppContext, Callers, Intent, NotificationAction

from .model import Call, Dialer, Entry, Incoming, Kind

PHONE_STATE = "android.intent.action.PHONE_STATE"
ANSWER = "com.android.dialer.ANSWER"
HANG_UP = "com.android.dialer.HANG_UP"
SCREEN = "in_call"
_ONGOING, _MISSED = "call", "missed"
_RING = 30  # seconds that a call rings when nobody says how long
_MOST = 2  # calls at once


def place(context: AppContext[Dialer], number: str) -> bool:
    """Call a number; what is going on is held. False, with a message, when it cannot be."""
    state, now = context.state, context.now()
    if context.setting("global", "airplane_mode_on", "0") == "1":
        context.toast("Turn off airplane mode to make a call")
        return False
    if len(state.calls) >= _MOST or state.call_state == 1:
        context.toast("You cannot call while two calls are going on")
        return False
    for other in state.calls:
        other.phase = "holding"
    call = Call(number=number, phase="dialing", started=now)
    if state.answer_after is not None:
        call.until = now + timedelta(seconds=state.answer_after)
        if not context.system.clock.running:
            _speak(call, now)
    state.calls.append(call)
    state.keys = ""
    _tell_ongoing(context)
    return True


def _speak(call: Call, when: datetime) -> None:
    call.phase, call.answered, call.until = "active", when, None


def ring(context: AppContext[Dialer], number: str, seconds: int, when: datetime) -> None:
    """Somebody calls: the screen for it comes to the front; a blocked number is only noted."""
    state = context.state
    if state.is_blocked(number):
        state.put(Entry(number=number, kind="blocked", when=when))
        return
    if len(state.calls) >= _MOST:
        _miss(context, number, when)
        return
    state.calls.append(
        Call(
            number=number,
            incoming=True,
            phase="ringing",
            started=when,
            until=when + timedelta(seconds=seconds),
        )
    )
    context.system.awake = True
    context.phone.start(context.app.package, SCREEN)
    _tell_ongoing(context)


def answer(context: AppContext[Dialer]) -> None:
    """Take the call that rings; what is going on is held."""
    call = _ringing(context.state)
    if call is None:
        return
    for other in context.state.calls:
        other.phase = "holding"
    _speak(call, context.now())
    _tell_ongoing(context)


def decline(context: AppContext[Dialer]) -> None:
    """Refuse the call that rings."""
    call = _ringing(context.state)
    if call is not None:
        _end(context, call, context.now())


def _ringing(state: Dialer) -> Call | None:
    return next((call for call in state.calls if call.phase == "ringing"), None)


def hang_up(context: AppContext[Dialer]) -> None:
    """End the call that is in front."""
    state = context.state
    call = in_front(state)
    if call is not None:
        _end(context, call, context.now())


def in_front(state: Dialer) -> Call | None:
    """The call that the screen shows: the one that rings, else the one that is not held."""
    ranks = {"ringing": 0, "dialing": 1, "active": 1, "holding": 2}
    return min(state.calls, key=lambda call: ranks[call.phase], default=None)


def hold(context: AppContext[Dialer]) -> None:
    """Hold the call, or go on with it; of two, the other one comes to the front."""
    state = context.state
    if len(state.calls) > 1:
        for call in state.calls:
            call.phase = "active" if call.phase == "holding" else "holding"
        return
    for call in state.calls:
        if call.phase in ("active", "holding"):
            call.phase = "holding" if call.phase == "active" else "active"


def _end(context: AppContext[Dialer], call: Call, when: datetime, *, missed: bool = False) -> None:
    state = context.state
    state.calls.remove(call)
    if missed:
        _miss(context, call.number, call.started)
    else:
        unanswered = call.incoming and call.answered is None
        kind: Kind = "rejected" if unanswered else "in" if call.incoming else "out"
        state.put(Entry(number=call.number, kind=kind, when=call.started, duration=call.seconds(when)))
    if len(state.calls) == 1 and state.calls[0].phase == "holding":
        state.calls[0].phase = "active"
    if state.calls:
        _tell_ongoing(context)
        return
    state.muted = state.speaker = False
    state.keys = ""
    context.cancel_notification(_ONGOING)
    close_screens(context)


def close_screens(context: AppContext[Dialer], *, but_front: bool = False) -> None:
    """The screens of a call go, all of them or all but the visible one."""
    phone, package = context.phone, context.app.package
    front = phone.activity
    if not but_front and (front.package, front.screen) == (package, SCREEN):
        phone.finish()
        front = phone.activity
    for stack in phone.state.stacks:
        stack.activities = [
            activity
            for activity in stack.activities
            if activity is front or (activity.package, activity.screen) != (package, SCREEN)
        ]
    phone.state.stacks = [stack for stack in phone.state.stacks if stack.activities]
    phone.changed()


def _miss(context: AppContext[Dialer], number: str, when: datetime) -> None:
    context.state.put(Entry(number=number, kind="missed", when=when, new=True))
    name = Callers(context).name(number)
    unseen = sum(entry.new for entry in context.state.log)
    actions = (
        NotificationAction(title="Call back", screen=SCREEN, args={"number": number}),
        NotificationAction(title="Details", screen="call_details", args={"number": number}),
    )
    title = "Missed call" if unseen == 1 else f"{unseen} missed calls"
    context.notify(
        _MISSED, title, name, screen="main", actions=actions, channel="missed_calls", tab="call_log_tab"
    )


def see_missed(context: AppContext[Dialer]) -> None:
    """The user has seen the log: missed calls are not new any more."""
    for entry in context.state.log:
        entry.new = False
    context.cancel_notification(_MISSED)


def _tell_ongoing(context: AppContext[Dialer]) -> None:
    call = in_front(context.state)
    if call is None:
        return
    name = Callers(context).name(call.number) if call.number else "Private number"
    actions = [NotificationAction(title="Hang up", broadcast=HANG_UP)]
    if call.phase == "ringing":
        actions = [
            NotificationAction(title="Decline", broadcast=HANG_UP),
            NotificationAction(title="Answer", broadcast=ANSWER),
        ]
    texts = {
        "ringing": "Incoming call",
        "dialing": "Calling…",
        "active": "Ongoing call",
        "holding": "On hold",
    }
    context.notify(
        _ONGOING,
        name,
        texts[call.phase],
        screen=SCREEN,
        actions=actions,
        channel="calls",
        ongoing=True,
    )


# -- time and broadcasts --------------------------------


def pass_time(context: AppContext[Dialer], _before: datetime, now: datetime) -> None:
    """Let calls come in, be answered and be missed, as the clock has it."""
    state = context.state
    while state.scheduled and state.scheduled[0].at <= now:
        _come_in(context, state.scheduled.pop(0), now)
    for call in list(state.calls):
        if call.until is None or call.until > now:
            continue
        if call.phase == "dialing":
            _speak(call, call.until)
            _tell_ongoing(context)
        elif call.phase == "ringing":
            _end(context, call, now, missed=True)


def _come_in(context: AppContext[Dialer], due: Incoming, now: datetime) -> None:
    if due.at + timedelta(seconds=due.ring) > now:
        ring(context, due.number, due.ring, due.at)
    elif context.state.is_blocked(due.number):
        context.state.put(Entry(number=due.number, kind="blocked", when=due.at))
    else:
        _miss(context, due.number, due.at)


def start_up(context: AppContext[Dialer]) -> None:
    """On a new phone: let come in what was due before now."""
    pass_time(context, context.now(), context.now())


def phone_state(context: AppContext[Dialer], intent: Intent) -> None:
    """A broadcast with ``state`` and ``incoming_number``, as the radio sends it: the phone rings or stops."""
    extras = intent.extras
    number = str(extras.get("incoming_number") or extras.get("number") or "")
    said = str(extras.get("state", "RINGING")).upper()
    if said == "RINGING":
        ring(context, number, int(extras.get("ring", _RING)), context.now())
    elif said == "OFFHOOK":
        answer(context)
    elif said == "IDLE":
        call = in_front(context.state)
        if call is not None:
            _end(context, call, context.now(), missed=call.phase == "ringing")


def answer_pressed(context: AppContext[Dialer], _intent: Intent) -> None:
    """The button on the notification of a call that comes in."""
    answer(context)


def hang_up_pressed(context: AppContext[Dialer], _intent: Intent) -> None:
    """The button on a call's notification."""
    hang_up(context)
