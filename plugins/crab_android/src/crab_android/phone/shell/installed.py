"""Every package on a phone, the disabled ones too, and what ``pm`` and ``dumpsys`` tell of it."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from ..app import App
from ..manifest_app import app_from_manifest
from ..phone import Phone


def packages(phone: Phone) -> dict[str, App[Any]]:
    """The apps that are installed, enabled or not, by package."""
    found = dict(phone.catalog)
    for name, package in phone.state.packages.items():
        if package.manifest is not None:
            found[name] = app_from_manifest(package.manifest)
        if not package.installed:
            found.pop(name, None)
    return dict(sorted(found.items()))


def enabled(phone: Phone, package: str) -> bool:
    """Whether a package is enabled."""
    known = phone.state.packages.get(package)
    return known is None or known.enabled


def apk_path(app: App[Any]) -> str:
    """Where the package file of an app is."""
    if app.system:
        name = "".join(word.title() for word in app.label.split()) or app.package.rpartition(".")[2]
        return f"/system/app/{name}/{name}.apk"
    return f"/data/app/{app.package}/base.apk"


def code_path(app: App[Any]) -> str:
    """The folder of an app's package file."""
    return apk_path(app).rpartition("/")[0]


def version_code(app: App[Any]) -> int:
    """The version as a number: 3.2 is 30200."""
    parts = [int(part) if part.isdigit() and len(part) < 4 else 0 for part in app.version.split(".")[:3]]
    parts += [0] * (3 - len(parts))
    return parts[0] * 10000 + parts[1] * 100 + parts[2] or 1


def token(text: str) -> str:
    """A number in hexadecimal for a name, always the same, as Android shows the identity of an object."""
    return f"{crc32(text.encode('utf-8', 'replace')) & 0xFFFFFFF:07x}"
