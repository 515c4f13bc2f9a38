"""The catalogue of applications, and what happens to an episode that needs one that is not there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import crab_core as crab
from crab_core.config import RunConfig
from crab_core.plugins import Plugins
from crab_core.run import Run
from crab_ubuntu.applications import catalogue
from crab_ubuntu.applications.catalogue import APPLICATIONS, check_applications, find_application
from crab_ubuntu.applications.seeds import home_files, system_files
from crab_ubuntu.evaluators import focused_window
from crab_ubuntu.providers.packages import MINIMAL, PROFILES, Package
from crab_ubuntu.worlds.world import read_world

DESKTOP_FILES = Path("/usr/share/applications")


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes packages look as if they were not installed."""

    def remove(*names: str) -> None:
        rest = tuple(
            Package(p.name, "/usr/share/crab-has-no-such-file", p.purpose) if p.name in names else p
            for p in PROFILES["full"]
        )
        monkeypatch.setitem(catalogue.PROFILES, "full", rest)  # type: ignore[arg-type]

    return remove


def test_every_application_has_its_files_and_packages_in_a_profile() -> None:
    known = {package.name for package in PROFILES["full"]}
    for application in APPLICATIONS:
        assert set(application.packages) <= known
        assert application.missing == []
        entry = (DESKTOP_FILES / application.desktop_id).read_text()
        assert any(
            application.title.casefold() in line.casefold()
            for line in entry.splitlines()
            if line.startswith(("Name=", "Keywords="))
        ), application


def test_no_name_means_two_applications() -> None:
    names = [name for a in APPLICATIONS for name in (a.name, *a.also)]
    assert len(names) == len(set(names))
    assert len({a.desktop_id for a in APPLICATIONS}) == len(APPLICATIONS)


def test_the_minimal_profile_holds_whole_applications() -> None:
    minimal = {package.name for package in MINIMAL}
    assert {a.name for a in APPLICATIONS if minimal.issuperset(a.packages)} == {
        "terminal",
        "files",
        "settings",
        "gedit",
    }


def test_the_page_lists_every_application_with_its_names() -> None:
    page = (Path(__file__).parents[3] / "docs" / "desktop-applications.md").read_text()
    for application in APPLICATIONS:
        names = ", ".join(f"`{name}`" for name in (application.name, *application.also))
        (row,) = [line for line in page.splitlines() if line.startswith(f"| {names} |")]
        assert f"| {application.title} | `{application.window}`" in row


def test_an_application_goes_by_each_of_its_names() -> None:
    assert find_application("Code Editor") is find_application("geany")
    assert find_application("chat").desktop_id == "io.github.Hexchat.desktop"


def test_what_is_installed_may_be_asked_for(without: Callable[..., None]) -> None:
    without("gimp")
    check_applications([a.name for a in APPLICATIONS if a.name != "gimp"])
    read_world({"applications": ["gedit", "Firefox"]})


def test_what_is_missing_is_told_with_the_command_that_brings_it(without: Callable[..., None]) -> None:
    without("gimp", "libreoffice-gtk3")
    with pytest.raises(crab.EnvironmentUnavailable) as told:
        check_applications(["gedit", "gimp", "writer", "calc"])
    assert "gimp and writer and calc, not installed" in told.value.message
    assert "apt-get install --no-install-recommends -y gimp libreoffice-gtk3 " in told.value.advice
    assert "crab desktop setup --profile full" in told.value.advice


@pytest.mark.parametrize(
    ("applications", "message"),
    [(["gimpp"], "Did you mean 'gimp'"), ("gimp", "list of names"), ([3], "list of"), (3, "list of")],
)
def test_what_nobody_knows_is_the_tasks_mistake(applications: object, message: str) -> None:
    with pytest.raises(crab.UsageError, match=message):
        read_world({"applications": applications})


def drawing(seed: int) -> crab.Task:
    """A task that needs GIMP."""
    return crab.Task(
        id="drawing",
        description="Open GIMP.",
        worlds={"ubuntu": {"applications": ["gimp"]}},
        graph=crab.CheckpointGraph.chain({"open": focused_window(app="Gimp-2.10")}),
        seed=seed,
    )


def test_an_episode_without_its_application_is_unscored_and_says_why(
    tmp_path: Path, without: Callable[..., None]
) -> None:
    without("gimp")
    plugins = Plugins.load()
    spec = crab.TaskSpec("drawing", "Draw.", f"{__name__}:drawing")
    tasks = SimpleNamespace(crab_register_tasks=crab.hookimpl(lambda: [spec]))
    plugins.register("tasks", lambda: tasks, "crab-tasks", "0")
    config = RunConfig.from_facts({"tasks": ["drawing"], "attempts": 3})
    with Run.create(tmp_path / "run", config, plugins) as run:
        (result,) = run.execute()
    assert (result.status, result.attempt) == (crab.Status.UNSCORED, 1)
    assert result.termination is crab.Termination.ENVIRONMENT_ERROR
    assert "needs the application gimp, not installed here" in result.error
    record = json.loads((tmp_path / "run" / "episodes" / "drawing.s0.a1" / "episode.json").read_text())
    assert record["status"] == "unscored"
    assert "apt-get install --no-install-recommends -y gimp" in record["error"]


def test_the_chat_client_knows_the_chat_of_the_world_and_its_channels() -> None:
    servers = ".config/hexchat/servlist.conf"
    chat = {"service": "chat", "channels": {"#crew": {}, "#shore": {}}}
    told = read_world({"services": {"team.crab.test": chat}}).files[servers].data.decode()
    assert {"S=team.crab.test/6667", "J=#crew", "J=#shore"} < set(told.splitlines())
    own = {servers: "v=2.16.1\n"}
    assert (
        read_world({"services": {"team.crab.test": chat}, "files": own}).files[servers].data == b"v=2.16.1\n"
    )
    assert read_world({}).files == {}


def test_seeds_are_texts_and_small() -> None:
    files = {**home_files(), **system_files()}
    assert sum(len(data) for data in files.values()) < 20_000
    for data in files.values():
        data.decode("utf-8")
    assert all(path.startswith("/etc/") for path in system_files())
    assert not any(Path(path).is_absolute() for path in home_files())
    assert b"treebrowser.so" in home_files()[".config/geany/geany.conf"]
    read_world({"files": {path: data.decode() for path, data in home_files().items()}})
