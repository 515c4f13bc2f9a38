"""What rings: alarms and timers, when the phone's clock goes on."""

from __future__ import annotations

from datetime import datetime, timedelta

from crab_android.phone.kit import AppContext, Intent, NotificationAction, formats

from .model import Alarm, ClockState, Timer
from .times import note_next, rings, seconds_now

SNOOZE = "com.android.deskclock.ALARM_SNOOZE"
DISMISS = "com.android.deskclock.ALARM_DISMISS"
TIMER_STOP = "com.android.deskclock.TIMER_STOP"
TIMER_ADD = "com.android.deskclock.TIMER_ADD_MINUTE"

Ctx = AppContext[ClockState]


def on_time(context: Ctx, before: datetime, after: datetime) -> None:
    """Ring what has come due."""
    _go_quiet(context, after)
    if after > before:
        due = [
            (at, alarm)
            for alarm in context.state.alarms
            if alarm.enabled and (at := rings(alarm, before, after)) is not None
        ]
        for at, alarm in sorted(due, key=lambda entry: entry[0]):
            _ring(context, alarm, at, after)
    now = seconds_now(context)
    for timer in context.state.timers:
        if timer.ends is not None and timer.ends <= now and not timer.ringing:
            timer.ringing = True
            _ring_timer(context, timer)
    note_next(context)


def alarm_title(alarm: Alarm) -> str:
    """What an alarm is called."""
    return alarm.label or "Alarm"


def _silenced(context: Ctx, at: datetime, now: datetime) -> bool:
    """Whether an alarm that began to ring at a time has been given up since."""
    silence = context.state.preferences.silence
    return bool(silence) and now - at > timedelta(minutes=silence)


def _go_quiet(context: Ctx, now: datetime) -> None:
    """An alarm that nobody heard goes quiet after a while."""
    state = context.state
    alarm = state.alarm(state.ringing or 0)
    if alarm is not None and state.since is not None and _silenced(context, state.since, now):
        at = state.since
        _quiet(context, alarm)
        _miss(context, alarm, at)


def _miss(context: Ctx, alarm: Alarm, at: datetime) -> None:
    told = formats.time_text(at, context)
    context.notify(f"missed-{alarm.id}", "Missed alarm", f"{told} · {alarm_title(alarm)}", screen="main")
    _over(alarm)


def _ring(context: Ctx, alarm: Alarm, at: datetime, now: datetime) -> None:
    alarm.snoozed = None
    if _silenced(context, at, now):
        _miss(context, alarm, at)
        return
    told = formats.time_text(at, context)
    context.state.since = at
    context.state.ringing = alarm.id
    context.notify(
        f"alarm-{alarm.id}",
        alarm_title(alarm),
        told,
        screen="ringing",
        actions=(
            NotificationAction(title="Snooze", broadcast=SNOOZE, args={"id": alarm.id}),
            NotificationAction(title="Dismiss", broadcast=DISMISS, args={"id": alarm.id}),
        ),
        channel="alarms",
        ongoing=True,
        id=alarm.id,
    )
    if not context.system.awake:
        # A sleeping phone wakes up with the alarm on its whole screen.
        context.system.awake = True
        context.phone.start(context.app.package, "ringing", {"id": alarm.id})


def _over(alarm: Alarm) -> None:
    """An alarm that rings once is off after it has rung."""
    if not alarm.days:
        alarm.enabled = False


def snooze(context: Ctx, alarm: Alarm) -> None:
    """Be quiet, and ring again later."""
    _quiet(context, alarm)
    alarm.snoozed = context.now() + timedelta(minutes=context.state.preferences.snooze)
    context.toast(f"Snoozed until {formats.time_text(alarm.snoozed, context)}")
    note_next(context)


def dismiss(context: Ctx, alarm: Alarm) -> None:
    """Be quiet."""
    _quiet(context, alarm)
    alarm.snoozed = None
    _over(alarm)
    context.toast("Alarm dismissed")
    note_next(context)


def _quiet(context: Ctx, alarm: Alarm) -> None:
    if context.state.ringing == alarm.id:
        context.state.ringing = context.state.since = None
    context.cancel_notification(f"alarm-{alarm.id}")


def switch_off(context: Ctx, alarm: Alarm) -> None:
    """What happens to an alarm that is switched off or deleted while it rings or is snoozed."""
    _quiet(context, alarm)
    alarm.snoozed = None


def _ring_timer(context: Ctx, timer: Timer) -> None:
    context.notify(
        f"timer-{timer.id}",
        "Time’s up",
        timer.label or f"Timer of {formats.duration_words(timer.length, formats.locale_of(context))}",
        screen="timer_ringing",
        actions=(
            NotificationAction(title="Stop", broadcast=TIMER_STOP, args={"id": timer.id}),
            NotificationAction(title="Add 1 min", broadcast=TIMER_ADD, args={"id": timer.id}),
        ),
        channel="timers",
        ongoing=True,
    )


def stop_timer(context: Ctx, timer: Timer) -> None:
    """Stop a timer that rings."""
    timer.reset()
    context.cancel_notification(f"timer-{timer.id}")


def add_minute(context: Ctx, timer: Timer) -> None:
    """Give a timer a minute more."""
    timer.add_minute(seconds_now(context))
    context.cancel_notification(f"timer-{timer.id}")


def snooze_received(context: Ctx, intent: Intent) -> None:
    """The notification's button."""
    alarm = context.state.alarm(int(intent.extras.get("id", 0)))
    if alarm is not None:
        snooze(context, alarm)


def dismiss_received(context: Ctx, intent: Intent) -> None:
    """The notification's button."""
    alarm = context.state.alarm(int(intent.extras.get("id", 0)))
    if alarm is not None:
        dismiss(context, alarm)


def stop_received(context: Ctx, intent: Intent) -> None:
    """The notification's button."""
    timer = context.state.timer(int(intent.extras.get("id", 0)))
    if timer is not None:
        stop_timer(context, timer)


def add_received(context: Ctx, intent: Intent) -> None:
    """The notification's button."""
    timer = context.state.timer(int(intent.extras.get("id", 0)))
    if timer is not None:
        add_minute(context, timer)
