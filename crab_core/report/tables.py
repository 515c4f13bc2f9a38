"""A report as tables for the terminal: with rich where it is installed, else as plain aligned text."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

from crab_core.report import wording
from crab_core.report.results.systems import HUMAN

if TYPE_CHECKING:
    from rich.table import Table

_STYLES: Final = {"success": "green", "running": "cyan", "scored": "red"}


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    heading: str
    right: bool = False
    """Whether its cells stand at the right, as numbers do."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table before it is drawn."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    styles: Sequence[str] = ()
    """One a row: a colour for its second cell, "dim" for the whole row, or nothing."""


def print_report(facts: Mapping[str, Any], stream: TextIO | None = None) -> None:
    """Write a report to a stream, in colour when it is a terminal and rich is installed.

    Args:
        facts: What `report` returned.
        stream: Where to; the standard output when left out.
    """
    out = stream or sys.stdout
    if in_colour(out):
        _print_rich(facts, out)
    else:
        click.echo(text_report(facts), file=out)


def text_report(facts: Mapping[str, Any]) -> str:
    """The report as plain aligned text, one line an episode; it ends without a line break."""
    parts = [title(facts), draw(episode_grid(facts)), draw(average_grid(facts))]
    if len(facts["summary"]["tasks"]) > 1:
        parts.append(draw(task_grid(facts)))
    if facts["summary"]["agents"]:
        parts.append(draw(agent_grid(facts)))
    parts.append("\n".join(f"{label + ':':13} {text}" for label, text in closing(facts)))
    return "\n\n".join(parts)


def title(facts: Mapping[str, Any]) -> str:
    """One line that says which run it is."""
    run, config = facts["run"], facts["run"]["config"]
    model = f" with {run['model']}" if run["model"] not in ("", HUMAN) else ""
    return f"Run {run['name']}: policy {config['policy']}{model}, {run['state']} ({run['path']})"


def episode_grid(facts: Mapping[str, Any]) -> Grid:
    """One row an attempt; those that a later attempt replaced are dim."""
    columns = [Column("Episode"), Column("Result")]
    columns += [Column(heading, True) for heading in ("Passed", "CR", "EE", "CE", "Steps", "Tokens", "Time")]
    rows = [_episode_row(e) for e in facts["episodes"]]
    if any(e["metrics"].get("side_effects") is not None for e in facts["episodes"]):
        columns.insert(6, Column("SE", True))
        for row, episode in zip(rows, facts["episodes"], strict=True):
            row.insert(6, wording.side_effect_count(episode["metrics"]))
    return Grid(columns, rows, [_style(e) for e in facts["episodes"]])


def average_grid(facts: Mapping[str, Any]) -> Grid:
    """Averages over the scored episodes, with their intervals."""
    rows = []
    for key, (name, short) in wording.averages([facts["summary"]]).items():
        estimate = facts["summary"][key]
        value, interval = wording.average(key, estimate["mean"]), wording.interval(key, estimate)
        rows.append([f"{name} ({short})", value, interval or wording.NONE, str(estimate["n"])])
    columns = [
        Column("Average"),
        Column("Mean", True),
        Column("95 % interval", True),
        Column("Episodes", True),
    ]
    return Grid(columns, rows)


def task_grid(facts: Mapping[str, Any]) -> Grid:
    """Averages of each task."""
    tasks = facts["summary"]["tasks"]
    shown = wording.averages(tasks.values())
    rows = []
    for task, facts_of in tasks.items():
        averages = [wording.average(key, facts_of[key]["mean"]) for key in shown]
        rows.append([task, str(facts_of["scored"]), *averages])
    columns = [
        Column("Task"),
        *(Column(h, True) for h in ("Scored", *(short for _, short in shown.values()))),
    ]
    return Grid(columns, rows)


