"""`crab new`: the beginnings of a plugin of one's own."""

from __future__ import annotations

import re
import string
from importlib.resources import files
from pathlib import Path

import click

from crab_core.cli.output import emit, json_option
from crab_core.cli.progress import show_path
from crab_core.errors import UsageError

_FILES = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    "src/$module/__init__.py": "init.py.txt",
    "src/$module/plugin.py": "plugin.py.txt",
    "src/$module/environment.py": "environment.py.txt",
    "src/$module/tasks.py": "tasks.py.txt",
    "src/$module/py.typed": "",
    "tests/test_$module.py": "test.py.txt",
}


@click.group()
def new() -> None:
    """Write the beginnings of something of your own."""


@new.command()
@click.argument("name")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Folder to write; NAME when left out."
)
@json_option
def plugin(name: str, out: Path | None, as_json: bool) -> None:
    """Write a plugin called NAME: an environment, an action, an evaluator, a task, and tests that pass."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise UsageError(
            f"{name!r} cannot be the name of a plugin.", advice="Use lower-case words with dashes: my-plugin."
        )
    directory = out or Path(name)
    if directory.exists() and any(directory.iterdir()):
        raise UsageError(f"{directory} exists and is not empty.", advice="Name another folder with --out.")
    short = name.removeprefix("crab-")
    values = {
        "distribution": name,
        "module": name.replace("-", "_"),
        "name": short,
        "Class": "".join(word.capitalize() for word in short.split("-")),
        "environment": short.replace("-", "_"),
    }
    written = []
    for target, template in _FILES.items():
        path = directory / string.Template(target).substitute(values)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = files("crab_core.cli").joinpath("templates", template).read_text("utf-8") if template else ""
        path.write_text(string.Template(text).substitute(values), encoding="utf-8")
        written.append(str(path))
    if as_json:
        emit({"directory": str(directory), "files": written})
        return
    click.echo(f"Wrote {show_path(directory)}. Next:")
    click.echo(f"  pip install -e {show_path(directory)}")
    click.echo(f"  pytest {show_path(directory)}")
    click.echo(f"  crab run --task {values['environment']}_press")
