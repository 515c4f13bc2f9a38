"""The applications of the desktop: what tasks call them, what they need, and how to know their windows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crab_core import EnvironmentUnavailable, UnknownNameError
from crab_ubuntu.providers.packages import PROFILES, install_command


@dataclass(frozen=True, slots=True)
class Application:
    """One application."""

    name: str
    """As tasks write it."""
    title: str
    """What a person types to find it."""
    desktop_id: str
    """As worlds and launchers write it."""
    window: str
    """Application of its windows, as `focused_window` and the UI tree tell it."""
    packages: tuple[str, ...]
    """Debian packages that it needs, all of them in `PROFILES`."""
    also: tuple[str, ...] = ()
    """Other names that tasks may write."""

    @property
    def missing(self) -> list[str]:
        """Its packages that are not installed here."""
        return [p.name for p in PROFILES["full"] if p.name in self.packages and not p.installed]


_LIBREOFFICE = ("libreoffice-gtk3", "fonts-liberation")

APPLICATIONS = (
    Application("terminal", "Terminal", "org.gnome.Terminal.desktop", "Gnome-terminal", ("gnome-terminal",)),
    Application("files", "Files", "org.gnome.Nautilus.desktop", "org.gnome.Nautilus", ("nautilus",)),
    Application(
        "settings",
        "Settings",
        "org.gnome.Settings.desktop",
        "gnome-control-center",
        ("gnome-control-center",),
    ),
    Application("gedit", "gedit", "org.gnome.gedit.desktop", "Gedit", ("gedit",), ("text editor",)),
    Application(
        "firefox", "Firefox", "firefox-esr.desktop", "firefox-esr", ("firefox-esr",), ("web browser",)
    ),
    Application("gimp", "GIMP", "gimp.desktop", "Gimp-2.10", ("gimp", "libgail-common", "libatk-adaptor")),
    Application(
        "geany",
        "Geany",
        "geany.desktop",
        "Geany",
        ("geany", "geany-plugin-treebrowser", "geany-plugin-projectorganizer"),
        ("code editor",),
    ),
    Application(
        "writer",
        "Writer",
        "libreoffice-writer.desktop",
        "libreoffice-writer",
        ("libreoffice-writer", *_LIBREOFFICE),
    ),
    Application(
        "calc", "Calc", "libreoffice-calc.desktop", "libreoffice-calc", ("libreoffice-calc", *_LIBREOFFICE)
    ),
    Application(
        "impress",
        "Impress",
        "libreoffice-impress.desktop",
        "libreoffice-impress",
        ("libreoffice-impress", *_LIBREOFFICE),
    ),
    # Vim is a guest of the terminal; the title of the window tells it: "notes.txt (~) - VIM".
    Application("vim", "Vim", "vim.desktop", "Gnome-terminal", ("vim", "gnome-terminal")),
    Application("hexchat", "HexChat", "io.github.Hexchat.desktop", "Hexchat", ("hexchat",), ("chat",)),
    Application("eog", "Image Viewer", "org.gnome.eog.desktop", "Eog", ("eog",), ("image viewer",)),
    Application(
        "evince", "Document Viewer", "org.gnome.Evince.desktop", "Evince", ("evince",), ("document viewer",)
    ),
    Application(
        "calculator",
        "Calculator",
        "org.gnome.Calculator.desktop",
        "gnome-calculator",
        ("gnome-calculator",),
    ),
)


def find_application(name: str) -> Application:
    """The application of this name.

    Raises:
        UnknownNameError: There is none.
    """
    names = {n: application for application in APPLICATIONS for n in (application.name, *application.also)}
    if name.casefold() not in names:
        raise UnknownNameError("application of the desktop", name, names)
    return names[name.casefold()]


def check_applications(names: Iterable[str]) -> None:
    """See whether the applications that a task needs are installed.

    Args:
        names: As `find_application` knows them.

    Raises:
        UnknownNameError: There is no application of this name.
        EnvironmentUnavailable: One is not installed; says what to do. An episode that meets this is unscored.
    """
    needed = [find_application(name) for name in names]
    missing = {application.name: application.missing for application in needed if application.missing}
    if missing:
        packages = dict.fromkeys(package for lacking in missing.values() for package in lacking)
        kind = "application" if len(missing) == 1 else "applications"
        raise EnvironmentUnavailable(
            f"The task needs the {kind} {' and '.join(missing)}, not installed here.",
            advice=f"Install what is missing: {install_command(packages)} "
            "(or every application: crab desktop setup --profile full).",
        )
