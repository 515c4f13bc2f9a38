"""Whether this machine can run a desktop, told apart by trying."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crab_core import EnvironmentUnavailable
from crab_ubuntu.providers.packages import PROFILES, Package
from crab_ubuntu.providers.requirements import bubblewrap_works, explain_failure, requirements
from crab_ubuntu.providers.sandbox import SandboxProvider

TELL = """
from crab_ubuntu.providers.requirements import bubblewrap_works
found = bubblewrap_works()
print(found.ok, found.found, found.fix)
"""


def test_what_is_there_is_found() -> None:
    assert [r.name for r in requirements() if not r.ok] == []
    assert bubblewrap_works().found.startswith("bubblewrap ")


def test_every_package_is_listed_once_with_its_purpose() -> None:
    names = [package.name for package in PROFILES["full"]]
    assert len(names) == len(set(names))
    assert all(package.purpose for package in PROFILES["full"])
    assert not Package("nothing", "/usr/share/crab-has-no-such-file", "x").installed


def test_without_bubblewrap_the_command_that_brings_it_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "dconf").symlink_to("/usr/bin/dconf")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not bubblewrap_works().ok
    assert "apt-get install --no-install-recommends -y bubblewrap" in bubblewrap_works().fix
    with pytest.raises(EnvironmentUnavailable, match=r"apt-get install .*bubblewrap"):
        SandboxProvider().start({})


def test_without_dconf_the_command_that_brings_it_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentUnavailable, match=r"apt-get install .*dconf-cli"):
        SandboxProvider().start({})


def test_inside_another_sandbox_the_masked_proc_is_named() -> None:
    nested = subprocess.run(
        [
            "bwrap",
            "--unshare-all",
            "--bind",
            "/",
            "/",
            "--proc",
            "/proc",
            "--dev",
            "/dev",
            sys.executable,
            "-c",
            TELL,
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert nested.stdout.startswith("False")
    assert "/proc is masked" in nested.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may chroot")
def test_a_root_made_by_chroot_is_named(tmp_path: Path) -> None:
    script = 'mount --rbind / "$1"; exec chroot "$1" "$2" -c "$3"'
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-euc", script, "sh", str(tmp_path), sys.executable, TELL],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("False")
    assert "chroot" in done.stdout


def test_a_failure_that_nothing_explains_is_left_as_it_is() -> None:
    from crab_core import DeviceError

    failure = DeviceError("something else")
    assert explain_failure(failure) is None
    assert str(failure) == "something else"
