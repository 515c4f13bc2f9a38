"""Worlds: what is on a phone when it starts, declared as plain data.

A world is a mapping such as ``{"clock": "2026-05-14T10:24", "tasks": [{"title": "Water the plants"}]}``.
Beside the phone's own keys, every app has one. What a world leaves out is made up from the seed.
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from .app import App
from .state import Activity, Battery, Clock, PhoneState, Stack
from .system.defaults import PROPERTIES, SETTINGS
from .system.files import FileTree


class WorldError(ValueError):
    """A world that says something the phone does not understand."""


class PhoneWorld(BaseModel):
    """The keys of a world that belong to the phone and not to an app.

    Attributes:
        clock: the time at the start, or ``{"now": ..., "running": true}`` for a clock that runs.
        battery: ``{"level": 84, "charging": false}``.
        settings: namespace → key → value, over the defaults.
        files: absolute path → text.
        properties: what ``getprop`` tells, over the defaults.
        open: the package of the app that is in front; the home screen when empty.
    """

    model_config = ConfigDict(extra="forbid")

    clock: Clock = Field(default_factory=Clock)
    battery: Battery = Field(default_factory=Battery)
    settings: dict[str, dict[str, str | int | float]] = Field(default_factory=dict)
    files: dict[str, str] = Field(default_factory=dict)
    properties: dict[str, str] = Field(default_factory=dict)
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


LAUNCHER = "org.crab.launcher"


def initial_state(world: Mapping[str, Any], seed: int, apps: Mapping[str, App[Any]]) -> PhoneState:
    """The state that a world and a seed stand for.

    Raises:
        WorldError: for an unknown key or a value of the wrong shape.
    """
    if not isinstance(world, Mapping):
        raise WorldError(f"a world is an object with names, not {type(world).__name__}")
    own, parts = _split(world, apps)
    state = PhoneState(
        seed=seed,
        clock=own.clock,
        battery=own.battery,
        settings={name: dict(values) for name, values in SETTINGS.items()},
        properties={**PROPERTIES, **own.properties},
    )
    for namespace, values in own.settings.items():
        state.settings[namespace].update({key: str(value) for key, value in values.items()})
    state.files = FileTree()
    moment = own.clock.now if own.clock.now.tzinfo else own.clock.now.replace(tzinfo=UTC)
    for path, text in own.files.items():
        state.files.write(path, text.encode(), mtime=int(moment.timestamp()), parents=True)
    for package, app in apps.items():
        # A source of chance for each app, so that one app's part does not change another's.
        chance = random.Random(f"{seed}/{package}")
        try:
            state.apps[package] = app.seed(parts.get(app.world), chance)
        except (ValidationError, TypeError, ValueError) as error:
            raise WorldError(f"the world's {app.world!r} does not fit {app.label}: {error}") from error
    state.stacks = [Stack(package=LAUNCHER, activities=[Activity(screen=apps[LAUNCHER].main)])]
    if own.open:
        if own.open not in apps:
            raise WorldError(
                f"the world opens {own.open!r}, which is not installed: {', '.join(sorted(apps))}"
            )
        state.stacks.append(Stack(package=own.open, activities=[Activity(screen=apps[own.open].main)]))
    return state


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
