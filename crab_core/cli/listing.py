"""`crab list` and `crab plugins`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from crab_core.action import Action
from crab_core.cli.group import load_plugins
from crab_core.cli.output import emit, json_option, table
from crab_core.environment import Environment
from crab_core.errors import UnknownNameError
from crab_core.plugins import Plugins, Registry
from crab_core.specs import Spec

_REGISTRIES = (
    "environments",
    "providers",
    "prompters",
    "ocr-engines",
    "detectors",
    "matchers",
    "models",
    "policies",
    "tasks",
    "subtasks",
    "value-types",
    "worlds",
    "benchmarks",
    "executors",
    "commands",
)
KINDS = ("environments", "actions", "evaluators", *_REGISTRIES[1:])


@click.command("list")
@click.argument("kind")
@click.option("--environment", "-e", help="Only those of this environment.")
@json_option
def list_things(kind: str, environment: str | None, as_json: bool) -> None:
    """List everything of one KIND that is installed.

    KIND is environments, actions, evaluators, providers, prompters, ocr-engines, detectors, matchers, models,
    policies, tasks, subtasks, value-types, worlds, benchmarks, executors or commands, or one that a plugin
    adds, such as phone-apps.
    """
    plugins = load_plugins()
    known = (*KINDS, *plugins.guests)
    if kind not in known:
        raise UnknownNameError("kind of things", kind, known)
    if environment is not None:
        plugins.environments[environment]  # an unknown one is an error that names the nearest
    if kind in ("actions", "evaluators"):
        rows = list(_members(plugins, kind))
    else:
        rows = [_entry(spec, _registry(plugins, kind)) for spec in _registry(plugins, kind).values()]
    if environment is not None:
        rows = [row for row in rows if environment in (row.get("environment"), row["name"])]
    if as_json:
        emit({kind: rows})
        return
    headings = ["name", "plugin", "summary"]
    if rows and "environment" in rows[0]:
        headings.insert(0, "environment")
    click.echo(table(headings, [[str(row[h]) for h in headings] for row in rows]))


def _registry(plugins: Plugins, kind: str) -> Registry[Any]:
    if kind in plugins.guests:
        return plugins.of(plugins.guests[kind])
    found: Registry[Any] = getattr(plugins, kind.replace("-", "_"))
    return found


def _entry(spec: Spec, registry: Registry[Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": spec.name}
    if hasattr(spec, "environment"):
        entry["environment"] = spec.environment
    return {**entry, "plugin": registry.owner(spec.key), "summary": spec.summary}


def _members(plugins: Plugins, kind: str) -> Iterator[dict[str, Any]]:
    """Actions (observations among them) or evaluators of all environments, with their schemas."""
    for spec in plugins.environments.values():
        environment: type[Environment] = spec.load()
        owner = plugins.environments.owner(spec.name)
        own = environment.evaluators if kind == "evaluators" else _acts(environment)
        for member in own:
            yield _member(spec.name, owner, member)
    registry = plugins.evaluators if kind == "evaluators" else plugins.actions
    for added in registry.values():
        yield _member(added.environment, registry.owner(added.key), added.load())


def _acts(environment: type[Environment]) -> tuple[Action, ...]:
    return (*environment.actions, *environment.observations)


def _member(environment: str, owner: str, member: Action) -> dict[str, Any]:
    return {
        "environment": environment,
        "name": member.name,
        "kind": type(member).__name__.lower(),
        "plugin": owner,
        "summary": member.description.partition("\n")[0],
        "parameters": member.schema["parameters"],
    }


@click.command("plugins")
@json_option
def list_plugins(as_json: bool) -> None:
    """List the installed plugins and what they bring; nothing heavy is imported."""
    plugins = load_plugins()
    brings: dict[str, list[tuple[str, str]]] = {p.distribution: [] for p in plugins.loaded}
    own = (*_REGISTRIES, "actions", "evaluators")
    for kind in (*own, *plugins.guests):
        registry = _registry(plugins, kind)
        for spec in registry.values():
            brings[registry.owner(spec.key)].append((spec.kind, spec.name))
    if as_json:
        emit(
            {
                "plugins": [
                    {
                        "name": p.name,
                        "distribution": p.distribution,
                        "version": p.version,
                        "brings": [" ".join(thing) for thing in brings[p.distribution]],
                    }
                    for p in plugins.loaded
                ],
                "broken": [
                    {"name": b.name, "distribution": b.distribution, "error": b.error} for b in plugins.broken
                ],
            }
        )
        return
    rows = [
        [p.name, p.distribution, p.version, _in_short(brings[p.distribution]) or "nothing"]
        for p in plugins.loaded
    ]
    click.echo(table(["name", "distribution", "version", "brings"], rows))
    for broken in plugins.broken:
        click.secho(f"broken: {broken.name} of {broken.distribution}: {broken.error}", fg="red", err=True)
    if plugins.broken:
        click.echo("`crab doctor` shows the tracebacks.", err=True)


_MANY = 6


def _in_short(brings: list[tuple[str, str]]) -> str:
    """What a plugin brings, in a line: of a kind that it brings many of, only how many."""
    kinds: dict[str, list[str]] = {}
    for kind, name in brings:
        kinds.setdefault(kind, []).append(name)
    parts = [
        f"{len(names)} {kind}s" if len(names) > _MANY else ", ".join(f"{kind} {name}" for name in names)
        for kind, names in kinds.items()
    ]
    return ", ".join(parts)
