"""Notifications, as `dumpsys notification` tells them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crab_android.device.link import AdbLink

# A value is followed by the next extra or by the end of them; it may hold anything else, also line breaks.
_EXTRA = re.compile(
    r"^\s+android\.(title|text|bigText)=\w+ \((.*?)\)$(?=\s*^\s+(?:android\.[\w.]+=|\S+=|\}))", re.M | re.S
)


@dataclass(frozen=True, slots=True)
class Posted:
    """One notification that has not been dismissed."""

    package: str
    title: str
    text: str
    """With the long text, if it has one."""


def posted(link: AdbLink) -> list[Posted]:
    """The notifications that the user can see.

    Raises:
        DeviceError: The phone does not answer.
    """
    answer = link.check("dumpsys notification --noredact")
    records = re.split(r"^\s+NotificationRecord\(", answer, flags=re.MULTILINE)[1:]
    found = []
    for record in records:
        package = re.search(r"\bpkg=(\S+)", record)
        extras = dict(reversed(_EXTRA.findall(record)))
        said = [extras[name] for name in ("text", "bigText") if name in extras]
        found.append(
            Posted(
                package.group(1) if package else "", extras.get("title", ""), "\n".join(dict.fromkeys(said))
            )
        )
    return found
