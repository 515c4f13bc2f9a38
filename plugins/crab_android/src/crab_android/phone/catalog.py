"""The apps that come with the phone, and how apps of plugins are loaded."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from .app import App
from .navigation import LAUNCHER

_APPS = "crab_android.phone.apps"

BUILT_IN: tuple[str, ...] = (
    f"{_APPS}.launcher.manifest:APP",
    f"{_APPS}.browser.manifest:APP",
    f"{_APPS}.calculator.manifest:APP",
    f"{_APPS}.calendar.manifest:APP",
    f"{_APPS}.camera.manifest:APP",
    f"{_APPS}.clock.manifest:APP",
    f"{_APPS}.contacts.manifest:APP",
    f"{_APPS}.dialer.manifest:APP",
    f"{_APPS}.docs.manifest:APP",
    f"{_APPS}.drive.manifest:APP",
    f"{_APPS}.files.manifest:APP",
    f"{_APPS}.mail.manifest:APP",
    f"{_APPS}.maps.manifest:APP",
    f"{_APPS}.messages.manifest:APP",
    f"{_APPS}.notes.manifest:APP",
    f"{_APPS}.photos.manifest:APP",
    f"{_APPS}.settings.manifest:APP",
    f"{_APPS}.tasks.manifest:APP",
)
"""Where the built-in apps are, as ``module:attribute``."""


class AppLoadError(RuntimeError):
    """An app cannot be loaded, or does not fit beside the others."""


@lru_cache(maxsize=256)
def load_app(where: str) -> App[Any]:
    """The app at ``module:attribute``.

    Raises:
        AppLoadError: when there is none.
    """
    module, _, attribute = where.partition(":")
    try:
        app = getattr(importlib.import_module(module), attribute or "APP")
    except (ImportError, AttributeError) as error:
        raise AppLoadError(f"no app can be loaded from {where!r}: {error}") from error
    if not isinstance(app, App):
        raise AppLoadError(f"{where!r} is a {type(app).__name__}, not an App")
    return app


def load_apps(where: Iterable[str]) -> tuple[App[Any], ...]:
    """Several apps, the launcher always among them.

    Raises:
        AppLoadError: when one cannot be loaded, or two have the same package, world key or content authority.
    """
    apps = [load_app(place) for place in dict.fromkeys((BUILT_IN[0], *where))]
    for kind, names in (
        ("package", [[app.package] for app in apps]),
        ("world key", [[app.world] if app.world else [] for app in apps]),
        ("content authority", [list(app.providers) for app in apps]),
    ):
        _check_unique(kind, apps, names)
    return tuple(apps)


def _check_unique(kind: str, apps: list[App[Any]], names: list[list[str]]) -> None:
    owners: dict[str, str] = {}
    for app, mine in zip(apps, names, strict=True):
        for name in mine:
            if name in owners:
                raise AppLoadError(f"both {owners[name]} and {app.package} have the {kind} {name!r}")
            owners[name] = app.package


def built_in_apps() -> tuple[App[Any], ...]:
    """The apps that come with the phone."""
    return load_apps(BUILT_IN)


__all__ = ["BUILT_IN", "LAUNCHER", "AppLoadError", "built_in_apps", "load_app", "load_apps"]
