"""`crab phone`: a simulated phone that stays until it is stopped."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port to listen on; 0 takes a free one."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--world", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="JSON file: what is on it."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Chooses what the world leaves open.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a sentence.")
def phone(port: int, host: str, world: Path | None, seed: int, as_json: bool) -> None:
    """Start a simulated phone and print its adb address; Ctrl-C stops it."""
    command = [
        sys.executable,
        "-m",
        "crab_android.phone",
        "--host",
        host,
        "--port",
        str(port),
        "--seed",
        str(seed),
    ]
    if world is not None:
        command += ["--world", str(world)]
    if not as_json:
        command.append("--plain")
    # The phone takes this process over, so that signals reach it and nothing is left behind.
    sys.stdout.flush()
    os.execv(sys.executable, command)
