"""`crab validate`: prove that tasks judge rightly."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import click

from crab_core.cli.group import load_plugins
from crab_core.cli.output import emit, json_option, note
from crab_core.cli.playing import new_directory
from crab_core.cli.progress import show_path
from crab_core.families import subtask_family, task_family
from crab_core.player import make_prompter
from crab_core.record import write_json
from crab_core.rig import Rig
from crab_core.validate import Validation, Validator


@click.command()
@click.argument("tasks", nargs=-1)
@click.option(
    "--seed",
    "-s",
    "seeds",
    multiple=True,
    type=int,
    default=(0,),
    show_default=True,
    help="May be given several times.",
)
@click.option("--subtask", "subtasks", multiple=True, help="Prove this sub-task, as a task of its own.")
@click.option("--prompter", default="", help="The visual prompter that the solutions see through.")
@click.option("--plugin", "plugin_names", multiple=True, help="Load these plugins only.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Where to write validation.json."
)
@json_option
def validate(
    tasks: tuple[str, ...],
    seeds: tuple[int, ...],
    subtasks: tuple[str, ...],
    prompter: str,
    plugin_names: tuple[str, ...],
    out: Path | None,
    as_json: bool,
) -> int:
    """Prove that TASKS judge rightly; all installed tasks when none is named.

    The reference solution reaches everything, doing nothing reaches nothing, wrong solutions do not succeed,
    judging again says the same, and a reset leaves nothing. Exit code 1 when any of it fails.
    """
    plugins = load_plugins(plugin_names)
    families = {name: task_family(plugins, name) for name in tasks or plugins.tasks}
    if subtasks:
        families = {name: subtask_family(plugins, name) for name in subtasks}
    done: list[Validation] = []
    with Rig(plugins) as rig:
        for name, family in families.items():
            for seed in seeds:
                note(click.style(f"{name}, seed {seed}", bold=True))
                validator = Validator(rig, make_prompter(plugins, prompter), lambda what: note(f"  … {what}"))
                validation = validator.validate(name, family, seed)
                _show(validation)
                done.append(validation)
    facts = {"ok": all(v.ok for v in done), "validations": [_facts(v) for v in done]}
    directory = out or new_directory("validation")
    directory.mkdir(parents=True, exist_ok=True)
    write_json(directory / "validation.json", facts)
    if as_json:
        emit(facts)
    else:
        failed = sum(not v.ok for v in done)
        click.echo(f"{len(done) - failed} of {len(done)} validations passed.")
        click.echo(f"Record: {show_path(directory / 'validation.json')}")
    return 0 if facts["ok"] else 1


def _facts(validation: Validation) -> dict[str, Any]:
    return {"ok": validation.ok, **dataclasses.asdict(validation)}


def _show(validation: Validation) -> None:
    for check in validation.checks:
        sign = click.style("✓", fg="green") if check.ok else click.style("✗", fg="red", bold=True)
        note(f"  {sign} {check.name}  {click.style(check.detail, dim=check.ok)}")
