"""The dialogs of the edit screen."""

from __future__ import annotations

from datetime import date, datetime, time

from crab_android.phone.kit import (
    Context,
    Popup,
    choice,
    confirm,
    date_picker,
    formats,
    time_picker,
)

from .draft import Draft, draft_of, keep
from .model import COLORS, CalendarState, Every, Repeat
from .repeating import repeat_text
from .texts import reminder_text

Ctx = Context[CalendarState]

REMINDERS = (0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080)
_STEPS: tuple[Every, ...] = ("daily", "weekly", "monthly", "yearly")


def color_name(color: int) -> str:
    """The name of a colour; of one without a name, its digits."""
    return next((name for name, known in COLORS.items() if known == color), f"#{color & 0xFFFFFF:06X}")


def start_date(context: Ctx) -> Popup:
    """The day on which it starts."""
    draft = draft_of(context)

    def pick(day: date) -> None:
        draft.move_start(datetime.combine(day, draft.start.time()))
        keep(context, draft)

    return date_picker(context, draft.start.date(), pick)


def start_time(context: Ctx) -> Popup:
    """The time at which it starts."""
    draft = draft_of(context)

    def pick(at: time) -> None:
        draft.move_start(datetime.combine(draft.start, at))
        keep(context, draft)

    return time_picker(context, draft.start.time(), pick)


def end_date(context: Ctx) -> Popup:
    """The day on which it ends."""
    draft = draft_of(context)

    def pick(day: date) -> None:
        draft.end = datetime.combine(day, draft.end.time())
        keep(context, draft)

    return date_picker(context, draft.end.date(), pick)


def end_time(context: Ctx) -> Popup:
    """The time at which it ends."""
    draft = draft_of(context)

    def pick(at: time) -> None:
        draft.end = datetime.combine(draft.end, at)
        keep(context, draft)

    return time_picker(context, draft.end.time(), pick)


def repeat(context: Ctx) -> Popup:
    """How it comes back."""
    draft, locale = draft_of(context), formats.locale_of(context)
    rules: dict[str, Repeat | None] = {"": None, **{every: Repeat(every=every) for every in _STEPS}}
    rules["weekdays"] = Repeat(every="weekly", weekdays=(0, 1, 2, 3, 4))
    rules["two_weeks"] = Repeat(every="weekly", interval=2)
    plain = draft.repeat.model_copy(update={"until": None, "count": None}) if draft.repeat else None
    current = next((key for key, rule in rules.items() if rule == plain), "custom")
    if current == "custom":
        rules["custom"] = draft.repeat

    def choose(key: str) -> None:
        draft.repeat = rules[key]
        keep(context, draft)

    options = [(key, repeat_text(rule, locale)) for key, rule in rules.items()]
    return choice(context, "Repeat", options, current, choose)


def ends(context: Ctx) -> Popup:
    """Whether a series ends."""
    draft = draft_of(context)

    def choose(key: str) -> None:
        if key == "day":
            context.show_dialog("until")
        else:
            _until(context, draft, None)

    current = "day" if draft.repeat and draft.repeat.until else "never"
    return choice(context, "Ends", [("never", "Never"), ("day", "On a date")], current, choose)


def until(context: Ctx) -> Popup:
    """The last day of a series."""
    draft = draft_of(context)
    known = draft.repeat.until if draft.repeat else None
    return date_picker(context, known or draft.start.date(), lambda day: _until(context, draft, day))


def _until(context: Ctx, draft: Draft, day: date | None) -> None:
    if draft.repeat is not None:
        draft.repeat = draft.repeat.model_copy(update={"until": day, "count": None})
        keep(context, draft)


def calendar(context: Ctx) -> Popup:
    """Which calendar it is in."""
    draft = draft_of(context)

    def choose(key: str) -> None:
        draft.calendar = int(key)
        keep(context, draft)

    options = [(str(known.id), known.name) for known in context.state.calendars]
    return choice(context, "Calendar", options, str(draft.calendar), choose)


def color(context: Ctx) -> Popup:
    """Its own colour."""
    draft = draft_of(context)

    def choose(key: str) -> None:
        draft.color = COLORS.get(key, 0)
        keep(context, draft)

    options = [("", "Calendar color"), *((name, name) for name in COLORS)]
    current = color_name(draft.color) if draft.color else ""
    return choice(context, "Event color", options, current, choose)


def reminder(context: Ctx) -> Popup:
    """One more reminder."""
    draft = draft_of(context)

    def choose(key: str) -> None:
        if int(key) not in draft.reminders:
            draft.reminders.append(int(key))
            keep(context, draft)

    options = [(str(minutes), reminder_text(minutes, all_day=draft.all_day)) for minutes in REMINDERS]
    return choice(context, "Add reminder", options, "", choose)


def discard(context: Ctx) -> Popup:
    """The question before changes are lost."""
    return confirm(
        context,
        "Discard changes?",
        "What you changed is not saved.",
        "Discard",
        context.finish,
        cancel="Keep editing",
    )
