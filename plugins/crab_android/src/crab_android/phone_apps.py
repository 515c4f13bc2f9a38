"""Which apps simulated phones have: those of this plugin, and those that others register."""

from __future__ import annotations

from collections.abc import Sequence

from crab_android.hookspecs import PHONE_APPS, PhoneAppSpec
from crab_core.plugins import Plugins, Registry

_APPS = "crab_android.phone.apps"

BUILT_IN: tuple[PhoneAppSpec, ...] = tuple(
    PhoneAppSpec(package, summary, f"{_APPS}.{folder}.manifest:APP")
    for folder, package, summary in (
        ("launcher", "org.crab.launcher", "Home screen and app drawer."),
        ("browser", "com.android.browser", "A small web, tabs, bookmarks, history and downloads."),
        ("calculator", "com.android.calculator2", "A calculator with a history."),
        ("calendar", "com.android.calendar", "Events in several calendars, series and reminders."),
        ("camera", "com.android.camera2", "Pictures, portraits and videos of a drawn surrounding."),
        ("clock", "com.android.deskclock", "Alarms, the time in the world, timers and a stopwatch."),
        ("contacts", "com.android.contacts", "The people one knows."),
        ("dialer", "com.android.dialer", "Calls, their log and voicemail."),
        ("docs", "org.crab.docs", "Documents of formatted paragraphs."),
        ("drive", "org.crab.drive", "Files in the cloud, in folders, shared with others."),
        ("files", "com.android.documentsui", "Files and folders, by place and by kind, and ZIP archives."),
        ("mail", "com.android.email", "Mails in folders, as conversations."),
        ("maps", "org.crab.maps", "An island in detail, and cities of the world."),
        ("messages", "com.android.messaging", "Conversations by SMS."),
        ("notes", "org.crab.notes", "Notes and checklists."),
        ("photos", "com.android.gallery3d", "Pictures by day, albums, search, editing, trash."),
        ("settings", "com.android.settings", "The phone's settings."),
        ("tasks", "org.crab.tasks", "A list of to-dos."),
    )
)
"""The apps that come with the phone."""


def registered_apps(plugins: Plugins | None = None) -> Registry[PhoneAppSpec]:
    """All phone apps that installed plugins register, by package.

    Raises:
        PluginError: Two plugins register the same package.
    """
    return (plugins or Plugins.load()).of(PHONE_APPS)


def places(packages: Sequence[str] | None = None, plugins: Plugins | None = None) -> list[str]:
    """Where the apps of a phone are, as "module:attribute".

    Args:
        packages: The apps to have; all registered ones when None. The launcher is always there.
        plugins: The plugins to look in; all installed ones when None.

    Raises:
        UnknownNameError: Nobody registers a package; the nearest names are offered.
        PluginError: Two plugins register the same package.
    """
    known = registered_apps(plugins)
    chosen = list(known) if packages is None else list(dict.fromkeys(("org.crab.launcher", *packages)))
    return [known[package].factory for package in chosen]
