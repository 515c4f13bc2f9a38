"""The group of all commands; each is imported when it is called, plugins' commands too."""

from __future__ import annotations

import importlib
import typing
from typing import Final

import click

from crab_core.errors import UnknownNameError
from crab_core.plugins import Plugins
from crab_core.settings import Settings

_OWN: Final = {
    "compose": ("crab_core.cli.compose:compose", "Compose tasks of sub-tasks, or show what can be."),
    "doctor": ("crab_core.cli.doctor:doctor", "What runs here, what is missing, and what brings it."),
    "host": ("crab_core.cli.host:host", "Serve one environment to a Crab elsewhere."),
    "list": ("crab_core.cli.listing:list_things", "List environments, actions, tasks and so on."),
    "new": ("crab_core.cli.new:new", "Write the beginnings of something of your own."),
    "play": ("crab_core.cli.play:play", "Solve a task yourself, on a page or in the terminal."),
    "plugins": ("crab_core.cli.listing:list_plugins", "List the installed plugins and what they bring."),
    "report": ("crab_core.cli.report:report", "Show the results of a run."),
    "run": ("crab_core.cli.run:run", "Play tasks with an agent and record everything."),
    "tasks": ("crab_core.cli.tasks:tasks", "List tasks, and show what is in one."),
    "validate": ("crab_core.cli.validate:validate", "Prove that tasks judge rightly."),
}


def load_plugins(names: tuple[str, ...] = ()) -> Plugins:
    """The plugins that the user names, here or in `CRAB_PLUGINS`; all when none is named."""
    return Plugins.load(names or Settings.load().plugins)


class CrabGroup(click.Group):
    """Finds commands by name: the core's own, then those of plugins."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All names, in order."""
        return sorted({*_OWN, *load_plugins().commands})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of this name.

        Raises:
            UnknownNameError: There is none; the nearest names are offered.
        """
        if cmd_name in _OWN:
            module, _, attribute = _OWN[cmd_name][0].partition(":")
            command: click.Command = getattr(importlib.import_module(module), attribute)
            return command
        commands = load_plugins().commands
        if cmd_name in commands:
            return typing.cast("click.Command", commands[cmd_name].load())
        raise UnknownNameError("command", cmd_name, [*_OWN, *commands])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Help lists all commands from their summaries alone; nothing is imported."""
        commands = load_plugins().commands
        rows = [(name, summary) for name, (_, summary) in _OWN.items()]
        rows += [(name, spec.summary) for name, spec in commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(sorted(rows))
