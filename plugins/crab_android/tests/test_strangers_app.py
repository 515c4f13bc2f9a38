"""An app of a stranger's plugin: installed with pip, it is on the phone like the built-in ones."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parents[3] / "tests" / "phone_app_plugin"

pytestmark = pytest.mark.commands


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """A folder with the plugin, as pip installs it."""
    folder: Path = tmp_path_factory.mktemp("site")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    install += ["--no-build-isolation", "--target", str(folder), str(PLUGIN)]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    return folder


def run(site: Path, program: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed_with_its_plugin(site):
    command = [sys.executable, "-m", "crab_core", "list", "phone-apps"]
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment, check=True)
    line = next(line for line in done.stdout.splitlines() if "shopping" in line)
    assert line.split() == ["test.example.shopping", "crab-shopping", "A", "shopping", "list."]


def test_it_is_on_the_phone_takes_its_part_of_the_world_and_is_judged_by_its_rows(site):
    said = run(
        site,
        """
        from crab_android.evaluators.stored import content_row
        from crab_android.providers.simulated import SimulatedPhoneProvider
        provider = SimulatedPhoneProvider()
        try:
            phone = provider.start({"shopping": ["Milk", "Eggs"], "open": "test.example.shopping"}, 0)
            shown = [node for node in phone.observe()["ui_tree"].root.walk() if node.name == "Bought Eggs"]
            phone.act("tap", {"x": shown[0].box.center[0], "y": shown[0].box.center[1]})
            for name in ("Eggs", "Milk"):
                bought = {"name": name, "bought": True}
                judge = content_row("content://test.example.shopping/items", bought)
                (verdict,) = phone.evaluate([judge.call()])
                print(verdict.passed)
        finally:
            provider.close()
        """,
    )
    assert said.split() == ["True", "False"]


def test_the_crawler_walks_through_it_and_a_phone_without_it_refuses_its_world(site):
    said = run(
        site,
        """
        from crab_android.phone import Phone, WorldError, load_apps
        from crab_android.phone.crawl import check_spot, crawl
        from crab_android.phone_apps import places
        found = crawl(Phone({}, 0, apps=load_apps(places())), ["test.example.shopping"])
        assert not found.faults, found.faults
        assert not [fault for phone in found.phones.values() for fault in check_spot(phone)]
        print(len(found.phones))
        try:
            Phone({"shopping": []})
        except WorldError as error:
            print("refused")
        """,
    )
    assert said.split() == ["2", "refused"]
