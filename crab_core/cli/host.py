"""`crab host`: serve one environment to a Crab elsewhere."""

from __future__ import annotations

import itertools

import click

from crab_core.cli.group import load_plugins


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def host(arguments: tuple[str, ...]) -> int:
    """Serve one environment: see `crab host --help`.

    The environment is named as registered, or as module:Class. It is the same program as
    `python -m crab_core.host`, which needs no plugin to be installed.
    """
    from crab_core.host.serve import main

    given = list(arguments)
    for i, (option, value) in enumerate(itertools.pairwise(given)):
        if option == "--environment" and ":" not in value:
            given[i + 1] = load_plugins().environments[value].factory
    return main(given)
