"""What commands print: facts on stdout, progress and errors on stderr; with --json one object on stdout."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from crab_core.errors import (
    CrabError,
    DeviceError,
    EnvironmentUnavailable,
    HostError,
    ModelUnavailable,
    UsageError,
)

EXIT_USAGE: Final = 2
EXIT_UNAVAILABLE: Final = 3

json_option: Callable[[Any], Any] = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object on stdout, progress on stderr."
)


def emit(facts: Mapping[str, Any]) -> None:
    """Print one JSON object."""
    click.echo(json.dumps(facts, indent=2, ensure_ascii=False))


def error_facts(error: CrabError) -> dict[str, str]:
    """An error as JSON has it."""
    message = error.message if not hasattr(error, "problems") else str(error)
    return {"kind": type(error).__name__, "message": message, "advice": error.advice}


def exit_code(error: CrabError) -> int:
    """Whether something was missing or was asked for wrongly."""
    missing = isinstance(error, EnvironmentUnavailable | DeviceError | HostError | ModelUnavailable)
    return EXIT_UNAVAILABLE if missing else EXIT_USAGE


def fail(kind: str, message: str, advice: str, *, as_json: bool) -> None:
    """Say what went wrong and what to do next."""
    if as_json:
        emit({"error": {"kind": kind, "message": message, "advice": advice}})
        return
    click.echo(f"{click.style('crab:', fg='red', bold=True)} {message}", err=True)
    if advice:
        click.echo(f"      {advice}", err=True)


def note(text: str) -> None:
    """A line of progress, on stderr."""
    click.echo(text, err=True)


def write_text(path: Path, text: str, *, new: bool = False) -> None:
    """Write a file that the user has named.

    Args:
        path: Where; its folder must be there.
        text: What.
        new: Nothing may be there yet.

    Raises:
        UsageError: It cannot be written, or something is there.
    """
    try:
        with path.open("x" if new else "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from None


def write_drawing(path: Path, svg: str) -> None:
    """Write an SVG file that the user has named: never over another one, such as the task that is drawn.

    Raises:
        UsageError: It cannot be written, its name does not end in ".svg", or something is there.
    """
    if path.suffix.lower() != ".svg":
        raise UsageError(f"{path} is no name for a drawing, which is SVG.", advice="Let it end in .svg.")
    if path.exists():
        raise UsageError(f"{path} is there already.", advice="Name another file, or remove it.")
    write_text(path, svg, new=True)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Aligned columns as plain text; the last column may be as long as it likes."""
    if not rows:
        return "(none)"
    widths = [max(len(str(row[i])) for row in (headings, *rows)) for i in range(len(headings))]
    lines = [
        "  ".join(str(cell).ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (headings, *rows)
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)
