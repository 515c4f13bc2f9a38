"""An event and all that is known of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any
from urllib.parse import quote

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL,
    MATCH,
    Align,
    Context,
    Intent,
    Popup,
    TextStyle,
    View,
    avatar,
    button,
    chip,
    choice,
    closing,
    column,
    confirm,
    divider,
    empty_state,
    formats,
    icon_button,
    intents,
    label,
    menu,
    overflow,
    row,
    scroll,
    space,
    stack,
    top_bar,
)

from .instances import Instance, instance_on, zone_name
from .model import Answer, CalendarState, Event, Guest
from .repeating import repeat_text
from .texts import reminder_text, title_of, when_text

Ctx = Context[CalendarState]

_ALL = "All events in the series"
_ANSWERS: dict[Answer, str] = {
    "accepted": "Going",
    "declined": "Not going",
    "tentative": "Maybe",
    "invited": "Has not answered",
}


def event_arguments(intent: Intent) -> dict[str, Any]:
    """What ``content://com.android.calendar/events/ID`` asks for."""
    number = intent.path.rpartition("/")[2]
    return {"id": int(number)} if number.isdigit() else {}


def event_of(context: Ctx) -> Event | None:
    """The event that the screen is about; None when it is gone."""
    return context.state.get(int(context.args.get("id", 0)))


def occurrence(context: Ctx, event: Event) -> Instance:
    """The one of its times that the screen is about."""
    day = context.args.get("day")
    return instance_on(event, date.fromisoformat(day) if day else event.start.date(), zone_name(context))


def build(context: Ctx) -> View:
    """The screen."""
    theme, event = context.theme, event_of(context)
    if event is None:
        gone = empty_state(theme, "event", "Event not found", "It may have been deleted.")
        return column(top_bar("", theme, context.finish), gone, width=MATCH, height=MATCH)
    one = occurrence(context, event)
    actions = (
        icon_button(
            "edit", "Edit event", theme.on_surface_variant, lambda: _edit(context, event), "action_edit"
        ),
        icon_button(
            "delete",
            "Delete event",
            theme.on_surface_variant,
            lambda: context.show_dialog("delete"),
            "action_delete",
        ),
        overflow(context),
    )
    return column(
        top_bar("", theme, context.finish, *actions),
        scroll(
            context,
            "event",
            _head(context, event, one),
            *_facts(context, event),
            space(height=24),
            id="event_info_scroll",
        ),
        *([_answer_bar(context, event)] if event.guests else []),
        width=MATCH,
        height=MATCH,
    )


def _edit(context: Ctx, event: Event) -> None:
    if event.repeat is not None:
        context.show_dialog("scope")
    else:
        context.open("edit", id=event.id)


def _head(context: Ctx, event: Event, one: Instance) -> View:
    theme = context.theme
    square = View(width=20, height=20, radius=6, fill=context.state.color_of(event), hidden=True)
    lines = [
        label(title_of(event), TextStyle(26, 33), theme.on_surface, id="title", lines=5, width=MATCH),
        label(
            when_text(one, context), BODY_LARGE, theme.on_surface, id="when_datetime", lines=3, width=MATCH
        ),
    ]
    if event.repeat is not None:
        text = repeat_text(event.repeat, formats.locale_of(context))
        lines.append(label(text, BODY, theme.on_surface_variant, id="when_repeat", lines=2, width=MATCH))
    return row(
        stack(square, pad=(2, 7, 0, 0), width=24, hidden=True),
        column(*lines, weight=1, gap=4, hidden=True),
        width=MATCH,
        gap=20,
        align=Align.START,
        pad=(20, 4, 20, 16),
        hidden=True,
    )


def _fact(context: Ctx, icon: str, *content: View, **more: Any) -> View:
    theme = context.theme
    mark = View(icon=icon, color=theme.on_surface_variant, width=24, height=24, hidden=True)
    return row(
        mark,
        column(*content, weight=1, gap=2, hidden=True),
        width=MATCH,
        min_height=56,
        gap=20,
        pad=(20, 10, 20, 10),
        **more,
    )


def _facts(context: Ctx, event: Event) -> list[View]:
    theme, calendar = context.theme, context.state.calendar(event.calendar)
    here = zone_name(context)
    facts: list[View] = []

    def text(value: str, id: str, lines: int = 2) -> View:
        return label(value, BODY_LARGE, theme.on_surface, id=id, lines=lines, width=MATCH)

    if event.location:
        hint = label("Tap to see it on the map", BODY, theme.on_surface_variant, id="where_hint")
        facts.append(
            _fact(
                context,
                "place",
                text(event.location, "where", 3),
                hint,
                id="where_row",
                on_tap=lambda: context.view("geo:0,0?q=" + quote(event.location)),
            )
        )
    if event.timezone not in ("", here) and not event.all_day:
        facts.append(_fact(context, "globe", text(event.timezone, "timezone")))
    if event.reminders:
        told = [reminder_text(minutes, all_day=event.all_day) for minutes in sorted(event.reminders)]
        facts.append(_fact(context, "bell", *(text(line, "reminder") for line in told)))
    if event.description:
        facts.append(_fact(context, "notes", text(event.description, "description", 40)))
    mark = label(calendar.account, BODY, theme.on_surface_variant, id="account") if calendar.account else None
    facts.append(_fact(context, "calendar", text(calendar.name, "calendar_name"), *([mark] if mark else [])))
    if event.guests:
        facts += [divider(theme), *_guests(context, event)]
    return facts


