"""The Debian packages that a sandboxed desktop and its applications are made of: the one list of them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Package:
    """A Debian package, and the file by which its presence is seen."""

    name: str
    file: str
    """Absolute, or a pattern below /usr."""
    purpose: str

    @property
    def installed(self) -> bool:
        """Whether its file is there; quicker than asking dpkg, and true on other distributions too."""
        return any(Path("/").glob(self.file.lstrip("/")))


SHARE = "/usr/share"
EXTENSIONS = f"{SHARE}/gnome-shell/extensions"

MINIMAL = (
    Package("bubblewrap", "/usr/bin/bwrap", "the sandbox"),
    Package("xvfb", "/usr/bin/Xvfb", "the screen"),
    Package("libgl1-mesa-dri", "/usr/lib/*/dri/swrast_dri.so", "drawing without a graphics card"),
    Package("dbus", "/usr/bin/dbus-daemon", "the message buses"),
    Package("at-spi2-core", "/usr/libexec/at-spi-bus-launcher", "the UI tree"),
    Package("libglib2.0-bin", "/usr/bin/gsettings", "reading settings"),
    Package("dconf-cli", "/usr/bin/dconf", "writing settings"),
    Package("dconf-gsettings-backend", "/usr/lib/*/gio/modules/libdconfsettings.so", "keeping settings"),
    Package("gnome-shell", "/usr/bin/gnome-shell", "the desktop"),
    Package(
        "gnome-shell-extensions",
        f"{EXTENSIONS}/user-theme@gnome-shell-extensions.gcampax.github.com",
        "its theme",
    ),
    Package("gnome-shell-extension-dashtodock", f"{EXTENSIONS}/dash-to-dock@micxgx.gmail.com", "the dock"),
    Package(
        "gnome-shell-extension-desktop-icons-ng", f"{EXTENSIONS}/ding@rastersoft.com", "icons on the desktop"
    ),
    Package("gnome-settings-daemon", "/usr/libexec/gsd-xsettings", "the look of GTK 3 applications"),
    Package("yaru-theme-gnome-shell", f"{SHARE}/gnome-shell/theme/Yaru", "the look of the shell"),
    Package("yaru-theme-gtk", f"{SHARE}/themes/Yaru", "the look of windows"),
    Package("yaru-theme-icon", f"{SHARE}/icons/Yaru", "icons"),
    Package("gnome-backgrounds", f"{SHARE}/gnome-background-properties/blobs.xml", "wallpapers"),
    Package("desktop-base", f"{SHARE}/desktop-base", "the default wallpaper"),
    Package("fonts-noto-core", f"{SHARE}/fonts/truetype/noto/NotoSans-Regular.ttf", "letters"),
    Package(
        "fonts-dejavu-core", f"{SHARE}/fonts/truetype/dejavu/DejaVuSansMono.ttf", "letters of equal width"
    ),
    Package("gvfs", "/usr/libexec/gvfsd", "the trash, and file metadata"),
    Package("gnome-control-center", "/usr/bin/gnome-control-center", "Settings"),
    Package("gnome-terminal", "/usr/bin/gnome-terminal", "Terminal"),
    Package("nautilus", "/usr/bin/nautilus", "Files"),
    Package("gedit", "/usr/bin/gedit", "the text editor"),
)
"""A desktop that starts, with the applications that every GNOME has."""

MORE = (
    Package("firefox-esr", "/usr/bin/firefox-esr", "Firefox"),
    Package("gimp", "/usr/bin/gimp", "GIMP"),
    Package("libgail-common", "/usr/lib/*/gtk-2.0/modules/libgail.so", "the UI tree of GIMP"),
    Package("libatk-adaptor", "/usr/lib/*/gtk-2.0/modules/libatk-bridge.so", "the UI tree of GIMP"),
    Package("geany", "/usr/bin/geany", "the code editor"),
    Package("geany-plugin-treebrowser", "/usr/lib/*/geany/treebrowser.so", "its tree of files"),
    Package("geany-plugin-projectorganizer", "/usr/lib/*/geany/projectorganizer.so", "its projects"),
    Package("libreoffice-writer", "/usr/lib/libreoffice/program/libswlo.so", "Writer"),
    Package("libreoffice-calc", "/usr/lib/libreoffice/program/libsclo.so", "Calc"),
    Package("libreoffice-impress", "/usr/lib/libreoffice/program/libsdlo.so", "Impress"),
    Package(
        "libreoffice-gtk3", "/usr/lib/libreoffice/program/libvclplug_gtk3lo.so", "the look of LibreOffice"
    ),
    Package(
        "fonts-liberation", f"{SHARE}/fonts/truetype/liberation/LiberationSerif-Regular.ttf", "its letters"
    ),
    Package("vim", "/usr/bin/vim", "Vim"),
    Package("hexchat", "/usr/bin/hexchat", "the chat client"),
    Package("eog", "/usr/bin/eog", "the image viewer"),
    Package("evince", "/usr/bin/evince", "the document viewer"),
    Package("gnome-calculator", "/usr/bin/gnome-calculator", "Calculator"),
    Package("git", "/usr/bin/git", "repositories, in the terminal"),
    Package("libfaketime", "/usr/lib/*/faketime/libfaketime.so.1", "a clock that a world sets"),
    Package("x11vnc", "/usr/bin/x11vnc", "a look at the desktop"),
    Package("novnc", f"{SHARE}/novnc", "a look at the desktop in a browser"),
)
"""What tasks and people may ask for besides."""

PROFILES: Mapping[str, tuple[Package, ...]] = {"minimal": MINIMAL, "full": (*MINIMAL, *MORE)}
"""Declared lists of packages, by the name that `crab desktop setup` knows."""


def missing_packages(profile: str = "minimal") -> list[str]:
    """Names of a profile's packages that are not installed."""
    return [package.name for package in PROFILES[profile] if not package.installed]


def versions() -> dict[str, str]:
    """Versions of the packages that are installed, by name; empty where there is no dpkg."""
    query = ["dpkg-query", "--show", "--showformat", "${db:Status-Abbrev}\\t${Package}\\t${Version}\\n"]
    try:
        told = subprocess.run(
            [*query, *(package.name for package in PROFILES["full"])],
            capture_output=True,
            text=True,
            check=False,
        ).stdout
    except FileNotFoundError:
        return {}
    lines = (line.split("\t") for line in told.splitlines())
    return {name: version for status, name, version in lines if status.startswith("ii")}


def install_command(names: Iterable[str]) -> str:
    """The command that installs packages, as a user with sudo types it."""
    return f"sudo apt-get install --no-install-recommends -y {' '.join(names)}"
