"""`crab doctor`: what runs here, what is missing, and the exact command that brings it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from crab_core.cli.group import load_plugins
from crab_core.cli.output import emit, json_option
from crab_core.errors import CrabError
from crab_core.plugins import Plugins
from crab_core.provider import InProcessProvider, Requirement
from crab_core.rig import provider_spec
from crab_core.specs import DetectorSpec, MatcherSpec, ModelSpec, OcrSpec, Spec


@click.command()
@json_option
def doctor(as_json: bool) -> None:
    """Say what runs here, what is missing, and the exact command that brings it."""
    plugins = load_plugins()
    devices = [_device(plugins, name) for name in _provided(plugins)]
    broken = [
        {"name": b.name, "distribution": b.distribution, "error": b.error, "traceback": b.traceback}
        for b in plugins.broken
    ]
    models = [_model(spec) for spec in plugins.models.values()]
    eyes = [_eye(kind, spec) for kind, specs in _seeing(plugins) for spec in specs.values()]
    ok = not broken and all(d["ok"] for d in devices if d["default"])
    if as_json:
        emit({"ok": ok, "devices": devices, "models": models, "eyes": eyes, "broken_plugins": broken})
        return
    for device in devices:
        default = " (default)" if device["default"] else ""
        _show(f"{device['environment']} by {device['provider']}{default}", device, needed=device["default"])
    for model in models:
        _show(f"models of {model['provider']}", model, needed=False)
    for eye in eyes:
        _show(f"{eye['kind']} {eye['name']}", eye, needed=False)
    for plugin in plugins.broken:
        click.secho(f"\n✗ plugin {plugin.name} of {plugin.distribution} is broken", fg="red", bold=True)
        click.echo(plugin.traceback.rstrip())
    click.echo()
    if ok:
        click.secho("Everything that runs by default is there. `crab demo` plays an episode.", fg="green")
    else:
        click.secho("Something is missing; the lines above say what brings it.", fg="yellow")


def _provided(plugins: Plugins) -> list[tuple[str, str]]:
    """Environment and provider, for all that can be chosen."""
    named = [(s.environment, s.name) for s in plugins.providers.values()]
    alone = set(plugins.environments) - {environment for environment, _ in named}
    return sorted([*named, *((environment, "") for environment in alone)])


def _device(plugins: Plugins, which: tuple[str, str]) -> dict[str, Any]:
    environment, name = which
    default = provider_spec(plugins, environment)
    facts: dict[str, Any] = {
        "environment": environment,
        "provider": name or InProcessProvider.name,
        "default": not name or (default is not None and default.name == name),
        "requirements": [],
    }
    try:
        spec = provider_spec(plugins, environment, name)
        requirements = spec.load()().requirements() if spec and name else ()
        if spec is None:
            plugins.environments[environment].load()
    except CrabError as error:
        return {**facts, "ok": False, "error": str(error)}
    return facts | _told(requirements)


def _model(spec: ModelSpec) -> dict[str, Any]:
    """What a provider of models needs; none is needed by default."""
    try:
        return {"provider": spec.name, **_told(spec.load().requirements())}
    except CrabError as error:
        return {"provider": spec.name, "requirements": [], "ok": False, "error": str(error)}


def _seeing(plugins: Plugins) -> list[tuple[str, Mapping[str, Spec]]]:
    return [
        (OcrSpec.kind, plugins.ocr_engines),
        (DetectorSpec.kind, plugins.detectors),
        (MatcherSpec.kind, plugins.matchers),
    ]


def _eye(kind: str, spec: Spec) -> dict[str, Any]:
    """What reads pictures: what it says that it needs, or else whether it can be made without options."""
    facts = {"kind": kind, "name": spec.name}
    try:
        made = spec.load()
        if look := getattr(made, "requirements", None):
            return {**facts, **_told(look())}
        made()
    except CrabError as error:
        return {**facts, "requirements": [], "ok": False, "error": str(error)}
    return {**facts, "requirements": [], "ok": True, "error": ""}


def _told(requirements: Sequence[Requirement]) -> dict[str, Any]:
    listed = [{"name": r.name, "ok": r.ok, "found": r.found, "fix": r.fix} for r in requirements]
    return {"requirements": listed, "ok": all(r.ok for r in requirements), "error": ""}


def _show(title: str, facts: dict[str, Any], *, needed: bool) -> None:
    colour = "green" if facts["ok"] else ("red" if needed else "yellow")
    click.secho(f"{'✓' if facts['ok'] else '✗'} {title}", fg=colour, bold=True)
    if facts["error"]:
        click.echo(f"    {facts['error']}")
    for requirement in facts["requirements"]:
        if requirement["ok"]:
            click.echo(f"    ✓ {requirement['name']}  {click.style(requirement['found'], dim=True)}")
        else:
            click.secho(f"    ✗ {requirement['name']}  {requirement['found']}", fg=colour)
            click.echo(f"      {requirement['fix']}")