def _guests(context: Ctx, event: Event) -> list[View]:
    theme, count = context.theme, len(event.guests)
    going = sum(guest.answer == "accepted" for guest in event.guests)
    title = label(
        f"{count} guest{'' if count == 1 else 's'}", BODY_LARGE, theme.on_surface, id="attendees_label"
    )
    detail = label(f"{going} going", BODY, theme.on_surface_variant, id="attendees_summary")
    write = icon_button(
        "mail",
        "Email guests",
        theme.on_surface_variant,
        lambda: _write(context, event),
        id="email_attendees_button",
    )
    head = row(
        View(icon="people", color=theme.on_surface_variant, width=24, height=24, hidden=True),
        column(title, detail, weight=1, hidden=True),
        write,
        width=MATCH,
        gap=20,
        pad=(20, 8, 12, 4),
        hidden=True,
    )
    return [head, *(_guest_row(context, guest) for guest in event.guests)]


def _guest_row(context: Ctx, guest: Guest) -> View:
    theme = context.theme
    name = guest.name or guest.mail
    return row(
        avatar(name, 36),
        column(
            label(name, BODY_LARGE, theme.on_surface, id="attendee_name", width=MATCH),
            label(_ANSWERS[guest.answer], BODY, theme.on_surface_variant, id="attendee_status", width=MATCH),
            weight=1,
            hidden=True,
        ),
        id="attendee_row",
        width=MATCH,
        min_height=56,
        gap=16,
        pad=(62, 4, 20, 4),
        on_tap=lambda: context.start(Intent(action=intents.SENDTO, data=f"mailto:{guest.mail}")),
    )


def _write(context: Ctx, event: Event) -> None:
    to = ",".join(guest.mail for guest in event.guests)
    context.start(Intent(action=intents.SENDTO, data=f"mailto:{to}?subject={quote(title_of(event))}"))


def _answer_bar(context: Ctx, event: Event) -> View:
    """The owner's own answer to the invitation."""
    theme = context.theme

    def answer(value: Answer) -> None:
        event.answer = value

    answers: tuple[tuple[Answer, str], ...] = (
        ("accepted", "Yes"),
        ("declined", "No"),
        ("tentative", "Maybe"),
    )
    chips = [
        chip(text, theme, partial(answer, value), selected=event.answer == value, id=f"response_{value}")
        for value, text in answers
    ]
    return row(
        label("Going?", LABEL._replace(size=14, height=20), theme.on_surface, id="response_label", weight=1),
        *chips,
        id="response_container",
        width=MATCH,
        min_height=64,
        gap=8,
        pad=(20, 6, 16, 6),
        fill=theme.surface_container,
    )


def event_menu(context: Ctx) -> Popup:
    """The menu of an event."""
    event = event_of(context)

    def share() -> None:
        if event is not None:
            context.share(text=event_as_text(context, event), subject=title_of(event))

    def duplicate() -> None:
        if event is not None:
            context.open("edit", copy=event.id, day=context.args.get("day", ""))

    return menu(context, ("action_share", "Share", share), ("action_duplicate", "Duplicate", duplicate))


def event_as_text(context: Ctx, event: Event) -> str:
    """An event to send to somebody."""
    lines = [
        title_of(event),
        when_text(occurrence(context, event), context),
        event.location,
        event.description,
    ]
    return "\n".join(line for line in lines if line)


def delete_dialog(context: Ctx) -> Popup:
    """The question before an event is deleted; of a series, how much of it."""
    event = event_of(context)
    if event is None or event.repeat is None:
        title = title_of(event) if event else ""
        return confirm(context, "Delete this event?", title, "Delete", lambda: _delete(context, "all"))
    options = [
        ("one", "Only this event"),
        ("following", "This and following events"),
        ("all", "All events in the series"),
    ]
    return _scope(context, "Delete recurring event", options, "Delete", lambda scope: _delete(context, scope))


def scope_dialog(context: Ctx) -> Popup:
    """Whether one event of a series is edited or all."""
    options = [("one", "Only this event"), ("all", _ALL)]
    return choice(
        context,
        "Edit recurring event",
        options,
        "",
        lambda scope: context.open(
            "edit", id=int(context.args["id"]), day=context.args.get("day", ""), scope=scope
        ),
    )


def _scope(
    context: Ctx, title: str, options: list[tuple[str, str]], action: str, on_done: Callable[[str], None]
) -> Popup:
    """A choice that is confirmed by a button, since what follows cannot be undone."""
    chosen = context.dialog.get("chosen", options[0][0])
    kept = context.dialog

    def choose(value: str) -> None:
        # The choice closes its dialog; this one stays until its button is touched.
        context.show_dialog("delete", **{**kept, "chosen": value})

    def done() -> None:
        on_done(chosen)

    popup = choice(context, title, options, chosen, choose)
    foot = popup.view.children[-1]
    foot.children.append(button(action, context.theme, closing(context, done), id="android:id/button1"))
    return popup


def _delete(context: Ctx, scope: str) -> None:
    event = event_of(context)
    if event is None:
        return
    day = occurrence(context, event).day
    if scope == "one":
        event.skipped.append(day)
    elif scope == "following" and event.repeat is not None and day > event.start.date():
        event.repeat = event.repeat.model_copy(update={"until": day - timedelta(days=1), "count": None})
    else:
        context.state.remove(event.id)
    context.cancel_notification(f"event-{event.id}")
    context.toast("Event deleted")
    context.finish()
