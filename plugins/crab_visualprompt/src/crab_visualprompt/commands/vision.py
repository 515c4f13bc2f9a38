"""`crab vision`: screens with their truth, and how well prompters, detectors and OCR engines see them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crab_core import UnknownNameError
from crab_core.cli.output import emit, json_option, note, table
from crab_core.plugins import Plugins
from crab_core.rig import provider_spec
from crab_visualprompt.commands.options import by_name, option_of, pairs
from crab_visualprompt.commands.weights import weights

if TYPE_CHECKING:
    from crab_visualprompt.score.scoring import Score
    from crab_visualprompt.score.subjects import Kind, Missing

UNAVAILABLE = 3
"""Exit code where something that was named could not be scored."""
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group()
def vision() -> None:
    """What reads screens: capture them, score who reads them, download weights."""


vision.add_command(weights)


@vision.command()
@click.argument("folder", type=_FOLDER)
@click.option("--environment", "-e", required=True, help="Whose screens; `crab list environments`.")
@click.option("--provider", default="", help="How the device comes to be; `crab list providers`.")
@click.option("--option", "-o", "options", multiple=True, metavar="KEY=VALUE", help="For the provider.")
@click.option("--screens", type=click.IntRange(min=1), default=60, show_default=True, help="At most.")
@click.option(
    "--clicks", type=click.IntRange(min=0), default=4, show_default=True, help="At random, in each place."
)
@click.option("--place", "places", multiple=True, help="An application to open. May be given again.")
@click.option(
    "--world",
    "worlds",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="JSON file: how the device starts. May be given again, for one device after the other.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the walk and the device.")
@json_option
def capture(
    folder: Path,
    environment: str,
    provider: str,
    options: tuple[str, ...],
    screens: int,
    clicks: int,
    places: tuple[str, ...],
    worlds: tuple[Path, ...],
    seed: int,
    as_json: bool,
) -> None:
    """Walk through a device's applications, and keep its screens with their UI trees in FOLDER.

    Each place is opened and clicked around in; screens that look like one before are left out. A folder may
    hold screens of several environments.
    """
    from crab_visualprompt.score.capture import Order, read_world
    from crab_visualprompt.score.capture import capture as walk

    plugins = Plugins.load()
    plugins.environments[environment]  # an unknown name is told before what cannot be done with it
    provider_spec(plugins, environment, provider)
    order = Order(
        environment=environment,
        screens=screens,
        clicks=clicks,
        seed=seed,
        provider=provider,
        options=pairs(options),
        worlds=[read_world(path) for path in worlds],
        places=places,
    )
    kept, trouble = walk(order, plugins, folder, lambda screen, n: note(f"{n:4} {screen.name}"))
    for line in trouble:
        note(f"left alone: {line}")
    if as_json:
        emit({"folder": str(folder), "screens": kept, "left_alone": trouble})
    else:
        click.echo(f"{kept} screens are kept in {folder}.")


@vision.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, file_okay=False))
@click.option("--prompter", "prompters", multiple=True, help="One to score. May be given again.")
@click.option("--detector", "detectors", multiple=True, help="One to score. May be given again.")
@click.option("--ocr", "engines", multiple=True, help="One to score. May be given again.")
@click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME.KEY=VALUE", help="For one that is scored."
)
@click.option("--limit", type=click.IntRange(min=1), help="Look at so many screens of each folder only.")
@click.option("--no-baselines", is_flag=True, help="Leave out the grid, the whole screen and nothing.")
@click.option("--pictures", type=_FOLDER, help="Draw what was found, missed and wrong into this folder.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print tables in Markdown.")
@json_option
def score(
    folders: tuple[Path, ...],
    prompters: tuple[str, ...],
    detectors: tuple[str, ...],
    engines: tuple[str, ...],
    options: tuple[str, ...],
    limit: int | None,
    no_baselines: bool,
    pictures: Path | None,
    as_markdown: bool,
    as_json: bool,
) -> None:
    """Score prompters, detectors and OCR engines on the screens that FOLDERS hold.

    Everything that is registered is scored when nothing is named. The truth is that of the screens' UI
    trees: what can be clicked, and the texts of labels.
    """
    from crab_visualprompt.score.kept import read_screens
    from crab_visualprompt.score.pictures import draw
    from crab_visualprompt.score.scoring import score as judge
    from crab_visualprompt.score.subjects import baselines, named, registered

    plugins = Plugins.load()
    given = by_name(option_of(text) for text in options)
    wanted: dict[Kind, tuple[str, ...]] = {"prompter": prompters, "detector": detectors, "ocr": engines}
    chosen = [
        named(plugins, kind, name, given) for kind, names in wanted.items() for name in dict.fromkeys(names)
    ]
    known = {name for names in wanted.values() for name in names} or {
        *plugins.prompters,
        *plugins.detectors,
        *plugins.ocr_engines,
    }
    for name in given.keys() - known:
        raise UnknownNameError("prompter, detector or engine that is scored", name, known)
    subjects, missing = (chosen, []) if chosen else registered(plugins, given)
    if not no_baselines:
        subjects = [*subjects, *baselines({subject.kind for subject in subjects})]
    screens = itertools.chain.from_iterable(
        itertools.islice(read_screens([folder]), limit) for folder in folders
    )
    if pictures is None:
        scores, failed = judge(subjects, screens)
    else:
        to = pictures
        scores, failed = judge(subjects, screens, lambda *what: note(str(draw(to, *what))))
    absent = [*missing, *failed]
    if as_json:
        emit(
            {
                "scores": [one.facts() for one in scores],
                "missing": [{"name": m.name, "kind": m.kind, "reason": m.reason} for m in absent],
            }
        )
    else:
        _show(scores, absent, as_markdown)
    if chosen and failed:
        click.get_current_context().exit(UNAVAILABLE)


def _show(scores: Sequence[Score], absent: Sequence[Missing], as_markdown: bool) -> None:
    from crab_visualprompt.score.tables import markdown, tables

    for title, shown in tables(scores):
        click.echo(f"{title}\n\n{markdown(shown) if as_markdown else table(*shown)}\n")
    for one in absent:
        click.echo(f"not scored: {one.kind} {one.name}: {one.reason}", err=True)