def agent_grid(facts: Mapping[str, Any]) -> Grid:
    """What each agent has asked of models, over every attempt."""
    rows = [
        [
            agent,
            ", ".join(used["models"]) or wording.NONE,
            wording.count(used["calls"]),
            *(wording.count(used[f"{kind}_tokens"]) for kind in ("input", "cached", "output", "reasoning")),
            wording.money(used["cost"]),
            wording.duration(used["seconds"]),
        ]
        for agent, used in facts["summary"]["agents"].items()
    ]
    numbers = ("Calls", "Input", "Cached", "Output", "Reasoning", "Cost", "Time")
    return Grid([Column("Agent"), Column("Model"), *(Column(h, True) for h in numbers)], rows)


def closing(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Counts below the tables, each with its label."""
    summary = facts["summary"]
    n = summary["episodes"]
    episodes = f"{n['planned']} planned, {n['scored']} scored, {n['unscored']} unscored, {n['left']} left"
    ends = ", ".join(f"{wording.words(key)} {number}" for key, number in summary["terminations"].items())
    cost = (
        f"{wording.plural(summary['steps'], 'step')}, {wording.plural(summary['tokens'], 'token')}, "
        f"{wording.duration(summary['seconds'])}"
    )
    if summary["tokens"]:
        price = "unknown price" if summary["cost"] is None else wording.money(summary["cost"])
        cost = f"{cost}, {price}"
    gained = [("Success", wording.trials(summary["trials"]))] if summary["trials"] else []
    return [("Episodes", episodes), ("Terminations", ends or "none yet"), *gained, ("In all", cost)]


def in_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal, and rich is installed to write to it."""
    import importlib.util

    return stream.isatty() and importlib.util.find_spec("rich") is not None


def draw(grid: Grid) -> str:
    """A grid as aligned text: headings, a rule, and one line a row."""
    lines = [[column.heading for column in grid.columns], *grid.rows]
    widths = [max(_width(line[i]) for line in lines) for i in range(len(grid.columns))]
    drawn = ["  ".join(map(_pad, line, widths, grid.columns)).rstrip() for line in lines]
    drawn.insert(1, "  ".join("─" * width for width in widths))
    return "\n".join(drawn)


def _episode_row(episode: Mapping[str, Any]) -> list[str]:
    metrics = episode["metrics"]
    # An unscored attempt has no score, also not one of 0.
    scored = episode["status"] in ("scored", "running")
    result = wording.words(wording.outcome(episode))
    if episode["status"] == "unscored":
        result += ", unscored"
    if not episode["counts"]:
        result += ", replaced"
    return [
        episode["id"],
        result,
        wording.passed(episode),
        wording.percent(metrics["completion_ratio"] if scored else None),
        wording.efficiency(metrics["execution_efficiency"] if scored else None),
        wording.efficiency(metrics["cost_efficiency"] if scored else None),
        wording.count(metrics["steps"]),
        wording.count(metrics["tokens"]),
        wording.duration(metrics["seconds"]),
    ]


def _style(episode: Mapping[str, Any]) -> str:
    if not episode["counts"]:
        return "dim"
    return _STYLES.get(wording.outcome(episode)) or _STYLES.get(episode["status"], "yellow")


def _width(text: str) -> int:
    """How many cells of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def _pad(text: str, width: int, column: Column) -> str:
    space = " " * (width - _width(text))
    return space + text if column.right else text + space


def _print_rich(facts: Mapping[str, Any], stream: TextIO) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False)
    console.print(Text(title(facts), style="bold"), soft_wrap=True)
    grids = [episode_grid(facts), average_grid(facts)]
    if len(facts["summary"]["tasks"]) > 1:
        grids.append(task_grid(facts))
    if facts["summary"]["agents"]:
        grids.append(agent_grid(facts))
    for grid in grids:
        console.print()
        console.print(rich_table(grid))
    console.print()
    for label, text in closing(facts):
        console.print(Text.assemble((f"{label + ':':13} ", "dim"), text))


def rich_table(grid: Grid) -> Table:
    """A grid as rich draws it."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for column in grid.columns:
        table.add_column(column.heading, justify="right" if column.right else "left", overflow="fold")
    for i, row in enumerate(grid.rows):
        style = grid.styles[i] if i < len(grid.styles) else ""
        cells = [Text(cell, style=style if style != "dim" and j == 1 else "") for j, cell in enumerate(row)]
        table.add_row(*cells, style="dim" if style == "dim" else "")
    return table
