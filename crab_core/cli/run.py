"""`crab run`: play tasks with an agent and record everything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from crab_core.cli.group import load_plugins
from crab_core.cli.output import json_option
from crab_core.cli.playing import play
from crab_core.config import RunConfig
from crab_core.errors import UsageError


@click.command()
@click.argument("experiment", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--task", "-t", "tasks", multiple=True, help="A task to play; may be given several times.")
@click.option("--seed", "-s", "seeds", multiple=True, type=int, help="A seed; may be given several times.")
@click.option("--trials", type=click.IntRange(1), help="How often each task is played with each seed.")
@click.option("--policy", "-p", help="The agent policy; `crab list policies` shows them.")
@click.option(
    "--policy-option", "-o", "policy_options", multiple=True, metavar="KEY=VALUE", help="For the policy."
)
@click.option("--prompter", help="The visual prompter, or none.")
@click.option(
    "--provider",
    "providers",
    multiple=True,
    metavar="ENVIRONMENT=PROVIDER",
    help="Where a device comes from.",
)
@click.option("--plugin", "plugin_names", multiple=True, help="Load these plugins only.")
@click.option("--steps", type=click.IntRange(1), help="Step limit, instead of the tasks' own.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="A new run directory.")
@click.option(
    "--resume", type=click.Path(path_type=Path, file_okay=False), help="Go on with the run in this directory."
)
@json_option
def run(
    experiment: Path | None,
    plugin_names: tuple[str, ...],
    out: Path | None,
    resume: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play tasks with an agent and record everything.

    EXPERIMENT is a TOML file; options given here replace what it says. Without one, name at least a --task.
    """
    if resume is not None:
        if experiment or out or any(options.values()):
            raise UsageError("--resume goes on with a run as it is.", advice="Leave the other options out.")
        play(None, load_plugins(plugin_names), out=resume, resume=True, as_json=as_json)
        return
    facts = RunConfig.from_file(experiment).model_dump() if experiment else {}
    facts.update(_given(options))
    names = plugin_names or tuple(facts.get("plugins") or ())
    if names:
        facts["plugins"] = names
    if not facts.get("tasks"):
        raise UsageError("No task is named.", advice="Give --task NAME; `crab list tasks` shows them.")
    plugins = load_plugins(names)
    play(RunConfig.from_facts(facts, "the options"), plugins, out=out, as_json=as_json)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, in the shape of the configuration."""
    facts = {k: options[k] for k in ("tasks", "seeds", "trials", "policy", "prompter") if options[k]}
    if options["policy_options"]:
        facts["policy_options"] = {k: _value(v) for k, v in map(_pair, options["policy_options"])}
    if options["providers"]:
        facts["environments"] = {k: {"provider": v} for k, v in map(_pair, options["providers"])}
    if options["steps"]:
        facts["limits"] = {"steps": options["steps"]}
    return facts


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise UsageError(f"{text!r} is not of the form KEY=VALUE.")
    return key, value


def _value(text: str) -> Any:
    """A JSON value, or the text as it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text
