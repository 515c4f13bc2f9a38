"""The set-up installs what the code says it needs, and the repository holds what it must."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECTS = [ROOT / "pyproject.toml", *sorted((ROOT / "plugins").glob("*/pyproject.toml"))]


def debian_packages(name: str) -> set[str]:
    lines = (ROOT / "scripts" / name).read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def test_the_set_up_installs_every_package_that_the_desktop_declares() -> None:
    from crab_ubuntu.providers.packages import PROFILES

    run, test = debian_packages("packages-run.txt"), debian_packages("packages-test.txt")
    assert {package.name for package in PROFILES["minimal"]} <= run
    assert {package.name for package in PROFILES["full"]} <= run | test


def test_the_lock_pins_everything_by_hash_and_names_no_index() -> None:
    for name in ("lock.txt", "installer.txt"):
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        pinned = re.findall(r"^[A-Za-z0-9._-]+==", text, re.MULTILINE)
        assert pinned
        assert text.count("--hash=sha256:") >= len(pinned)
        assert not re.search(r"https?://|--index|--find-links|file:", text)


def test_every_requirement_is_in_the_lock() -> None:
    lock = (ROOT / "requirements" / "lock.txt").read_text(encoding="utf-8").lower()
    locked = set(re.findall(r"^([a-z0-9._-]+)==", lock, re.MULTILINE))
    for project in PROJECTS:
        for requirement in tomllib.loads(project.read_text(encoding="utf-8"))["project"]["dependencies"]:
            name = re.match(r"[A-Za-z0-9._-]+", requirement)
            assert name
            assert name[0].lower() in locked or name[0].startswith("crab-"), f"{project}: {requirement}"


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.parent.name)
def test_each_distribution_registers_itself_through_the_entry_point_group(project: Path) -> None:
    facts = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    assert len(facts["entry-points"]["crab"]) == 1
    assert facts["license"] == "Apache-2.0"
    assert facts["requires-python"] == ">=3.11"


def test_the_repository_holds_no_big_files() -> None:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    sizes = {n: (ROOT / n).stat().st_size for n in names.decode().split("\0") if (ROOT / n).is_file()}
    assert {name: size for name, size in sizes.items() if size > 5_000_000} == {}
