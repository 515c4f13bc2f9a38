"""`crab tasks`: what tasks there are, and what is in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from crab_core.cli.group import load_plugins
from crab_core.cli.output import emit, json_option, note, table, write_drawing
from crab_core.cli.progress import show_path
from crab_core.cli.task_shown import Shown, proven_steps, show_task
from crab_core.errors import CrabError, UnknownNameError
from crab_core.families import task_family
from crab_core.graph import GraphEvaluator
from crab_core.plugins import Plugins
from crab_core.suite import Suite
from crab_core.task import Task, instantiate


@click.group()
def tasks() -> None:
    """Read tasks: which there are, and what each asks for and judges."""


@tasks.command("list")
@click.option("--suite", default="", help="Only those of this benchmark, with its seeds.")
@click.option("--device", "-d", help="Only those that use this device.")
@click.option("--application", "-a", help="Only those that need this application.")
@click.option("--plugin", "plugin_names", multiple=True, help="Load these plugins only.")
@json_option
def list_tasks(
    suite: str, device: str | None, application: str | None, plugin_names: tuple[str, ...], as_json: bool
) -> None:
    """List tasks with their devices, checkpoints, applications and limits."""
    plugins = load_plugins(plugin_names)
    pairs = dict(_suite(plugins, suite).tasks if suite else _standard(plugins))
    rows = []
    for name, seed in pairs.items():
        try:
            task = instantiate(task_family(plugins, name), seed)
        except CrabError as error:
            note(f"{name}, seed {seed}: {error.message}")
            continue
        rows.append(_row(plugins, name, task))
    known = {d for row in rows for d in row["devices"]}
    if device is not None and device not in known:
        raise UnknownNameError("device of tasks", device, known)
    apps = {a.casefold(): a for row in rows for names in row["applications"].values() for a in names}
    if application is not None and application.casefold() not in apps:
        raise UnknownNameError("application of tasks", application, apps.values())
    rows = [row for row in rows if device in (None, *row["devices"]) and _needs(row, application)]
    if as_json:
        emit({"tasks": rows})
        return
    headings = ["id", "devices", "checkpoints", "depth", "applications", "limit", "summary"]
    click.echo(table(headings, [_cells(row) for row in rows]))
    if rows:
        click.echo(f"\n{len(rows)} tasks. `crab tasks show {rows[0]['id']}` shows what is in one.")


def _row(plugins: Plugins, name: str, task: Task) -> dict[str, Any]:
    return {
        "id": name,
        "seed": task.seed,
        "devices": list(task.environments),
        "checkpoints": len(task.graph),
        "depth": GraphEvaluator(task.graph).longest_unfinished_path(),
        "applications": {device: list(names) for device, names in task.applications.items()},
        "limit": task.limits.steps,
        "summary": plugins.tasks[name].summary,
    }


def _cells(row: dict[str, Any]) -> list[str]:
    applications = [app for names in row["applications"].values() for app in names]
    return [
        row["id"],
        ", ".join(row["devices"]),
        str(row["checkpoints"]),
        str(row["depth"]),
        ", ".join(dict.fromkeys(applications)) or "–",
        str(row["limit"]),
        row["summary"],
    ]


def _needs(row: dict[str, Any], application: str | None) -> bool:
    names = [app.casefold() for apps in row["applications"].values() for app in apps]
    return application is None or application.casefold() in names


def _suite(plugins: Plugins, name: str) -> Suite:
    found: Suite = plugins.benchmarks[name].load()
    return found


def _standard(plugins: Plugins) -> dict[str, int]:
    """Every task with its seed in the first benchmark that has it; 0 when none has."""
    seeds = dict.fromkeys(plugins.tasks, 0)
    for benchmark in reversed(list(plugins.benchmarks)):
        seeds.update({name: seed for name, seed in _suite(plugins, benchmark).tasks if name in seeds})
    return seeds


@tasks.command("show")
@click.argument("task_id", metavar="ID")
@click.option(
    "--seed", "-s", type=int, help="The seed; that of the first benchmark with the task when left out."
)
@click.option(
    "--svg",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.svg",
    help="Draw the checkpoints into this file.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path, exists=True),
    help="A record of `crab validate` that tells how long the solution is; the newest when left out.",
)
@click.option("--reveal", is_flag=True, help="Show what is expected: what evaluators and rules compare with.")
@click.option("--plugin", "plugin_names", multiple=True, help="Load these plugins only.")
@json_option
def show(
    task_id: str,
    seed: int | None,
    svg: Path | None,
    record: Path | None,
    reveal: bool,
    plugin_names: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show the task ID: what it asks for, what it judges and allows, and of what it is composed.

    ID is the name of a task, or a file that `crab compose` wrote. What is expected is shown only with
    --reveal.
    """
    plugins = load_plugins(plugin_names)
    family = task_family(plugins, task_id)
    if seed is None:
        seed = _standard(plugins).get(task_id, 0)
    task = instantiate(family, seed)
    shown = Shown.of(plugins, task_id, task, proven_steps(task, record), reveal=reveal)
    if svg is not None:
        write_drawing(svg, shown.drawing())
    if as_json:
        emit(shown.facts())
        return
    click.echo(show_task(shown))
    if svg is not None:
        click.echo(f"\nDrawing: {show_path(svg)}")
