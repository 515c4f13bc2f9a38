"""`crab desktop`: a sandboxed desktop in the browser, and what else there is to do with one."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Final

import click

_BESIDE: Final = {"setup": "crab_ubuntu.commands.setup:setup"}
"""Commands of their own; imported when they are called."""
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


class _Desktop(click.Group):
    """Finds the commands beside it by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All names, in order."""
        return sorted(_BESIDE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of this name; None when there is none."""
        module, _, attribute = _BESIDE.get(cmd_name, "").partition(":")
        if not module:
            return None
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command


class Size(click.ParamType[tuple[int, int]]):
    """The size of a screen, such as 1920x1080."""

    name = "WxH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Width and height in pixels."""
        if isinstance(value, tuple):
            return value
        width, _, height = str(value).lower().partition("x")
        if width.isdecimal() and height.isdecimal():
            size = int(width), int(height)
            if 640 <= size[0] <= 7680 and 480 <= size[1] <= 4320:
                return size
        return self.fail(
            f"{value!r} is no size between 640x480 and 7680x4320, such as 1920x1080.", param, ctx
        )


@click.group(cls=_Desktop, invoke_without_command=True)
@click.option("--world", type=_FILE, help="JSON file: the state in which it starts.")
@click.option("--size", type=Size(), default="1920x1080", show_default=True, help="Size of the screen.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port of the page; 0 takes a free one."
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option("--view-only", is_flag=True, help="Who opens the page may look, but not touch.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    help="Write what people do as actions, from the start on, into this JSON file at the end.",
)
@click.option("--play", type=_FILE, help="A recording to play first; its world and size are taken.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of sentences.")
@click.pass_context
def desktop(
    context: click.Context,
    world: Path | None,
    size: tuple[int, int],
    port: int,
    open_page: bool,
    view_only: bool,
    record: Path | None,
    play: Path | None,
    as_json: bool,
) -> None:
    """Start a sandboxed desktop and show it in the browser; Ctrl-C stops it.

    The page is for this machine only, and its address ends in a secret.
    """
    if context.invoked_subcommand is not None:
        return
    if view_only and record is not None:
        raise click.UsageError("--record writes what people do: it does not go with --view-only.")
    if play is not None and world is not None:
        raise click.UsageError("--play starts in the recording's own world: it does not go with --world.")
    from crab_ubuntu.commands.show import Show

    Show(world, size, port, open_page, view_only, record, play, as_json).run()
