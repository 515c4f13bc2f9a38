"""`crab compose`: what tasks can be composed of, and tasks composed of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import click

from crab_core.cli.compose_shown import drawn_types, overview, overview_facts, summary
from crab_core.cli.group import load_plugins
from crab_core.cli.output import emit, json_option, note, write_drawing, write_text
from crab_core.cli.progress import show_path
from crab_core.compose.candidates import Candidate, candidates
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.draw import NothingFitsError
from crab_core.compose.polish import Polished, polish
from crab_core.compose.realise import Draft, family
from crab_core.compose.wish import Difficulty, Shape, Wish
from crab_core.compose.writing import to_json
from crab_core.errors import UsageError
from crab_core.families import catalogue
from crab_core.model import ModelBackend
from crab_core.model_pool import ModelChoice, ModelPool
from crab_core.player import make_prompter
from crab_core.plugins import Plugins
from crab_core.rig import Rig
from crab_core.validate import Validator

CROSS: Final = "cross"
"""Stands among the devices for "at least two of them"."""
_NEED_A_COUNT: Final = ("size", "depth", "difficulty", "prove", "model", "model-option")
"""Options that say how tasks are to be."""
_IN_A_ROW: Final = 50
"""How many compositions may be dropped one after the other before it is given up."""


@click.command()
@click.option("--count", "-n", type=click.IntRange(1), help="How many tasks to compose.")
@click.option("--seed", "-s", type=int, default=0, show_default=True, help="What they are drawn from.")
@click.option(
    "--shape",
    type=click.Choice([str(shape) for shape in Shape]),
    default=str(Shape.ANY),
    show_default=True,
    help="How they hang together.",
)
@click.option("--size", type=click.IntRange(1), help="How many sub-tasks each has.")
@click.option("--depth", type=click.IntRange(1), help="How many of them stand on the longest path.")
@click.option(
    "--device",
    "devices",
    multiple=True,
    help=f"A device that may be used; may be given several times. '{CROSS}': at least two are.",
)
@click.option(
    "--difficulty",
    type=click.Choice([str(one) for one in Difficulty]),
    help="By steps of the reference solution: up to 15, up to 30, more.",
)
@click.option("--prove", is_flag=True, help="Prove each on real devices, as `crab validate` does.")
@click.option("--model", "-m", help="A model that rewrites the descriptions: provider:model.")
@click.option(
    "--model-option", "model_option", multiple=True, metavar="KEY=VALUE", help="For the back end of --model."
)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Where to write a file for each."
)
@click.option(
    "--type-graph",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.svg",
    help="Draw what can feed what into this file.",
)
@click.option("--plugin", "plugin_names", multiple=True, help="Load these plugins only.")
@json_option
def compose(
    count: int | None,
    seed: int,
    type_graph: Path | None,
    plugin_names: tuple[str, ...],
    out: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Compose tasks of sub-tasks that can feed each other, or show what there is to compose.

    Each task is made twice, from a second seed, and from its own file, before it counts; with --prove it is
    also played on real devices. What is dropped is said, with the reason.
    """
    plugins = load_plugins(plugin_names)
    known = catalogue(plugins)
    if type_graph is not None:
        write_drawing(type_graph, drawn_types(known))
        note(f"Type graph: {show_path(type_graph)}")
    if count is None:
        _refuse_what_needs_a_count(options, out)
        if as_json:
            emit(overview_facts(known))
        else:
            click.echo(overview(known))
        return
    wish = _wish(options)
    if out is not None:
        _check_folder(out, seed)
    with _model(plugins, options) as model, _prover(plugins, options["prove"]) as prover:
        session = _Session(known, prover, model, out)
        session.compose(wish, seed, count)
    if as_json:
        emit(session.facts())
    else:
        click.echo(summary(session.tasks, session.dropped, count))
    if not session.tasks:
        raise NothingFitsError("No task was composed.", advice="What was dropped, and why, stands above.")


def _refuse_what_needs_a_count(options: dict[str, Any], out: Path | None) -> None:
    named = [f"--{name}" for name in _NEED_A_COUNT if options[name.replace("-", "_")]]
    named += ["--device"] if options["devices"] else []
    named += ["--out"] if out else []
    if named or options["shape"] != Shape.ANY:
        raise UsageError(
            f"{', '.join(named) or '--shape'} says how tasks are to be, and --count how many.",
            advice="Give --count 1, say.",
        )


