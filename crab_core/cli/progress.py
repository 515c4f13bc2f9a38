"""Live progress of a run on stderr: a line a step, with what was done and which checkpoints passed."""

from __future__ import annotations

import json
from pathlib import Path

import click

from crab_core.action import ActionCall
from crab_core.episode import EpisodeResult, EpisodeStarted, Status, StepFinished

_ARGUMENTS_SHOWN = 60  # characters


class Progress:
    """An observer that tells a person, or a log file, how episodes go.

    Where episodes are played side by side, every line says which one it is about.
    """

    def __init__(self, *, side_by_side: bool = False) -> None:
        self._side_by_side = side_by_side
        self._checkpoints: dict[str, tuple[int, int]] = {}  # how many there are and how many have passed

    def episode_started(self, event: EpisodeStarted) -> None:
        """Say what begins."""
        self._checkpoints[event.id] = len(event.task.graph), len(event.passed)
        if self._side_by_side:
            click.secho(f"{event.id}: begins", dim=True, err=True)
            return
        again = f", attempt {event.attempt}" if event.attempt > 1 else ""
        click.echo(err=True)
        click.secho(f"{event.task.id}, seed {event.task.seed}{again}", bold=True, err=True)
        click.echo(f"  {event.task.briefing}", err=True)

    def step_finished(self, event: StepFinished) -> None:
        """Say what was done and what it reached."""
        result = event.result
        if result is None:
            return
        total, passed = self._checkpoints[event.id]
        passed += len(result.passed)
        self._checkpoints[event.id] = total, passed
        bar = click.style("●" * passed, fg="green") + "○" * (total - passed)
        line = f"{result.number:>3}  {event.seconds:6.1f}s  {bar}  {describe_call(result.call)}"
        if self._side_by_side:
            click.echo(f"{event.id}: {line}", err=True)
            return
        click.echo(f"  {line}", err=True)
        if result.error is not None:
            click.secho(f"       {result.error}", fg="yellow", err=True)
        for name in result.passed:
            click.secho(f"       ✓ {name}", fg="green", err=True)
        for node in event.nodes:
            if node.error:
                click.secho(
                    f"       ! {node.name}: {node.error.kind}: {node.error.message}", fg="red", err=True
                )

    def episode_finished(self, result: EpisodeResult) -> None:
        """Say how it ended."""
        self._checkpoints.pop(result.id, None)
        colour = "green" if result.metrics.success else "yellow"
        word = str(result.termination).replace("_", " ")
        unscored = "" if result.status is Status.SCORED else " (unscored)"
        ratio = f"{result.metrics.completion_ratio:.0%} of {len(result.nodes)} checkpoints"
        line = f"{word}{unscored}: {ratio} in {result.metrics.seconds:.1f} s"
        line += _side_effects(result) + _spent(result)
        click.secho(f"{result.id}: {line}" if self._side_by_side else f"  {line}", fg=colour, err=True)
        if result.error:
            click.secho(
                "\n".join(f"    {line}" for line in result.error.splitlines()[-4:]), fg="red", err=True
            )


def _side_effects(result: EpisodeResult) -> str:
    """How many it had, where there are some."""
    number = len(result.side_effects or ())
    return f", {number} side effect{'' if number == 1 else 's'}" if number else ""


def _spent(result: EpisodeResult) -> str:
    """What its models took, when it had any."""
    usage = result.usage
    if not usage.total:
        return ""
    price = "" if usage.cost is None else f", ${usage.cost:.4f}"
    return f", {usage.total:,} tokens{price}"


def describe_call(call: ActionCall) -> str:
    """An action call in one line."""
    arguments = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in call.arguments.items())
    if len(arguments) > _ARGUMENTS_SHOWN:
        arguments = arguments[:_ARGUMENTS_SHOWN] + "…"
    return f"{call.environment}.{call.name}({arguments})"


def show_path(path: Path) -> str:
    """A path as short as it can be named from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
