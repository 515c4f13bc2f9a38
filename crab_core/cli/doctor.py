"""`crab doctor`: what runs here, what is missing, and the exact command that brings it."""

from __future__ import annotations

from typing import Any

import click

from crab_core.cli.group import load_plugins
from crab_core.cli.output import emit, json_option
from crab_core.errors import CrabError
from crab_core.plugins import Plugins
from crab_core.provider import InProcessProvider
from crab_core.rig import provider_spec


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
    ok = not broken and all(d["ok"] for d in devices if d["default"])
    if as_json:
        emit({"ok": ok, "devices": devices, "broken_plugins": broken})
        return
    for device in devices:
        _show(device)
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
    facts["requirements"] = [
        {"name": r.name, "ok": r.ok, "found": r.found, "fix": r.fix} for r in requirements
    ]
    return {**facts, "ok": all(r.ok for r in requirements), "error": ""}


def _show(device: dict[str, Any]) -> None:
    colour = "green" if device["ok"] else ("red" if device["default"] else "yellow")
    sign = "✓" if device["ok"] else "✗"
    default = " (default)" if device["default"] else ""
    title = f"{sign} {device['environment']} by {device['provider']}{default}"
    click.secho(title, fg=colour, bold=True)
    if device["error"]:
        click.echo(f"    {device['error']}")
    for requirement in device["requirements"]:
        if requirement["ok"]:
            click.echo(f"    ✓ {requirement['name']}  {click.style(requirement['found'], dim=True)}")
        else:
            click.secho(f"    ✗ {requirement['name']}  {requirement['found']}", fg=colour)
            click.echo(f"      {requirement['fix']}")
