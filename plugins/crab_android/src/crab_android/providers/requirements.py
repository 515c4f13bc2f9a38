"""What phones need of this machine, found by trying."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

from crab_android.providers.adb_server import adb_path
from crab_core import Requirement

_SECONDS = 120.0
"""Time after which a program is taken for one that hangs; a busy machine may need half a minute."""


def adb_requirements() -> Sequence[Requirement]:
    """The adb program."""
    program = adb_path()
    if program is None:
        return (Requirement("adb", False, "not found", "apt-get install adb"),)
    answer = _tried(program, "version")
    if answer.returncode != 0:
        return (Requirement("adb", False, f"{program} {answer.stderr.strip()[-200:]}".strip()),)
    lines = [line for line in answer.stdout.splitlines() if line.startswith("Version")]
    return (Requirement("adb", True, f"{program} {''.join(lines[:1]).lower()}".strip()),)


def simulated_requirements() -> Sequence[Requirement]:
    """adb, and what the simulated phone is drawn with; a phone is asked to draw one frame."""
    answer = _tried(sys.executable, "-m", "crab_android.phone", "--check")
    drawing, fonts = _drawing(answer.returncode, answer.stdout, answer.stderr)
    return (*adb_requirements(), drawing, fonts)


def _tried(*command: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"does not answer within {_SECONDS:g} s")


def _drawing(code: int, out: str, error: str) -> tuple[Requirement, Requirement]:
    name = "skia (libEGL, libGL)"
    last = error.strip().splitlines()[-1] if error.strip() else f"exit code {code}"
    if code == 0:
        found = json.loads(out)
        return Requirement(name, True, found["skia"]), Requirement("phone fonts", True, found["fonts"])
    if "font" in last:
        fix = "apt-get install fonts-roboto-unhinted fonts-noto-core"
        return Requirement(name, True), Requirement("phone fonts", False, last, fix)
    library = "libEGL" in last or "libGL" in last
    fix = "apt-get install libegl1 libgl1" if library else "pip install --force-reinstall crab-android"
    return Requirement(name, False, last, fix), Requirement("phone fonts", False, "not looked for", fix)
