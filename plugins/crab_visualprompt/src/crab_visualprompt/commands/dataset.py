"""`crab dataset`: sets of instructions with the places they mean, and how well a model finds these."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crab_core import UsageError
from crab_core.cli.output import emit, json_option, note, table
from crab_core.model_pool import ModelChoice, ModelPool
from crab_core.plugins import Plugins
from crab_visualprompt.commands.options import pairs

if TYPE_CHECKING:
    from crab_core.metrics import Estimate
    from crab_visualprompt.dataset.accuracy import Accuracy
    from crab_visualprompt.dataset.answers import Answer
    from crab_visualprompt.dataset.examples import Example

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group()
def dataset() -> None:
    """Make sets of examples from screens whose truth is known, and score models on them."""


@dataset.command("ground-ui")
@click.argument("folders", nargs=-1, required=True, type=_FOLDER)
@click.option("--out", required=True, type=_FOLDER, help="Folder to write; a new one.")
@click.option(
    "--per-screen", type=click.IntRange(min=1), default=8, show_default=True, help="Examples, at most."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Chooses among a screen's elements.")
@json_option
def ground_ui(folders: tuple[Path, ...], out: Path, per_screen: int, seed: int, as_json: bool) -> None:
    """Write a set like GroundUI from the screens in FOLDERS, which `crab vision capture` keeps.

    Each example has an instruction, a picture, the box that is meant, the platform and the resolution.
    """
    from crab_visualprompt.dataset.examples import by_platform
    from crab_visualprompt.dataset.ground_ui import write_examples
    from crab_visualprompt.score.kept import read_screens

    examples = write_examples(read_screens(folders), out, per_screen=per_screen, seed=seed)
    counts = {name: len(group) for name, group in by_platform(examples).items()}
    if as_json:
        emit({"folder": str(out), "examples": len(examples), "platforms": counts})
    else:
        told = ", ".join(f"{count} of {name}" for name, count in counts.items() if name != "all")
        click.echo(f"Wrote {len(examples)} examples to {out}: {told}.")


@dataset.command()
@click.argument("folder", type=_FOLDER)
@click.option("--model", help="Who is asked, as provider:model; `crab list models` shows the providers.")
@click.option("--option", "-o", "options", multiple=True, metavar="KEY=VALUE", help="For the model.")
@click.option(
    "--answers",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="JSON lines with answers or points. With --model they are written there, and not asked for again.",
)
@click.option("--limit", type=click.IntRange(min=1), help="The first so many of each platform only.")
@click.option(
    "--workers", type=click.IntRange(min=1), default=4, show_default=True, help="Questions at a time."
)
@json_option
def score(
    folder: Path,
    model: str | None,
    options: tuple[str, ...],
    file: Path | None,
    limit: int | None,
    workers: int,
    as_json: bool,
) -> None:
    """Score a model's points, or those of a file, on the examples in FOLDER.

    A point counts when it lies in the box that is meant. Answers are read strictly, as "(x, y)" and nothing
    else, and leniently. Without a model and a file the baselines are shown: the middle of the screen, and
    points at random.
    """
    from crab_visualprompt.dataset.accuracy import accuracies
    from crab_visualprompt.dataset.answers import read_answers
    from crab_visualprompt.dataset.examples import by_platform, read_examples

    groups = by_platform(read_examples(folder))
    examples = [example for name, group in groups.items() if name != "all" for example in group[:limit]]
    answers: dict[str, Answer] = {}
    if model is not None:
        answers = _ask(model, options, examples, file or _beside(folder, model), workers)
    elif file is not None:
        answers = read_answers(file)
        if not answers.keys() & {example.id for example in examples}:
            raise UsageError(
                f"No answer in {file} is to an example of {folder}.", advice="Compare their ids."
            )
    found = accuracies(examples, answers)
    if as_json:
        emit({"dataset": str(folder), "model": model, "accuracy": [one.facts() for one in found]})
        return
    _show(found, bool(answers))


def _ask(
    model: str, options: tuple[str, ...], examples: list[Example], file: Path, workers: int
) -> dict[str, Answer]:
    from crab_visualprompt.dataset.asking import ask

    choice = {model: ModelChoice(model, pairs(options))}
    with closing(ModelPool(Plugins.load(), choice)) as pool:
        answers, usage = ask(
            pool.find(model),
            examples,
            file,
            workers=workers,
            tell=lambda done, of: note(f"{done} of {of} answers") if done % 10 == 0 or done == of else None,
        )
    cost = "" if usage.cost is None else f", {usage.cost:.4f} dollars"
    note(f"Answers are kept in {file}; {usage.total} tokens{cost}.")
    return answers


def _beside(folder: Path, model: str) -> Path:
    """Where the answers of a model are kept when nobody says."""
    return folder / "answers" / f"{''.join(c if c.isalnum() or c in '-.' else '-' for c in model)}.jsonl"


def _show(found: list[Accuracy], answered: bool) -> None:
    headings = ["platform", "examples", "middle", "at random"]
    if answered:
        headings[2:2] = ["answered", "strict", "lenient", "as asked", "with a point"]
    rows = []
    for one in found:
        row = [one.platform, str(one.examples), _percent(one.centre), f"{100 * one.chance:.1f} %"]
        if answered:
            shares = (one.strict, one.lenient, one.readable, one.readable_leniently)
            row[2:2] = [str(one.answered), *map(_percent, shares)]
        rows.append(row)
    click.echo(table(headings, rows))


def _percent(share: Estimate) -> str:
    if share.mean is None or share.low is None or share.high is None:
        return "–"
    return f"{100 * share.mean:.1f} % ({100 * share.low:.0f}–{100 * share.high:.0f})"