def _wish(options: dict[str, Any]) -> Wish:
    devices = frozenset(options["devices"])
    return Wish(
        shape=Shape(options["shape"]),
        size=options["size"],
        depth=options["depth"],
        devices=devices - {CROSS},
        cross=CROSS in devices,
        difficulty=Difficulty(options["difficulty"]) if options["difficulty"] else None,
    )


def _check_folder(out: Path, seed: int) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{show_path(out)} cannot be made: {error.strerror}.") from None
    there = sorted(out.glob(f"composed-{seed}-*.json"))
    if there:
        raise UsageError(
            f"{show_path(out)} holds {there[0].name} already, and nothing is overwritten.",
            advice="Name another folder with --out, or another --seed.",
        )


@contextmanager
def _model(plugins: Plugins, options: dict[str, Any]) -> Iterator[ModelBackend | None]:
    from crab_core.cli.run import key_values

    if not options["model"]:
        if options["model_option"]:
            raise UsageError("--model-option needs a model.", advice="Give --model provider:model as well.")
        yield None
        return
    name = options["model"]
    choice = ModelChoice(name, key_values(options["model_option"]))
    with closing(ModelPool(plugins, {name: choice})) as pool:
        yield pool.find(name)


@contextmanager
def _prover(plugins: Plugins, wanted: bool) -> Iterator[Validator | None]:
    if not wanted:
        yield None
        return
    with Rig(plugins) as rig:
        yield Validator(rig, make_prompter(plugins, ""), lambda what: note(f"  … {what}"))


class _Session:
    """The tasks of one call, and what became of them."""

    def __init__(
        self, known: Catalogue, prover: Validator | None, model: ModelBackend | None, out: Path | None
    ) -> None:
        self.tasks: list[dict[str, Any]] = []
        self.dropped: list[dict[str, Any]] = []
        self._known = known
        self._prover = prover
        self._model = model
        self._out = out

    def facts(self) -> dict[str, Any]:
        """Everything, as JSON values."""
        return {"tasks": self.tasks, "dropped": self.dropped}

    def compose(self, wish: Wish, seed: int, count: int) -> None:
        """Compose until there are enough, or nothing new comes."""
        in_a_row = 0
        for candidate in candidates(self._known, wish, seed):
            problems = candidate.problems or self._proof(candidate)
            in_a_row = in_a_row + 1 if problems else 0
            if problems:
                self._drop(candidate, problems)
            elif candidate.made is not None:
                self._keep(candidate.made)
            if len(self.tasks) == count:
                return
            if in_a_row == _IN_A_ROW:
                note(f"The last {_IN_A_ROW} were dropped: this is all there is.")
                return

    def _proof(self, candidate: Candidate) -> tuple[str, ...]:
        """What a composition fails on real devices."""
        composition = candidate.composition
        if self._prover is None or composition.seed is None:
            return ()
        note(f"Proving {composition.id}: {', '.join(node.subtask for node in composition.nodes)}")
        made = family(composition, self._known)
        validation = self._prover.validate(composition.id, made, composition.seed)
        return tuple(f"{check.name}: {check.detail}" for check in validation.checks if not check.ok)

    def _drop(self, candidate: Candidate, problems: tuple[str, ...]) -> None:
        composition = candidate.composition
        names = [node.subtask for node in composition.nodes]
        note(f"Dropped {composition.id} ({' + '.join(names)}): {'; '.join(problems)}")
        self.dropped.append({"id": composition.id, "sub_tasks": names, "reasons": list(problems)})

    def _keep(self, made: Draft) -> None:
        polished = polish(made.description, made.shown, self._model) if self._model else None
        facts = to_json(made, polished.text if polished else "")
        entry = {
            "task": facts,
            "depth": made.composition.depth,
            "devices": list(made.scene.worlds),
            "steps": sum(part.subtask.steps for part in made.parts),
            "proved": self._prover is not None,
            **({"polish": _polish_facts(polished)} if polished else {}),
        }
        if self._out is not None:
            path = self._out / f"{made.composition.id}.json"
            write_text(path, json.dumps(facts, indent=2, ensure_ascii=False) + "\n", new=True)
            entry["file"] = str(path)
        self.tasks.append(entry)
        note(f"Composed {made.composition.id}: {' + '.join(p.subtask.id for p in made.parts)}")
        if polished:
            for reason in polished.refused:
                note(f"  the model's text was not taken: {reason}")
            if not polished.by_model:
                note("  it keeps the plain text")


def _polish_facts(polished: Polished) -> dict[str, Any]:
    return {
        "by_model": polished.by_model,
        "refused": list(polished.refused),
        "tokens": polished.usage.total,
        "cost": polished.usage.cost,
    }
