"""The one place where crab_android reads environment variables: where Android's tools are on this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class AndroidSettings:
    """Settings of this machine and user."""

    sdks: tuple[Path, ...] = ()
    """`ANDROID_HOME`, `ANDROID_SDK_ROOT`, and where the SDK is installed when nothing is said."""
    avds: Path = Path(".android/avd")
    """`ANDROID_AVD_HOME`, else `avd` in `ANDROID_USER_HOME`: the folder of the virtual devices."""

    @classmethod
    def load(cls, environ: Mapping[str, str] | None = None) -> AndroidSettings:
        """Read the settings from environment variables.

        Args:
            environ: The variables; those of this process when left out.
        """
        environ = os.environ if environ is None else environ
        home = Path(environ.get("HOME") or Path.home())
        named = [Path(environ[name]) for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT") if environ.get(name)]
        usual = [home / "Android" / "Sdk", Path("/opt/android-sdk"), Path("/usr/lib/android-sdk")]
        user = Path(environ.get("ANDROID_USER_HOME") or home / ".android")
        return cls(tuple(named or usual), Path(environ.get("ANDROID_AVD_HOME") or user / "avd"))

    def tool(self, name: str) -> Path | None:
        """A program of the SDK: emulator, avdmanager or sdkmanager; None when there is none."""
        folders = ("emulator", "cmdline-tools/latest/bin", "tools/bin")
        for candidate in (sdk / folder / name for sdk in self.sdks for folder in folders):
            if candidate.is_file() and os.access(candidate, os.X_OK):
                return candidate
        found = shutil.which(name)
        return Path(found) if found else None


def inherited(more: Mapping[str, str]) -> dict[str, str]:
    """The variables of this process, for a program that looks for the user's files itself, and some more."""
    return {**os.environ, **more}
