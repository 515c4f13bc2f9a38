"""Reminders: what the calendar does when the phone's clock goes on."""

from __future__ import annotations

from datetime import datetime, timedelta

from crab_android.phone.kit import AppContext, Intent, NotificationAction, formats

from .instances import Instance, instance_on, instances, zone_name
from .model import CalendarState, Event, Snoozed
from .texts import title_of, when_text

SNOOZE = "com.android.calendar.SNOOZE"
DISMISS = "com.android.calendar.DISMISS"
CHANNEL = "reminders"

Ctx = AppContext[CalendarState]

_SNOOZE = timedelta(minutes=5)
_WEEKS = timedelta(weeks=5)  # a reminder comes at most this long before its event


def on_time(context: Ctx, before: datetime, after: datetime) -> None:
    """Show the reminders that have come due."""
    state = context.state
    if after <= before:
        return
    due = [entry for entry in state.snoozed if entry.at <= after]
    if due:
        state.snoozed = [entry for entry in state.snoozed if entry.at > after]
    if not state.preferences.notifications:
        return
    here = zone_name(context)
    for one in instances(state, before.date(), (after + _WEEKS).date(), here):
        times = [one.start - timedelta(minutes=minutes) for minutes in one.event.reminders]
        if any(before < moment <= after for moment in times):
            _show(context, one)
    for entry in due:
        event = state.get(entry.event)
        if event is not None:
            _show(
                context,
                Instance(event, entry.start, entry.start + (event.end - event.start), entry.start.date()),
            )


def _tag(event: int) -> str:
    return f"event-{event}"


def _show(context: Ctx, one: Instance) -> None:
    event = one.event
    args = {"event": event.id, "start": one.start.isoformat()}
    context.notify(
        _tag(event.id),
        title_of(event),
        "\n".join(part for part in (when_text(one, context), event.location) if part),
        screen="event",
        actions=(
            NotificationAction(title="Snooze", broadcast=SNOOZE, args=args),
            NotificationAction(title="Dismiss", broadcast=DISMISS, args=args),
        ),
        channel=CHANNEL,
        id=event.id,
        day=one.day.isoformat(),
    )


def snooze(context: Ctx, intent: Intent) -> None:
    """Take a reminder away for five minutes."""
    event = _event(context, intent)
    if event is None:
        return
    start = intent.extras.get("start")
    when = datetime.fromisoformat(start) if start else instance_on(event, event.start.date(), "").start
    context.state.snoozed.append(Snoozed(event=event.id, start=when, at=context.now() + _SNOOZE))
    context.toast(f"Reminder at {formats.time_text(context.now() + _SNOOZE, context)}")


def dismiss(context: Ctx, intent: Intent) -> None:
    """Take a reminder away."""
    _event(context, intent)


def _event(context: Ctx, intent: Intent) -> Event | None:
    number = int(intent.extras.get("event", 0))
    context.cancel_notification(_tag(number))
    return context.state.get(number)
