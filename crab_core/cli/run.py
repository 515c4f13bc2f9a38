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
from crab_core.record import read_run


@click.command()
@click.argument("experiment", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--task", "-t", "tasks", multiple=True, help="A task to play, by name or by its file.")
@click.option("--suite", help="A benchmark to play: all its tasks, each with its standard seed.")
@click.option("--seed", "-s", "seeds", multiple=True, type=int, help="A seed; may be given several times.")
@click.option("--trials", type=click.IntRange(1), help="How often each task is played with each seed.")
@click.option("--policy", "-p", help="The agent policy; `crab list policies` shows them.")
@click.option(
    "--policy-option", "-o", "policy_options", multiple=True, metavar="KEY=VALUE", help="For the policy."
)
@click.option("--model", "-m", help="The policy's model: provider:model, or a name of the experiment file.")
@click.option(
    "--model-option",
    "model_options",
    multiple=True,
    metavar="KEY=VALUE",
    help="For the back end of --model, such as base_url or temperature.",
)
@click.option("--prompter", help="The visual prompter, or none.")
@click.option("--prompter-option", "prompter_options", multiple=True, metavar="KEY=VALUE", help="For it.")
@click.option(
    "--provider",
    "providers",
    multiple=True,
    metavar="ENVIRONMENT=PROVIDER",
    help="Where a device comes from.",
)
@click.option("--plugin", "plugin_names", multiple=True, help="Load these plugins only.")
@click.option("--steps", type=click.IntRange(1), help="Step limit, instead of the tasks' own.")
@click.option("--tokens", type=click.IntRange(1), help="Budget of an episode in model tokens.")
@click.option(
    "--dollars", type=click.FloatRange(0, min_open=True), help="Budget of an episode in US dollars."
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Time limit of an episode.")
@click.option("--workers", "-w", type=click.IntRange(1), help="How many episodes are played at once.")
@click.option(
    "--until-success", is_flag=True, help="Play a trial only when those of its task before it have failed."
)
@click.option(
    "--ask", type=click.Choice(["terminal", "web", "deny"]), help="Where a person approves actions."
)
@click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of model replies: an identical request is answered from it.",
)
@click.option(
    "--replay",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Play this run again with its recorded model replies; no model is asked.",
)
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

    EXPERIMENT is a TOML file; options given here replace what it says. Without one, name at least a --task
    or a --suite.
    """
    if resume is not None:
        if experiment or out or any(options.values()):
            raise UsageError("--resume goes on with a run as it is.", advice="Leave the other options out.")
        play(None, load_plugins(plugin_names), out=resume, resume=True, as_json=as_json)
        return
    facts = _base(experiment, options["replay"])
    if options["tasks"] or options["suite"]:
        facts |= {"tasks": (), "suite": ""}
    facts.update(_given(options))
    _set_model(facts, options["model"], options["model_options"])
    if options["policy_options"]:
        facts["policy_options"] = {**facts.get("policy_options", {}), **key_values(options["policy_options"])}
    if options["prompter_options"]:
        given = key_values(options["prompter_options"])
        facts["prompter_options"] = {**facts.get("prompter_options", {}), **given}
    limits = {key: options[key] for key in ("steps", "tokens", "dollars", "seconds") if options[key]}
    if limits:
        facts["limits"] = {**facts.get("limits", {}), **limits}
    names = plugin_names or tuple(facts.get("plugins") or ())
    if names:
        facts["plugins"] = names
    if not facts.get("tasks") and not facts.get("suite"):
        raise UsageError(
            "No task is named.",
            advice="Give --task or --suite; `crab list tasks` and `crab list benchmarks` show what there is.",
        )
    plugins = load_plugins(names)
    play(RunConfig.from_facts(facts, "the options"), plugins, out=out, as_json=as_json)


def _base(experiment: Path | None, replay: Path | None) -> dict[str, Any]:
    """What the options stand on: an experiment file, or the configuration of the run that is replayed."""
    if replay is None:
        return RunConfig.from_file(experiment).model_dump() if experiment else {}
    if experiment is not None:
        raise UsageError("--replay plays a recorded run as it was.", advice="Leave the experiment file out.")
    facts: dict[str, Any] = RunConfig.from_facts(read_run(replay)["config"], str(replay)).model_dump()
    return {**facts, "replay": str(replay.resolve()), "cache": ""}


def _given(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given, in the shape of the configuration."""
    names = ("tasks", "suite", "seeds", "trials", "policy", "prompter", "workers", "ask")
    facts = {name: options[name] for name in names if options[name]}
    if options["providers"]:
        facts["environments"] = {k: {"provider": v} for k, v in map(_pair, options["providers"])}
    if options["cache"]:
        facts["cache"] = str(options["cache"].resolve())
    if options["until_success"]:
        facts["repeat"] = "until_success"
    return facts


def _set_model(facts: dict[str, Any], model: str | None, options: tuple[str, ...]) -> None:
    """Put the model and its options where the configuration has them."""
    if model:
        facts["policy_options"] = {**facts.get("policy_options", {}), "model": model}
    if not options:
        return
    name = facts.get("policy_options", {}).get("model")
    if not name:
        raise UsageError("--model-option needs a model.", advice="Give --model provider:model as well.")
    models = dict(facts.get("models", {}))
    facts["models"] = {**models, name: {**models.get(name, {}), **key_values(options)}}


def key_values(pairs: tuple[str, ...]) -> dict[str, Any]:
    """Options of the form KEY=VALUE; values are JSON where they can be read as such, texts otherwise."""
    return {key: _value(value) for key, value in map(_pair, pairs)}


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
