"""README and docs tell the truth: every hook is documented, every command in them runs."""

from __future__ import annotations

import inspect
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import click
import pytest

from crab_core import hookspecs
from crab_core.cli import cli

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "plugins").glob("*/README.md")),
]

# Commands that cannot run inside of a test, and what runs them instead.
ELSEWHERE = {
    "bash scripts/test": "it is what runs this test; .ci/run calls it",
    "source .venv/bin/activate": "every command here runs in such an environment",
    "crab phone": "it stays until Ctrl-C; plugins/crab_android/tests/adb/test_process.py starts it",
    "crab desktop": "it stays until Ctrl-C; plugins/crab_ubuntu/tests/test_view_command.py starts it",
    "crab play": "it waits for a person; tests/people/test_play_command.py plays one",
    "adb connect": "plugins/crab_android/tests/adb/test_adb.py does the same",
    "pip install .": "tests/house/test_wheels.py installs each distribution from its wheel",
}


def commands(page: Path) -> list[str]:
    """Lines that begin with "$ " in blocks marked as console."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


def toml_files(page: Path) -> dict[str, str]:
    """Blocks of TOML that begin with a comment naming their file."""
    blocks = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return {b.splitlines()[0].removeprefix("# "): b for b in blocks if b.startswith("# ")}


def hook_signatures() -> dict[str, str]:
    return {
        name: str(inspect.signature(hook)).replace("'", "")
        for name, hook in vars(hookspecs).items()
        if name.startswith("crab_") and callable(hook)
    }


@pytest.mark.parametrize("name", hook_signatures())
def test_every_hook_is_documented_with_its_exact_arguments(name: str) -> None:
    page = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
    assert f"### `{name}{hook_signatures()[name]}`" in page


def test_the_hooks_page_documents_nothing_that_is_not_there() -> None:
    page = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^### `(\w+)", page, re.MULTILINE)) == set(hook_signatures())


def test_every_setting_is_documented() -> None:
    source = (ROOT / "crab_core" / "settings.py").read_text(encoding="utf-8")
    told = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in set(re.findall(r"CRAB_[A-Z]+", source)):
        assert name in told


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "$ bash scripts/test" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "bash scripts/test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = [*re.findall(r"\]\((?!https?:|#)([^)#]+)", text), *re.findall(r'<img src="([^"]+)"', text)]
    assert [t for t in targets if not (page.parent / t).exists()] == []


def options_of(words: list[str]) -> set[str]:
    """What the command of `crab` that these words call takes."""
    command: click.Command = cli
    for word in words:
        inner = (
            command.get_command(click.Context(command), word) if isinstance(command, click.Group) else None
        )
        if inner is None:
            break
        command = inner
    assert command is not cli or words[0].startswith("-"), f"crab has no command {words[0]!r}"
    return {"--help", *(name for one in command.params for name in one.opts)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_option_that_a_page_names_is_there(page: Path) -> None:
    for code in re.findall(r"`crab ([^`]+)`", page.read_text(encoding="utf-8")):
        words = code.split()
        named = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert named <= options_of(words), f"crab {code}"


def test_what_runs_commands_elsewhere_is_there() -> None:
    named = re.findall(r"\S+\.py", " ".join(ELSEWHERE.values()))
    assert len(named) >= 4
    assert [file for file in named if not (ROOT / file).exists()] == []


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A throw-away environment on top of this one, so that a page may install a plugin."""
    folder = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    [packages] = folder.glob("lib/python*/site-packages")
    below = sysconfig.get_path("purelib")
    (packages / "below.pth").write_text(f"import site; site.addsitedir({below!r})\n", encoding="utf-8")
    for program, module in {"crab": "crab_core", "pytest": "pytest"}.items():
        script = folder / "bin" / program
        script.write_text(f'#!/bin/sh\nexec "{folder}/bin/python" -m {module} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "CRAB_RUNS": str(tmp_path / "all-runs")}


@pytest.mark.docs
@pytest.mark.parametrize(
    "page", [p for p in PAGES if commands(p)], ids=lambda page: str(page.relative_to(ROOT))
)
def test_every_command_on_the_page_runs(page: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    for name, text in toml_files(page).items():
        tomllib.loads(text)
        (folder / name).write_text(text, encoding="utf-8")
    for command in commands(page):
        if any(command.startswith(known) for known in ELSEWHERE):
            continue
        where = ROOT if shlex.split(command)[:1] == ["bash"] else folder
        done = subprocess.run(
            ["bash", "-c", command], cwd=where, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"$ {command}\n{done.stdout}\n{done.stderr}"
