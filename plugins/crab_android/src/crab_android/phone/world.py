"""Worlds: what is on a phone when it starts, declared as plain data.

A world is a mapping such as ``{"clock": "2026-05-14T10:24", "tasks": [{"title": "Water the plants"}]}``.
Beside the phone's own keys, every app has one. What a world leaves out is made up from the seed.
"""

from __future__ import annotations

import base64
import binascii
import difflib
import random
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from .app import App, Seeding
from .clock import zone
from .manifest_app import ManifestError, app_from_manifest
from .navigation import LAUNCHER
from .people import OWNER, Person, make_people
from .state import Account, Activity, Battery, Clock, Display, Package, PhoneState, Stack
from .system.defaults import PROPERTIES, SETTINGS
from .system.files import FileTree


class WorldError(ValueError):
    """A world that says something the phone does not understand."""


class PhoneWorld(BaseModel):
    """The keys of a world that belong to the phone and not to an app.

    Attributes:
        clock: the local time at the start, or ``{"now": ..., "running": true}`` for a clock that runs.
        timezone: such as ``Europe/Berlin``.
        locale: such as ``en-GB``; dates and numbers follow it.
        battery: ``{"level": 84, "charging": false}``.
        display: ``{"width": 1080, "height": 2400, "density": 420}``.
        settings: namespace → key → value, over the defaults.
        files: absolute path → text, or ``{"base64": ...}``.
        properties: what ``getprop`` tells, over the defaults.
        owner: whose phone it is.
        people: the persons that made-up contacts, messages and mails are of.
        accounts: the accounts on the phone; one of the owner's when left out.
        permissions: package → permission → granted or denied already.
        clipboard: the text on it.
        locked: whether the lock screen is shown.
        uninstalled: packages that are not on this phone.
        install: manifests of apps to install, see :mod:`.manifest_app`.
        open: the package of the app that is in front; the home screen when empty.
    """

    model_config = ConfigDict(extra="forbid")

    clock: Clock = Field(default_factory=Clock)
    timezone: str = "UTC"
    locale: str = Field(default="en-US", pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$")
    battery: Battery = Field(default_factory=Battery)
    display: Display = Field(default_factory=Display)
    settings: dict[str, dict[str, str | int | float]] = Field(default_factory=dict)
    files: dict[str, str | dict[str, str]] = Field(default_factory=dict)
    properties: dict[str, str] = Field(default_factory=dict)
    owner: Person = OWNER
    people: list[Person] | None = None
    accounts: list[Account] | None = None
    permissions: dict[str, dict[str, bool]] = Field(default_factory=dict)
    clipboard: str = ""
    locked: bool = False
    uninstalled: list[str] = Field(default_factory=list)
    install: list[dict[str, Any]] = Field(default_factory=list)
    open: str = ""

    @field_validator("clock", mode="before")
    @classmethod
    def _moment(cls, value: object) -> object:
        return {"now": value} if isinstance(value, str | datetime) else value

    @field_validator("settings")
    @classmethod
    def _known_namespaces(cls, value: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        for namespace in value:
            if namespace not in SETTINGS:
                raise ValueError(f"settings has no namespace {namespace!r}: use system, secure or global")
        return value

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        if value != "UTC" and zone(value) is UTC:
            raise ValueError(f"nobody knows the time zone {value!r}: use a name such as Europe/Berlin")
        return value


def initial_state(world: Mapping[str, Any], seed: int, catalog: Mapping[str, App[Any]]) -> PhoneState:
    """The state that a world and a seed stand for.

    Raises:
        WorldError: for an unknown key or a value of the wrong shape.
    """
    if not isinstance(world, Mapping):
        raise WorldError(f"a world is an object with names, not {type(world).__name__}")
    own, parts = _split(world, catalog)
    state = PhoneState(
        seed=seed,
        clock=_clock(own),
        battery=own.battery,
        display=own.display,
        settings={name: dict(values) for name, values in SETTINGS.items()},
        properties={
            **PROPERTIES,
            "persist.sys.timezone": own.timezone,
            "persist.sys.locale": own.locale,
            **own.properties,
        },
        owner=own.owner,
        people=make_people(random.Random(f"{seed}/people")) if own.people is None else own.people,
        accounts=[Account(name=own.owner.mail)] if own.accounts is None else own.accounts,
        clipboard=own.clipboard,
        locked=own.locked,
    )
    for namespace, values in own.settings.items():
        state.settings[namespace].update({key: str(value) for key, value in values.items()})
    state.files = FileTree()
    apps = _packages(own, state, catalog)
    for app in apps.values():
        try:
            state.apps[app.package] = app.seed(seeding_for(state, app, parts.get(app.world)))
        except (ValidationError, TypeError, ValueError) as error:
            raise WorldError(f"the world's {app.world!r} does not fit {app.label}: {error}") from error
    moment = int(state.clock.now.timestamp())
    for path, content in own.files.items():
        state.files.write(path, _bytes(path, content), mtime=moment, parents=True)
    state.stacks = [_stack(LAUNCHER, apps)]
    if own.open:
        if own.open not in apps:
            raise WorldError(
                f"the world opens {own.open!r}, which is not installed: {', '.join(sorted(apps))}"
            )
        state.stacks.append(_stack(own.open, apps))
    return state


def seeding_for(state: PhoneState, app: App[Any], part: Any) -> Seeding:
    """What an app's first state is made from; each app has a source of chance of its own."""
    there = zone(state.properties.get("persist.sys.timezone", "UTC"))
    return Seeding(
        part=part,
        chance=random.Random(f"{state.seed}/{app.package}"),
        people=tuple(state.people),
        owner=state.owner,
        now=state.clock.now.astimezone(there).replace(tzinfo=None),
        files=state.files,
        mtime=int(state.clock.now.timestamp()),
    )


def _clock(own: PhoneWorld) -> Clock:
    now = own.clock.now
    aware = now if now.tzinfo else now.replace(tzinfo=zone(own.timezone))
    return Clock(now=aware.astimezone(UTC), running=own.clock.running)


def _stack(package: str, apps: Mapping[str, App[Any]]) -> Stack:
    return Stack(package=package, activities=[Activity(package=package, screen=apps[package].main)])


def _packages(own: PhoneWorld, state: PhoneState, catalog: Mapping[str, App[Any]]) -> dict[str, App[Any]]:
    """The apps on the phone; what differs from the catalog is noted in the state."""
    apps = dict(catalog)
    for manifest in own.install:
        try:
            app = app_from_manifest(manifest)
        except ManifestError as error:
            raise WorldError(f"the world installs an app whose manifest does not fit: {error}") from error
        apps[app.package] = app
        state.packages[app.package] = Package(manifest=manifest)
    for package in own.uninstalled:
        if package not in apps or package == LAUNCHER:
            raise WorldError(f"the world uninstalls {package!r}, which cannot be: {', '.join(sorted(apps))}")
        del apps[package]
        state.packages[package] = Package(installed=False)
    for package, permissions in own.permissions.items():
        if package not in apps:
            raise WorldError(f"the world gives permissions to {package!r}, which is not installed")
        state.packages.setdefault(package, Package()).permissions.update(permissions)
    return apps


def _bytes(path: str, content: str | dict[str, str]) -> bytes:
    if isinstance(content, str):
        return content.encode()
    if set(content) != {"base64"}:
        raise WorldError(f"the world's file {path!r} is neither a text nor {{'base64': ...}}")
    try:
        return base64.b64decode(content["base64"], validate=True)
    except binascii.Error as error:
        raise WorldError(f"the world's file {path!r} is not valid base64: {error}") from error


def _split(world: Mapping[str, Any], apps: Mapping[str, App[Any]]) -> tuple[PhoneWorld, dict[str, Any]]:
    app_keys = {app.world for app in apps.values() if app.world}
    known = app_keys | set(PhoneWorld.model_fields)
    for key in world:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            advice = f"; did you mean {near[0]!r}?" if near else ""
            raise WorldError(f"a world has no {key!r}{advice} It may have: {', '.join(sorted(known))}")
    try:
        own = PhoneWorld.model_validate({key: value for key, value in world.items() if key not in app_keys})
    except ValidationError as error:
        raise WorldError(f"the world does not fit the phone: {error}") from error
    return own, {key: value for key, value in world.items() if key in app_keys}
