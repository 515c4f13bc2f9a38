"""``date``, ``uptime``, ``cal``: the phone's own clock."""

from __future__ import annotations

import calendar
import re
from datetime import UTC, datetime, timedelta

from ...phone import Phone
from ..access import uptime
from ..call import Call, CommandFunction, Usage
from ..options import options

_FORMS = (
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%d",
    "%m%d%H%M%Y.%S",
    "%m%d%H%M%Y",
    "%Y%m%d%H%M.%S",
    "%Y%m%d%H%M",
)


def phone_time(phone: Phone) -> datetime:
    """What the phone's clock shows, with its zone."""
    return phone.clock.instant().astimezone(phone.clock.zone)


def file_time(phone: Phone, seconds: int) -> datetime:
    """A time of a file, as the phone shows it."""
    try:
        return datetime.fromtimestamp(seconds, phone.clock.zone)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)


def parse_moment(text: str, now: datetime) -> datetime | None:
    """The moment that a text such as ``2026-05-14 10:24`` or ``@1700000000`` means."""
    match = re.fullmatch(r"@(\d{1,11})", text)
    if match:
        return datetime.fromtimestamp(int(match[1]), UTC)
    for form in _FORMS:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    relative = re.fullmatch(r"([+-]?\d{1,6}) (second|minute|hour|day|week)s?( ago)?", text)
    words = {"now": 0, "today": 0, "tomorrow": 1, "yesterday": -1}
    if relative:
        amount = int(relative[1]) * (-1 if relative[3] else 1)
        return now.replace(tzinfo=UTC) + timedelta(**{f"{relative[2]}s": amount})
    return now.replace(tzinfo=UTC) + timedelta(days=words[text]) if text in words else None


def _date(call: Call) -> int:
    chosen = options(
        call,
        "unR",
        "dDrsI",
        long={"utc": "u", "date": "d", "set": "s", "rfc-2822": "R"},
    )
    moment = phone_time(call.phone)
    if "d" in chosen:
        found = parse_moment(chosen.value("d"), call.phone.now())
        if found is None:
            raise Usage(f"date: bad date '{chosen.value('d')}'")
        moment = found if chosen.value("d").startswith("@") else found.replace(tzinfo=moment.tzinfo)
    elif "r" in chosen:
        moment = file_time(call.phone, call.files.stat(call.path(chosen.value("r"))).mtime)
    form = next((word[1:] for word in chosen.words if word.startswith("+")), None)
    if "s" in chosen or [word for word in chosen.words if not word.startswith("+")]:
        _set(
            call,
            chosen.value("s") or next(word for word in chosen.words if not word.startswith("+")),
        )
        moment = phone_time(call.phone)
    if "u" in chosen:
        moment = moment.astimezone(UTC)
    if "R" in chosen:
        form = "%a, %d %b %Y %H:%M:%S %z"
    call.print(_shown(moment, "%a %b %e %H:%M:%S %Z %Y" if form is None else form))
    return 0


def _shown(moment: datetime, form: str) -> str:
    seconds = int(moment.timestamp())
    shown = (
        form.replace("%%", "\0").replace("%s", str(seconds)).replace("%N", f"{moment.microsecond * 1000:09d}")
    )
    for sign, text in (
        ("%-", "%-"),
        ("%F", "%Y-%m-%d"),
        ("%T", "%H:%M:%S"),
        ("%R", "%H:%M"),
        ("%D", "%m/%d/%y"),
    ):
        shown = shown.replace(sign, text)
    return moment.strftime(shown.encode("utf-8", "replace").decode()).replace("\0", "%")


def _set(call: Call, text: str) -> None:
    found = parse_moment(text, call.phone.now())
    if found is None:
        raise Usage(f"date: bad date '{text}'")
    if not call.access.root:
        raise Usage("date: cannot set date: Operation not permitted")
    call.phone.clock.set(found if text.startswith("@") else found.replace(tzinfo=None))


def _uptime(call: Call) -> int:
    options(call, "sp")
    whole = int(uptime(call.phone))
    days, hours, minutes = whole // 86400, whole // 3600 % 24, whole // 60 % 60
    up = (f"{days} days, " if days else "") + (f"{hours:2d}:{minutes:02d}" if hours else f"{minutes} min")
    if "-p" in call.args:
        call.print(f"up {days} days, {hours} hours, {minutes} minutes")
    else:
        now = call.phone.now()
        call.print(f" {now:%H:%M:%S} up {up},  0 users,  load average: 1.52, 1.61, 1.58")
    return 0


def _cal(call: Call) -> int:
    now = call.phone.now()
    numbers = [int(word) for word in call.args if word.isdigit() and len(word) < 5]
    year = numbers[-1] if numbers else now.year
    month = numbers[0] if len(numbers) > 1 else now.month
    if not (1 <= month <= 12 and 1 <= year <= 9999):
        raise Usage("cal: bad date")
    for line in calendar.TextCalendar(6).formatmonth(year, month).splitlines():
        call.print(line)
    return 0


COMMANDS: dict[str, CommandFunction] = {"cal": _cal, "date": _date, "uptime": _uptime}
