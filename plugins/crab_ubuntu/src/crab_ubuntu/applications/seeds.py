"""Files that make applications start as if they had been used before: no tours, tips or questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crab_ubuntu.services.plan import ServicePlan

HOME = {
    ".config/geany/geany.conf": "geany.conf",
    ".config/geany/plugins/treebrowser/treebrowser.conf": "geany-treebrowser.conf",
    ".config/gtk-2.0/gtkfilechooser.ini": "gtk2-filechooser.ini",
    ".config/hexchat/hexchat.conf": "hexchat.conf",
    ".config/libreoffice/4/user/registrymodifications.xcu": "libreoffice.xcu",
    ".config/user-dirs.dirs": "user-dirs.dirs",
    # The place that every version of Firefox looks into; the folder of a profile has to be there.
    ".mozilla/firefox/profiles.ini": "firefox-profiles.ini",
    ".mozilla/firefox/crab/times.json": "firefox-times.json",
}
"""Settings that an application reads from the home only: by path, the file of this package."""

SYSTEM = {
    "/etc/bash.bashrc": "bash.bashrc",
    "/etc/firefox-esr/firefox-esr.js": "firefox.js",
    "/etc/gimp/2.0/gimprc": "gimprc",
    "/etc/gimp/2.0/sessionrc": "gimp-sessionrc",
    "/etc/vim/vimrc": "vimrc",
}
"""Defaults of the system: the home stays free for what a person, a world or an agent changes."""

DEFAULT_APPLICATIONS = "/etc/crab/share/applications/mimeapps.list"
"""What opens which files: the sandbox looks into /etc/crab/share before /usr/share."""
NETWORKS = ".config/hexchat/servlist.conf"
"""Where the chat client keeps the servers that it knows."""

GEANY_PLUGINS = ("treebrowser.so", "projectorganizer.so")
"""A tree of files in the sidebar, and one of the files of a project."""


def home_files() -> Mapping[str, bytes]:
    """Files of a new home, by path from it; a world's own files come on top."""
    found = {path: _data(name) for path, name in HOME.items()}
    geany = found[".config/geany/geany.conf"].replace(
        b"{plugins}", ";".join([*_geany_plugins(), ""]).encode()
    )
    return {**found, ".config/geany/geany.conf": geany, NETWORKS: chat_networks()}


def network_files(services: Sequence[ServicePlan]) -> Mapping[str, bytes]:
    """Files of the home that tell applications what a world's network has: the chat, and its channels."""
    chats = [plan for plan in services if plan.kind == "chat"]
    return (
        {NETWORKS: chat_networks(chats[0].host, list(chats[0].options.get("channels", ())))} if chats else {}
    )


def chat_networks(host: str = "chat.crab.test", channels: Sequence[str] = ("#general",)) -> bytes:
    """What the chat client connects to when it starts, as the file at `NETWORKS` says it.

    Args:
        host: Where the chat is.
        channels: That it enters.
    """
    joins = "\n".join(f"J={channel}" for channel in channels)
    return (
        _data("hexchat-networks.conf").replace(b"{host}", host.encode()).replace(b"{joins}", joins.encode())
    )


def system_files() -> Mapping[str, bytes]:
    """Read-only files of the system, by path below /etc; all but one replace what a package brought."""
    found = {path: _data(name) for path, name in SYSTEM.items() if Path(path).exists()}
    return {**found, DEFAULT_APPLICATIONS: _data("mimeapps.list")}


def _geany_plugins() -> list[str]:
    # Geany knows its plugins by where they are, which depends on the processor.
    return [str(path) for name in GEANY_PLUGINS for path in sorted(Path("/usr/lib").glob(f"*/geany/{name}"))]


def _data(name: str) -> bytes:
    return (resources.files("crab_ubuntu.data") / "applications" / name).read_bytes()
