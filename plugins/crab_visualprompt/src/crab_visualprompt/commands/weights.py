"""`crab vision weights`: download what an engine needs, because its user says so."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click

from crab_core.cli.output import emit, json_option, note
from crab_visualprompt.ocr.easy_weights import DEFAULT_FOLDER, ENGLISH, Told, Weights, download, weights_for

BETWEEN = 1.0
"""Seconds between two lines of progress."""


@click.group()
def weights() -> None:
    """Download the weights of an engine that does not bring its own."""


@weights.command()
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=DEFAULT_FOLDER,
    show_default=True,
    help="Where to put them; the engine's option `folder`.",
)
@click.option(
    "--network", default=ENGLISH, show_default=True, help="The one that reads; the engine's option `network`."
)
@json_option
def easyocr(folder: Path, network: str, as_json: bool) -> None:
    """Download EasyOCR's weights, and check them.

    Files that are there and undamaged stay as they are.
    """
    folder = folder.expanduser()
    files = []
    for wanted in weights_for(network):
        there = wanted.are_in(folder)
        if there:
            note(f"{wanted.name} is there.")
        else:
            note(f"{wanted.name} from {wanted.address}")
            download(wanted, folder, _telling(wanted, time.monotonic))
        files.append({"file": str(folder / wanted.name), "md5": wanted.md5, "downloaded": not there})
    if as_json:
        emit({"folder": str(folder), "network": network, "files": files})
    else:
        click.echo(f"EasyOCR's weights are in {folder}.")


def _telling(wanted: Weights, clock: Callable[[], float]) -> Told:
    """Writes a line of progress from time to time, and one at the end."""
    last = clock()

    def told(come: int, total: int | None) -> None:
        nonlocal last
        now = clock()
        if now - last < BETWEEN and come != total:
            return
        last = now
        share = f" of {_megabytes(total)} ({come / total:.0%})" if total else ""
        note(f"{wanted.name}: {_megabytes(come)}{share}")

    return told


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"
