"""The virtual devices of this machine, and how to get one."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crab_android.settings import AndroidSettings
from crab_core import EnvironmentUnavailable, Requirement

_KVM: Final = Path("/dev/kvm")
_IMAGE: Final = "system-images;android-35;google_apis;x86_64"
_GET_TOOLS: Final = (
    "download Android's command-line tools (developer.android.com/studio, at the foot of the page) into "
    "$ANDROID_HOME/cmdline-tools/latest"
)
_GET_EMULATOR: Final = f"sdkmanager emulator platform-tools '{_IMAGE}'"
_GET_AVD: Final = f"avdmanager create avd --name crab --package '{_IMAGE}' --device pixel_7"


@dataclass(frozen=True, slots=True)
class Avd:
    """A virtual device."""

    name: str
    folder: Path
    """Where its disks and snapshots are."""
    target: str = ""
    """The platform, as in "android-35"."""

    @property
    def snapshots(self) -> Sequence[str]:
        """The names of its snapshots."""
        try:
            return sorted(entry.name for entry in (self.folder / "snapshots").iterdir() if entry.is_dir())
        except OSError:
            return ()


def avds(settings: AndroidSettings) -> Mapping[str, Avd]:
    """The virtual devices of this user, by name."""
    found: dict[str, Avd] = {}
    for file in sorted(settings.avds.glob("*.ini")):
        try:
            pairs = dict(re.findall(r"^([\w.]+)\s*=\s*(.*?)\s*$", file.read_text("utf-8"), re.MULTILINE))
        except (OSError, UnicodeDecodeError):
            continue
        folder = Path(pairs.get("path", settings.avds / f"{file.stem}.avd"))
        if folder.is_dir():
            found[file.stem] = Avd(file.stem, folder, pairs.get("target", ""))
    return found


def avd_named(name: str, settings: AndroidSettings) -> Avd:
    """A virtual device.

    Args:
        name: Its name; the only one when empty.
        settings: Where to look.

    Raises:
        EnvironmentUnavailable: It does not exist, or which one is meant is open.
    """
    known = avds(settings)
    if name in known:
        return known[name]
    if not name and len(known) == 1:
        return next(iter(known.values()))
    if not known:
        raise EnvironmentUnavailable(
            f"There is no virtual device in {settings.avds}.", advice=f"Make one: {_GET_AVD}"
        )
    listed = ", ".join(known)
    if not name:
        raise EnvironmentUnavailable(
            f"There are {len(known)} virtual devices: {listed}.", advice="Name one: avd=..."
        )
    raise EnvironmentUnavailable(f"There is no virtual device {name!r}; there are: {listed}.")


def emulator_program(settings: AndroidSettings) -> Path:
    """Where the emulator is.

    Raises:
        EnvironmentUnavailable: There is none.
    """
    program = settings.tool("emulator")
    if program is None:
        raise EnvironmentUnavailable(
            "Android's emulator is not installed.", advice="`crab doctor` says how to get it."
        )
    return program


def emulator_requirements(settings: AndroidSettings, kvm: Path = _KVM) -> Sequence[Requirement]:
    """The emulator, hardware virtualisation, and a virtual device.

    Args:
        settings: Where to look.
        kvm: The kernel's device for hardware virtualisation.
    """
    emulator, known = settings.tool("emulator"), avds(settings)
    get_emulator = _GET_EMULATOR if settings.tool("sdkmanager") else f"{_GET_TOOLS}; {_GET_EMULATOR}"
    looked = ", ".join(map(str, settings.sdks))
    names = ", ".join(f"{avd.name} ({avd.target})" if avd.target else avd.name for avd in known.values())
    return (
        Requirement("emulator", True, str(emulator))
        if emulator
        else Requirement("emulator", False, f"not on the path nor in {looked}", get_emulator),
        _kvm(kvm),
        Requirement("virtual device", True, names)
        if known
        else Requirement("virtual device", False, f"none in {settings.avds}", _GET_AVD),
    )


def _kvm(kvm: Path) -> Requirement:
    name = "hardware virtualisation"
    if not kvm.exists():
        fix = "switch it on in the BIOS; into a container, pass it with --device /dev/kvm"
        return Requirement(name, False, f"no {kvm}; without it the emulator is too slow to use", fix)
    if not os.access(kvm, os.R_OK | os.W_OK):
        return Requirement(
            name, False, f"no permission for {kvm}", "sudo usermod -aG kvm $USER, and log in anew"
        )
    return Requirement(name, True, str(kvm))
