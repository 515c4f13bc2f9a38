"""What a stranger's plugin adds to the desktop: installed with pip, it runs beside the session."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "desktop_plugin"

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the plugin, as pip installs it."""
    folder: Path = tmp_path_factory.mktemp("site")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    install += ["--no-build-isolation", "--target", str(folder), str(PLUGIN)]
    subprocess.run(install, check=True, capture_output=True)
    return folder


PROGRAM = """
    import crab_core as crab
    from crab_marker import marker_copied
    from crab_core.plugins import Plugins
    from crab_core.rig import DeviceChoice, Rig

    plugins = Plugins.load()
    assert not plugins.broken, plugins.broken
    task = crab.Task(
        id="copy",
        description="Copy a marker.",
        worlds={"ubuntu": {}},
        graph=crab.CheckpointGraph({"copied": marker_copied("a")}),
    )
    with Rig(plugins, {"ubuntu": DeviceChoice(options={"api_actions": True})}) as rig:
        device = rig.prepare(task).devices["ubuntu"]
        def judge(text):
            (outcome,) = device.evaluate([marker_copied(text).call()])
            return outcome.passed
        print(judge("a"), device.act("copy_marker", {"text": "a"}), judge("a"), judge("b"))
        print(device.observe()["copied"].text)
        inside = "find / -path /proc -prune -o -name '*crab_marker*' -print 2>/dev/null; "
        inside += "python3 -c 'import crab_marker' 2>&1 | tail -n 1"
        print(device.act("run_shell", {"command": inside, "timeout": 45})["stdout"])
"""


def test_its_action_observation_and_evaluator_work_and_an_agent_cannot_read_them(site: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "False UbuntuEnvironment True False",
        "*a*",
        "ModuleNotFoundError: No module named 'crab_marker'",
        "",
    ]
