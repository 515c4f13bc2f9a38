"""`crab phone`: a simulated phone that stays until it is stopped, and what else there is to do with one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from crab_android.phone_apps import places

_PORT = click.IntRange(0, 65535)


@click.group(invoke_without_command=True)
@click.option("--port", type=_PORT, default=0, help="Port to listen on; 0 takes a free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--world", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="JSON file: what is on it."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Chooses what the world leaves open.")
@click.option(
    "--app",
    "apps",
    multiple=True,
    metavar="PACKAGE",
    help="An app that it shall have; all that are installed if none is named. May be given again.",
)
@click.option(
    "--auth",
    type=click.Choice(["off", "known", "new"]),
    default="off",
    show_default=True,
    help="Which computers may use ADB: all, those whose keys it knows, or new ones too, which it then knows.",
)
@click.option(
    "--authorized-keys",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with the public keys of computers that it knows, one a line.",
)
@click.option("--web", is_flag=True, help="Serve a page that shows the phone live, to this machine only.")
@click.option("--web-port", type=_PORT, default=0, help="Port of that page; 0 takes a free one.")
@click.option("--open", "open_page", is_flag=True, help="Open that page in the browser.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of sentences.")
@click.pass_context
def phone(
    context: click.Context,
    port: int,
    host: str,
    world: Path | None,
    seed: int,
    apps: tuple[str, ...],
    auth: str,
    authorized_keys: Path | None,
    web: bool,
    web_port: int,
    open_page: bool,
    as_json: bool,
) -> None:
    """Start a simulated phone and print its adb address; Ctrl-C stops it."""
    if context.invoked_subcommand is not None:
        return
    if web_port and not (web or open_page):
        raise click.UsageError("--web-port is for the page: say --web too.")
    if authorized_keys is not None and auth == "off":
        raise click.UsageError("--authorized-keys is for --auth known or --auth new.")
    command = [sys.executable, "-m", "crab_android.phone"]
    command += ["--host", host, "--port", str(port), "--seed", str(seed), "--auth", auth]
    command += [word for place in places(apps or None) for word in ("--app", place)]
    if world is not None:
        command += ["--world", str(world)]
    if authorized_keys is not None:
        command += ["--authorized-keys", str(authorized_keys)]
    if web or open_page:
        command += ["--web", "--web-port", str(web_port)]
    command += ["--open"] * open_page + ["--plain"] * (not as_json)
    # The phone takes this process over, so that signals reach it and nothing is left behind.
    sys.stdout.flush()
    os.execv(sys.executable, command)


@phone.command("map")
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@click.option(
    "--app", "apps", multiple=True, metavar="PACKAGE", help="Draw this app only. May be given again."
)
@click.option(
    "--world", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="JSON file: what is on it."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Chooses what the world leaves open.")
@click.option("--no-pictures", is_flag=True, help="Name the screens only.")
def draw_map(file: Path, apps: tuple[str, ...], world: Path | None, seed: int, no_pictures: bool) -> None:
    """Draw every screen of the phone's apps, and the ways between them, into the SVG FILE."""
    places(apps or None)  # an unknown package is an error that names the nearest
    command = [sys.executable, "-m", "crab_android.phone.map", str(file), "--seed", str(seed)]
    command += [word for place in places() for word in ("--app", place)]
    command += [word for package in apps for word in ("--draw", package)]
    if world is not None:
        command += ["--world", str(world)]
    command += ["--no-pictures"] * no_pictures
    sys.stdout.flush()
    os.execv(sys.executable, command)
