"""`crab desktop setup`, with a stand-in for apt: tests install nothing on this machine."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from crab_core import EnvironmentUnavailable
from crab_ubuntu.commands import setup as command
from crab_ubuntu.commands.setup import setup
from crab_ubuntu.providers import packages
from crab_ubuntu.providers.packages import MINIMAL, PROFILES, Package
from crab_ubuntu.providers.requirements import optional_packages

APT = """#!/bin/sh
echo "$@" >>"{folder}/calls"
[ "$1" = install ] || exit 0
{act}
"""


class Apt:
    """A folder that stands for PATH, with an apt-get that notes how it is called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for program in ("sh", "env", "touch", "cat"):
            (folder / program).symlink_to(f"/usr/bin/{program}")
        self.does("exit 0")

    def does(self, act: str) -> None:
        self._program("apt-get", APT.format(folder=self.folder, act=act))

    def sudo(self, act: str) -> None:
        self._program("sudo", f"#!/bin/sh\n{act}\n")

    def _program(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(0o755)

    @property
    def calls(self) -> list[str]:
        told = self.folder / "calls"
        return told.read_text().splitlines() if told.exists() else []


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Apt:
    """The full profile lacks one package, `sketch`, which this apt may bring."""
    folder = tmp_path / "bin"
    folder.mkdir()
    sketch = Package("sketch", str(tmp_path / "sketch"), "drawing")
    full = (*PROFILES["full"], sketch)
    for module in (packages, command):
        monkeypatch.setattr(module, "PROFILES", {"minimal": MINIMAL, "full": full})
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return Apt(folder)


def run(*words: str) -> str:
    return CliRunner().invoke(setup, words, catch_exceptions=False).stdout


def test_a_profile_that_is_there_needs_nothing(apt: Apt) -> None:
    assert run() == f"All {len(MINIMAL)} packages of the profile 'minimal' are installed.\n"
    assert apt.calls == []


def test_a_dry_run_says_what_it_would_do(apt: Apt) -> None:
    assert run("--profile", "full", "--dry-run") == (
        "1 package missing. This installs them:\nsudo apt-get install --no-install-recommends -y sketch\n"
    )
    assert apt.calls == []


def test_what_is_missing_is_installed_once(apt: Apt, tmp_path: Path) -> None:
    apt.does(f"touch {tmp_path}/sketch")
    assert run("--profile", "full").startswith("1 package installed.")
    assert apt.calls[0] == "update"
    assert apt.calls[1].startswith("install --no-install-recommends -y")
    assert apt.calls[1].endswith(" sketch")
    assert run("--profile", "full").startswith("All ")
    assert len(apt.calls) == 2


def test_as_json_it_is_one_object(apt: Apt, tmp_path: Path) -> None:
    facts = json.loads(run("--profile", "full", "--dry-run", "--json"))
    assert (facts["profile"], facts["installed"], facts["missing"]) == ("full", [], ["sketch"])
    apt.does(f"touch {tmp_path}/sketch; echo 'Setting up sketch'")
    facts = json.loads(run("--profile", "full", "--json"))
    assert (facts["installed"], facts["missing"]) == (["sketch"], [])


def test_what_apt_complains_about_is_told(apt: Apt) -> None:
    apt.does("echo 'E: Unable to locate package sketch'; exit 100")
    with pytest.raises(EnvironmentUnavailable, match="Unable to locate package sketch"):
        run("--profile", "full")


def test_a_package_without_its_files_is_not_taken_for_installed(apt: Apt) -> None:
    with pytest.raises(EnvironmentUnavailable, match="the files of sketch are not where they should be"):
        run("--profile", "full")


def test_without_apt_the_packages_are_named(apt: Apt) -> None:
    (apt.folder / "apt-get").unlink()
    with pytest.raises(EnvironmentUnavailable, match=r"no apt-get\. .* sketch"):
        run("--profile", "full")


@pytest.mark.parametrize(
    ("sudo", "reason"), [("", "there is no sudo"), ("exit 1", "nobody is here to type it")]
)
def test_an_ordinary_user_who_may_not_install_is_told_the_command(
    apt: Apt, monkeypatch: pytest.MonkeyPatch, sudo: str, reason: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    if sudo:
        apt.sudo(sudo)
    with pytest.raises(EnvironmentUnavailable, match=f"{reason}.* sudo apt-get install .* sketch"):
        run("--profile", "full")
    assert apt.calls == []


def test_an_ordinary_user_with_sudo_installs_by_it(
    apt: Apt, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    apt.sudo('[ "$1" = -n ] && shift\n[ "$1" = true ] || exec "$@"')
    apt.does(f"touch {tmp_path}/sketch")
    assert run("--profile", "full").startswith("1 package installed.")


def test_the_doctor_tells_what_the_full_profile_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    from crab_ubuntu.providers import requirements

    assert optional_packages().found == "every application that tasks may ask for"
    monkeypatch.setattr(requirements, "MORE", (Package("sketch", "/usr/share/crab-has-none", "drawing"),))
    lacking = optional_packages()
    assert lacking.ok, "a desktop starts without it"
    assert lacking.found == "without sketch; `crab desktop setup --profile full` installs them"
