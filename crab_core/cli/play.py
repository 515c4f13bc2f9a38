"""`crab play`: a person solves a task, for the human baseline of a benchmark."""

from __future__ import annotations

import contextlib
import sys
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from crab_core.cli.group import load_plugins
from crab_core.cli.output import json_option, note
from crab_core.cli.playing import play as play_run
from crab_core.config import RunConfig
from crab_core.episode import Observer
from crab_core.errors import UsageError
from crab_core.people.play_page import PlayPage
from crab_core.people.policy import HumanPolicy, Person
from crab_core.people.seat import Seat
from crab_core.people.server import PageServer
from crab_core.people.terminal import TerminalPerson
from crab_core.record import read_run


@click.command()
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@click.option("--seed", "-s", "seeds", multiple=True, type=int, help="A seed; may be given several times.")
@click.option(
    "--experiment",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Play what this experiment file has agents play.",
)
@click.option("--terminal", is_flag=True, help="Play by typing actions here instead of on a page.")
@click.option("--blind", is_flag=True, help="Do not show the checkpoints, which no agent sees either.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Of the page; a free one if left out.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in the default browser.")
@click.option("--steps", type=click.IntRange(1), help="Step limit, instead of the tasks' own.")
@click.option("--plugin", "plugin_names", multiple=True, help="Load these plugins only.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="A new run directory.")
@click.option(
    "--resume", type=click.Path(path_type=Path, file_okay=False), help="Go on with the run in this directory."
)
@json_option
def play(
    plugin_names: tuple[str, ...],
    port: int,
    open_page: bool,
    out: Path | None,
    resume: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Solve tasks yourself, on a page or in the terminal.

    What you do is counted, timed and recorded as what an agent does; the run directory is like any other, and
    its policy is "human". Every click, text and key is a step.
    """
    if resume is not None:
        if out or any(options.values()):
            raise UsageError("--resume goes on with a run as it is.", advice="Leave the other options out.")
        config = RunConfig.from_facts(read_run(resume).get("config", {}), str(resume))
        if config.policy != HumanPolicy.name:
            raise UsageError(f"{resume} is not played by a person.", advice="Go on by `crab run --resume`.")
    else:
        config = _configuration(options, plugin_names)
    plugins = load_plugins(plugin_names or config.plugins or ())
    blind = not config.policy_options.get("checkpoints", True)
    if config.policy_options.get("where") == "terminal":
        person: Person = TerminalPerson(_typed_line, note, errors=blind)
        seating: contextlib.AbstractContextManager[Sequence[Observer]] = contextlib.nullcontext(())
    else:
        person = seat = Seat()
        seating = _page(seat, port, open_page=open_page, blind=blind)
    with seating as observers:
        play_run(
            None if resume else config,
            plugins,
            out=resume or out,
            resume=resume is not None,
            as_json=as_json,
            observers=observers,
            person=lambda: HumanPolicy(person),
            quiet=blind,
        )


def _configuration(options: Mapping[str, Any], plugin_names: tuple[str, ...]) -> RunConfig:
    """What is played, and under which conditions."""
    facts: dict[str, Any] = {"name": "play"}
    if options["experiment"]:
        agents = RunConfig.from_file(options["experiment"]).model_dump()
        kept = ["name", "tasks", "suite", "seeds", "trials", "prompter", "prompter_options"]
        kept += ["environments", "limits", "plugins"]
        facts = {name: agents[name] for name in kept}
    if options["tasks"]:
        facts |= {"tasks": options["tasks"], "suite": ""}
    if options["seeds"]:
        facts["seeds"] = options["seeds"]
    if not facts.get("tasks") and not facts.get("suite"):
        raise UsageError("No task is named.", advice="`crab list tasks` shows them.")
    if options["steps"]:
        facts["limits"] = {**facts.get("limits", {}), "steps": options["steps"]}
    if plugin_names:
        facts["plugins"] = plugin_names
    where = "terminal" if options["terminal"] else "page"
    facts["policy"] = HumanPolicy.name
    facts["policy_options"] = {"where": where, "checkpoints": not options["blind"]}
    return RunConfig.from_facts(facts, "the options")


@contextlib.contextmanager
def _page(seat: Seat, port: int, *, open_page: bool, blind: bool) -> Iterator[Sequence[Observer]]:
    """Serve the page while the run is played."""
    server = PageServer(PlayPage(seat, checkpoints=not blind), port)
    try:
        note(f"Play here: {server.address}")
        if open_page:
            webbrowser.open(server.address)
        yield (seat,)
    finally:
        seat.close()
        server.close()


def _typed_line(prompt: str) -> str:
    """A line that is typed, with the prompt where it spoils no output."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - lines can then be edited and called up again
    if sys.stdout.isatty():
        return input(prompt)
    click.echo(prompt, nl=False, err=True)
    return input()
