"""`crab model`: does a model answer, and what does it take?"""

from __future__ import annotations

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from crab_core import UsageError
from crab_core.cli.output import emit, json_option
from crab_core.config import RunConfig
from crab_core.model_pool import ModelChoice, ModelPool
from crab_core.plugins import Plugins
from crab_models.probe import COLOURS, Finding, facts, probe


@click.command()
@click.argument("name")
@click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="For the model, as in an experiment.",
)
@click.option(
    "--experiment",
    type=click.Path(path_type=Path, dir_okay=False),
    help="An experiment file: NAME may be one that it gives to a model, and its options hold.",
)
@click.option("--no-picture", is_flag=True, help="Send no picture.")
@click.option("--no-tool", is_flag=True, help="Offer no tool.")
@json_option
def model(
    name: str,
    options: tuple[str, ...],
    experiment: Path | None,
    no_picture: bool,
    no_tool: bool,
    as_json: bool,
) -> None:
    """Send the model NAME a tiny request and show what comes back.

    NAME is provider:model, such as openai:gpt-5; `crab list models` shows the providers. The request has a
    text, a picture of one colour and a tool to report the colour with.
    """
    given = _choice(experiment, name) if experiment else ModelChoice()
    choice = ModelChoice(given.model or name, {**given.options, **dict(map(_pair, options))})
    with closing(ModelPool(Plugins.load(), {name: choice})) as pool:
        backend = pool.find(name)
        colour = "" if no_picture else random.choice(list(COLOURS))
        found = probe(backend, colour=colour, tool=not no_tool)
        if as_json:
            emit(facts(found, backend.name))
        else:
            _show(found, backend.name)


def _show(found: Finding, name: str) -> None:
    reply, usage = found.reply, found.reply.usage
    version = f" (as {reply.model})" if reply.model and not name.endswith(f":{reply.model}") else ""
    click.echo(f"{name}{version} answered in {found.seconds:.2f} s ({reply.stop_reason})")
    rows = [("text", _short(reply.text) or "none")]
    if reply.reasoning:
        rows.append(("thinking", _short(reply.reasoning)))
    for call in reply.tool_calls:
        problem = f"; {call.problem}" if call.problem else ""
        rows.append(("call", f"{call.name}({json.dumps(dict(call.arguments), ensure_ascii=False)}){problem}"))
    if found.called is not None:
        rows.append(
            ("tool", "called as its schema says" if found.called else "NOT called as its schema says")
        )
    if found.saw is not None:
        seen = "seen" if found.saw else "NOT seen"
        rows.append(("picture", f"{seen}: it was {found.colour}"))
    rows.append(
        (
            "tokens",
            f"{usage.input_tokens} in ({usage.cached_tokens} cached, {usage.cache_write_tokens} put into the "
            f"cache), {usage.output_tokens} out ({usage.reasoning_tokens} reasoning)",
        )
    )
    cost = "not known; the option `price` tells it" if usage.cost is None else f"{usage.cost:.6f} dollars"
    rows.append(("price", cost))
    for heading, line in rows:
        click.echo(f"  {heading:<9} {line}")


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 300 else f"{text[:299]}…"


def _choice(experiment: Path, name: str) -> ModelChoice:
    """The model that an experiment gives this name."""
    models = RunConfig.from_file(experiment).models
    return models[name].choice() if name in models else ModelChoice()


def _pair(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise UsageError(f"{text!r} is not of the form KEY=VALUE.")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value
