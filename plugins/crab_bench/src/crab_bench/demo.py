"""`crab demo`: the case study of the CRAB paper, played by its reference solution."""

from __future__ import annotations

from pathlib import Path

import click

from crab_core.cli.output import json_option, note
from crab_core.cli.playing import play
from crab_core.config import RunConfig
from crab_core.plugins import Plugins


@click.command()
@click.option("--seed", "-s", type=int, default=0, show_default=True, help="Draws the to-dos and the words.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="A new run directory.")
@json_option
def demo(seed: int, out: Path | None, as_json: bool) -> None:
    """Play one episode across a real GNOME desktop and a simulated phone.

    A to-do on the phone says what to change in the desktop's Settings. The reference solution reads it and
    does it, through the screens, marks and actions that any agent gets. It needs no key and no network.
    """
    note("A fresh GNOME desktop and a phone start in their own sandboxes …")
    config = RunConfig(name="demo", tasks=("todo_settings",), seeds=(seed,), policy="solution")
    play(config, Plugins.load(), out=out, as_json=as_json)
