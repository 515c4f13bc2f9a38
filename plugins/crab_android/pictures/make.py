"""Draws the pictures of the phone: ``python pictures/make.py``.

``screens.png`` is the contact sheet of the README. ``apps/PACKAGE.png`` shows the screens of each app; the
tests compare what the phone draws with them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sheets import DARK, WORLD, save, screens_of, sheet

from crab_android.phone import Phone
from crab_android.phone.crawl import Spot, crawl

HERE = Path(__file__).parent
# What the README shows: the spot, and whether in the dark theme.
SHOWN: tuple[tuple[str, bool], ...] = (
    ("org.crab.launcher/home", False),
    ("org.crab.launcher/drawer", False),
    ("com.android.messaging/list", False),
    ("com.android.messaging/conversation", True),
    ("com.android.calendar/main", False),
    ("com.android.gallery3d/main", False),
    ("org.crab.maps/main", False),
    ("com.android.email/list", False),
    ("com.android.dialer/in_call", False),
    ("com.android.contacts/detail", False),
    ("org.crab.notes/home", True),
    ("org.crab.docs/edit", False),
    ("com.android.deskclock/main", False),
    ("com.android.calculator2/main", True),
    ("org.crab.drive/home", False),
    ("com.android.documentsui/home", False),
    ("com.android.camera2/main", False),
    ("com.android.browser/page", False),
    ("org.crab.tasks/list#add", False),
    ("org.crab.maps/place", True),
    ("com.android.settings/main", False),
    ("com.android.settings/display", True),
    ("com.android.contacts/list#delete", False),
    ("org.crab.launcher/home", True),
)


def main() -> int:
    """Draw everything."""
    light, dark = crawl(Phone(WORLD, 0)), crawl(Phone({**WORLD, **DARK}, 0))
    wanted = [(Spot(*_parts(name)), in_dark) for name, in_dark in SHOWN]
    missing = [str(spot) for spot, in_dark in wanted if spot not in (dark if in_dark else light).phones]
    if missing:
        sys.stderr.write(f"no such screens: {', '.join(missing)}\n")
        return 1
    phones = [(dark if in_dark else light).phones[spot] for spot, in_dark in wanted]
    save(sheet(phones, columns=8), str(HERE / "screens.png"))
    (HERE / "apps").mkdir(exist_ok=True)
    for package in Phone(WORLD, 0).apps:
        shown = [light.phones[spot] for spot in screens_of(light, package)]
        save(sheet(shown), str(HERE / "apps" / f"{package}.png"))
    return 0


def _parts(name: str) -> tuple[str, str, str]:
    place, _, dialog = name.partition("#")
    package, _, screen = place.partition("/")
    return package, screen, dialog


if __name__ == "__main__":
    sys.exit(main())
