"""`crab desktop setup`: installs the Debian packages of a profile."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence

import click

from crab_core import EnvironmentUnavailable
from crab_core.cli.output import emit, json_option, note
from crab_ubuntu.providers.packages import PROFILES, install_command, missing_packages

APT = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get")
INSTALL = ("install", "--no-install-recommends", "-y", "-o", "DPkg::Lock::Timeout=600")
TAIL_LINES = 15
"""How much of what apt said is shown when it fails."""


@click.command()
@click.option(
    "--profile",
    type=click.Choice(list(PROFILES)),
    default="minimal",
    show_default=True,
    help="minimal: what a desktop needs to start. full: every application that tasks may ask for as well.",
)
@click.option("--dry-run", is_flag=True, help="Say what is missing and how to install it; change nothing.")
@json_option
def setup(profile: str, dry_run: bool, as_json: bool) -> None:
    """Install the Debian packages that desktops are made of, as root or by sudo."""
    missing = missing_packages(profile)
    if missing and not dry_run:
        install(missing)
        _check(missing_packages(profile))
    if as_json:
        facts = {"profile": profile, "packages": [package.name for package in PROFILES[profile]]}
        installed = [] if dry_run else missing
        emit({**facts, "installed": installed, "missing": missing_packages(profile)})
    elif not missing:
        click.echo(f"All {len(PROFILES[profile])} packages of the profile {profile!r} are installed.")
    elif dry_run:
        click.echo(f"{_count(missing)} missing. This installs them:\n{install_command(missing)}")
    else:
        click.echo(f"{_count(missing)} installed. `crab doctor` looks at everything else.")


def install(names: Sequence[str]) -> None:
    """Install packages by apt, with progress on stderr.

    Args:
        names: Debian packages.

    Raises:
        EnvironmentUnavailable: There is no apt, no right to use it, or it fails; says why.
    """
    apt = [*_as_root(names), *APT]
    note(f"Installing {_count(names)}: {', '.join(names)}")
    _run([*apt, "update"], "The lists of packages could not be brought up to date.")
    _run([*apt, *INSTALL, *names], "The packages could not be installed.")


def _as_root(names: Sequence[str]) -> list[str]:
    """What to put before a command so that it runs as root."""
    by_hand = f"Install them as root: {install_command(names)}"
    if shutil.which("apt-get") is None:
        raise EnvironmentUnavailable(
            "This system has no apt-get.",
            advice=f"Install what these Debian packages hold: {' '.join(names)}",
        )
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        raise EnvironmentUnavailable("Only root may install packages, and there is no sudo.", advice=by_hand)
    if sys.stdin.isatty():
        return ["sudo"]  # it asks for the password itself
    free = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    if free.returncode != 0:
        raise EnvironmentUnavailable(
            "sudo asks for a password, and nobody is here to type it.", advice=by_hand
        )
    return ["sudo", "-n"]


def _run(command: Sequence[str], failure: str) -> None:
    with subprocess.Popen(
        command, stdin=None, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        said = list(_shown(process))
    if process.returncode != 0:
        raise EnvironmentUnavailable(failure, advice="apt says:\n" + "\n".join(said[-TAIL_LINES:]))


def _shown(process: subprocess.Popen[str]) -> Iterator[str]:
    """What apt says, line by line; the steps that it takes a package are shown as they come."""
    for line in process.stdout or ():
        if line.startswith(("Get:", "Unpacking ", "Setting up ")):
            note(f"  {line.rstrip()}")
        yield line.rstrip()


def _check(missing: Sequence[str]) -> None:
    if missing:
        raise EnvironmentUnavailable(
            f"apt is done, but the files of {', '.join(missing)} are not where they should be.",
            advice="Desktops are made of Debian 12's packages; another system may keep them elsewhere.",
        )


def _count(names: Sequence[str]) -> str:
    return f"{len(names)} package{'s' * (len(names) != 1)}"
