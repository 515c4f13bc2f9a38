"""What the launcher remembers: which apps stand on the home screen."""

from __future__ import annotations

from pydantic import BaseModel, Field

from crab_android.phone.kit import AppContext, Seeding

DOCK = ("com.android.dialer", "com.android.messaging", "com.android.browser", "com.android.camera2")
FAVOURITES = (
    "com.android.email",
    "com.android.calendar",
    "com.android.contacts",
    "org.crab.maps",
    "com.android.gallery3d",
    "org.crab.notes",
    "org.crab.tasks",
    "com.android.deskclock",
    "com.android.documentsui",
    "org.crab.drive",
    "org.crab.docs",
    "com.android.settings",
)
ROOM = 12  # apps that fit between the clock and the dock


class Home(BaseModel):
    """The home screen: packages, in the order in which their icons stand there."""

    dock: list[str] = Field(default_factory=lambda: list(DOCK))
    favourites: list[str] = Field(default_factory=lambda: list(FAVOURITES))


def seed_home(_seeding: Seeding) -> Home:
    """The home screen of a new phone."""
    return Home()


def fill_home(context: AppContext[Home]) -> None:
    """Put what is installed on a new phone's home screen, as far as there is room."""
    home, apps = context.state, context.phone.apps
    home.dock = [package for package in home.dock if package in apps]
    kept = [package for package in home.favourites if package in apps]
    others = sorted(
        (app for app in apps.values() if app.listed and app.package not in {*home.dock, *kept}),
        key=lambda app: app.label.casefold(),
    )
    home.favourites = [*kept, *(app.package for app in others)][:ROOM]
