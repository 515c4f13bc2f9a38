"""What the desktop is made of, for the record."""

from __future__ import annotations

import subprocess

from crab_ubuntu.providers.packages import PROFILES, install_command, versions
from crab_ubuntu.providers.sandbox import SandboxProvider


def test_versions_are_those_that_dpkg_knows() -> None:
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", "gnome-shell"], capture_output=True, text=True, check=True
    )
    assert versions()["gnome-shell"] == asked.stdout
    assert versions().keys() <= {package.name for package in PROFILES["full"]}


def test_the_record_tells_the_screen_and_every_package() -> None:
    facts = SandboxProvider(width=1280, height=720).facts()
    assert facts["screen"] == "1280x720"
    assert facts["gnome-shell"] == versions()["gnome-shell"]


def test_the_install_command_names_the_packages() -> None:
    assert install_command(["xvfb", "dbus"]).endswith("-y xvfb dbus")
