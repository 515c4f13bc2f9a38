"""An SDK with a fake emulator in it, and virtual devices."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from crab_android.settings import AndroidSettings

FAKE = Path(__file__).with_name("fake_emulator.py")


@dataclass
class Sdk:
    """Where a test's tools and devices are."""

    home: Path
    settings: AndroidSettings

    @property
    def emulator(self) -> Path:
        return self.home / "sdk" / "emulator"

    def add_avd(self, name: str) -> None:
        folder = self.home / "avd" / f"{name}.avd"
        folder.mkdir(parents=True)
        (self.home / "avd" / f"{name}.ini").write_text(
            f"avd.ini.encoding=UTF-8\npath={folder}\ntarget=android-35\n"
        )

    def mood(self, mood: str) -> None:
        (self.emulator / "mood").write_text(mood)

    def said(self) -> list[dict]:
        return [json.loads(line) for line in (self.emulator / "said.jsonl").read_text().splitlines()]

    def console(self) -> list[str]:
        return [" ".join(fact["console"]) for fact in self.said() if "console" in fact]


@pytest.fixture
def sdk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sdk:
    """An SDK whose emulator is the fake one, with the virtual device `crab`."""
    made = Sdk(tmp_path, AndroidSettings((tmp_path / "sdk",), tmp_path / "avd"))
    made.emulator.mkdir(parents=True)
    source = FAKE.read_text().replace("#!/usr/bin/env python3", f"#!{sys.executable}", 1)
    (made.emulator / "emulator").write_text(source)
    (made.emulator / "emulator").chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ANDROID_AVD_HOME", str(tmp_path / "avd"))
    made.add_avd("crab")
    return made
