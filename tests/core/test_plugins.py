"""Plugins: found by entry point, listed without being imported, and never able to take others down."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import textwrap
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from toys import Counter, climb, listing, plugin, toy_plugins

import crab_core as crab
from crab_core.plugins import GuestHook, Plugins
from crab_core.rig import DeviceChoice, Rig, provider_spec


def env_spec(name: str = "lamp", factory: str = "nowhere:Lamp") -> crab.EnvironmentSpec:
    return crab.EnvironmentSpec(name, "A lamp.", factory)


def names_of_broken(plugins: Plugins) -> list[str]:
    return [broken.name for broken in plugins.broken]


# -- registrations ---------------------------------------------------------------------------------


def test_names_are_in_order_of_registration() -> None:
    plugins = Plugins()
    for name in ("b", "a", "c"):
        plugins.register(name, lambda name=name: plugin(environments=listing(env_spec(name))))  # type: ignore[misc]
    assert list(plugins.environments) == ["b", "a", "c"]
    assert plugins.environments.owner("a") == "a"


def test_listing_imports_nothing() -> None:
    plugins = toy_plugins(environments=listing(env_spec(factory="no_such_module:Lamp")))
    assert plugins.environments["lamp"].summary == "A lamp."


@pytest.mark.parametrize("factory", ["no_such_module:Lamp", "toys:Lamp", "toys:Counter.lamp", "toys"])
def test_what_cannot_be_loaded_says_what_and_from_where(factory: str) -> None:
    with pytest.raises(crab.PluginError, match=f"'lamp' cannot be loaded from '{factory}'"):
        env_spec(factory=factory).load()


def test_an_unknown_name_offers_the_nearest() -> None:
    with pytest.raises(crab.UnknownNameError, match="Did you mean 'counter'"):
        toy_plugins().environments["conter"]


def test_two_distributions_with_the_same_name_are_both_named() -> None:
    plugins = toy_plugins()
    other = plugin(environments=listing(env_spec("counter")))
    plugins.register("other", lambda: other, "crab-other", "1")
    with pytest.raises(crab.PluginError, match=r"crab-toys and crab-other .* environment 'counter'"):
        _ = plugins.environments


def test_the_same_name_on_two_environments_is_no_conflict() -> None:
    specs = [crab.ActionSpec("shake", "…", "x:y", environment=e) for e in ("lamp", "counter")]
    assert list(toy_plugins(actions=listing(*specs)).actions) == ["lamp.shake", "counter.shake"]


def test_two_plugins_of_one_name_are_a_conflict_that_names_both() -> None:
    plugins = toy_plugins()
    plugins.register("toys", plugin, "crab-other-toys")
    (broken,) = plugins.broken
    assert "crab-toys" in broken.error
    assert "crab-other-toys" in broken.error
    assert "counter" in plugins.environments


# -- hooks that plugins have of their own ----------------------------------------------------------


class RoomSpec(crab.Spec):
    kind = "room"


ROOMS = GuestHook("rooms", "crab_register_rooms", RoomSpec)


def house() -> Any:
    """A module that declares a hook for rooms."""
    module = types.ModuleType("house_hooks")

    @crab.hookspec
    def crab_register_rooms() -> Any: ...

    vars(module).update(crab_register_rooms=crab_register_rooms, GUESTS=(ROOMS,))
    return module


def tenant(hook: str = "crab_register_rooms") -> Any:
    """A plugin that registers a kitchen."""
    module = types.ModuleType("tenant")

    @crab.hookimpl(specname=hook)
    def rooms() -> Any:
        return [RoomSpec("kitchen", "Where one cooks.", "nowhere:Kitchen")]

    vars(module)["rooms"] = rooms
    return module


def test_a_plugin_has_a_hook_of_its_own_and_others_register_through_it() -> None:
    plugins = Plugins()
    plugins.add_hooks("house", house, "crab-house")
    plugins.register("tenant", tenant, "crab-tenant")
    rooms = plugins.of(plugins.guests["rooms"])
    assert list(rooms) == ["kitchen"]
    assert rooms.owner("kitchen") == "crab-tenant"
    assert not plugins.broken


def test_a_plugin_for_a_hook_that_nobody_declares_is_set_aside() -> None:
    plugins = Plugins()
    plugins.register("tenant", tenant, "crab-tenant")
    (broken,) = plugins.broken
    assert "crab_register_rooms" in broken.error


def test_hooks_that_cannot_be_imported_are_named_and_the_rest_lives() -> None:
    plugins = toy_plugins()

    def load() -> Any:
        raise ImportError("no house")

    plugins.add_hooks("house", load, "crab-house")
    (broken,) = plugins.broken
    assert (broken.name, broken.distribution) == ("house (hooks)", "crab-house")
    assert "no house" in broken.error
    assert "counter" in plugins.environments


def test_two_hooks_for_the_same_things_are_a_conflict() -> None:
    plugins = Plugins()
    plugins.add_hooks("house", house)
    plugins.add_hooks("hotel", house)
    assert "rooms" in plugins.broken[0].error


# -- broken plugins --------------------------------------------------------------------------------


def test_a_plugin_that_cannot_be_imported_is_named_with_its_traceback_and_others_live() -> None:
    def load() -> Any:
        raise ModuleNotFoundError("No module named 'torch'")

    plugins = toy_plugins()
    plugins.register("heavy", load, "crab-heavy")
    (broken,) = plugins.broken
    assert (broken.name, broken.distribution) == ("heavy", "crab-heavy")
    assert broken.error == "ModuleNotFoundError: No module named 'torch'"
    assert "in load" in broken.traceback
    assert [p.name for p in plugins.loaded] == ["core", "toys"]
    assert "counter" in plugins.environments


def test_an_unknown_hook_makes_a_plugin_broken() -> None:
    plugins = toy_plugins()
    plugins.register("typo", lambda: plugin(crab_register_enviroments=listing(env_spec())))
    plugins.register("fine", lambda: plugin(environments=listing(env_spec())))
    assert names_of_broken(plugins) == ["typo"]
    assert "crab_register_enviroments" in plugins.broken[0].error
    assert list(plugins.environments) == ["counter", "lamp"]


def test_a_hook_with_an_unknown_argument_makes_a_plugin_broken() -> None:
    plugins = toy_plugins()
    calls: list[Any] = []
    plugins.register(
        "greedy",
        lambda: plugin(
            crab_run_started=lambda event: calls.append(event) or None,
            crab_step_finished=lambda event, screen: None,
        ),
    )
    assert names_of_broken(plugins) == ["greedy"]
    plugins.run_started(object())
    assert not calls, "nothing of a broken plugin is used"


@pytest.mark.parametrize(
    "hook", [lambda: 1 / 0, lambda: None, lambda: [crab.TaskSpec("t", "…", "x:y")], lambda: ["lamp"]]
)
def test_a_registration_that_fails_or_is_of_the_wrong_kind_makes_a_plugin_broken(hook: Any) -> None:
    plugins = toy_plugins()
    plugins.register("odd", lambda: plugin(environments=hook))
    assert list(plugins.environments) == ["counter"]
    assert names_of_broken(plugins) == ["odd"]


def test_errors_of_plugins_have_one_line() -> None:
    def load() -> Any:
        raise ImportError("first line\nsecond line")

    plugins = Plugins()
    plugins.register("wordy", load)
    assert plugins.broken[0].error == "ImportError: first line"


# -- installed plugins -----------------------------------------------------------------------------


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two plugins installed as distributions, one of them broken, beside those that really are."""
    for name, body in (
        (
            "lamp",
            "from crab_core import hookimpl, EnvironmentSpec\n"
            "@hookimpl\ndef crab_register_environments():\n"
            "    return [EnvironmentSpec('lamp', 'A lamp.', 'lamp_plugin:Lamp')]\n",
        ),
        ("cracked", "raise RuntimeError('it fell')\n"),
    ):
        (tmp_path / f"{name}_plugin.py").write_text(body)
        info = tmp_path / f"crab_{name}-2.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: crab-{name}\nVersion: 2.0\n")
        (info / "entry_points.txt").write_text(f"[crab]\n{name} = {name}_plugin\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("installed")
def test_installed_plugins_are_found_by_entry_point() -> None:
    plugins = Plugins.load(["lamp"])
    assert [(p.name, p.distribution, p.version) for p in plugins.loaded][1:] == [("lamp", "crab-lamp", "2.0")]
    assert list(plugins.environments) == ["lamp"]


@pytest.mark.usefixtures("installed")
def test_only_those_named_are_loaded_and_the_core_always() -> None:
    by_distribution = Plugins.load(["crab-lamp"])
    assert [p.name for p in by_distribution.loaded] == ["core", "lamp"]
    assert not by_distribution.broken
    assert [p.name for p in Plugins.load([]).loaded] == ["core"]
    assert "solution" in by_distribution.policies


@pytest.mark.usefixtures("installed")
def test_a_broken_installed_plugin_leaves_the_others_alone() -> None:
    plugins = Plugins.load(["lamp", "cracked"])
    assert names_of_broken(plugins) == ["cracked"]
    assert "it fell" in plugins.broken[0].traceback
    assert "lamp" in plugins.environments


@pytest.mark.usefixtures("installed")
def test_a_plugin_that_is_not_installed_is_an_unknown_name() -> None:
    with pytest.raises(crab.UnknownNameError, match="'lamp'"):
        Plugins.load(["lmap"])


def test_the_core_registers_itself_through_the_same_hooks() -> None:
    plugins = Plugins.load([])
    assert plugins.loaded[0].distribution == "crab-core"
    assert set(plugins.policies) >= {"solution", "noop", "random", "replay"}
    for registry in (plugins.policies, plugins.executors):
        for spec in registry.values():
            assert spec.load()


# -- what plugins add to others' environments -------------------------------------------------------


def test_actions_observations_and_evaluators_are_added_to_the_environment_they_name() -> None:
    @crab.action
    def double(env: Any) -> None:
        """Double."""
        env.value *= 2

    @crab.observation
    def parity(env: Any) -> crab.Text:
        """Odd or even."""
        return crab.Text("odd" if env.value % 2 else "even")

    @crab.evaluator(env="counter")
    def is_even(env: Any) -> bool:
        """Whether it is even."""
        return bool(env.value % 2 == 0)

    module = types.ModuleType("guest")
    module.__dict__.update(double=double, parity=parity, is_even=is_even)
    plugins = toy_plugins(
        actions=listing(
            crab.ActionSpec("double", "…", "guest:double", environment="counter"),
            crab.ActionSpec("parity", "…", "guest:parity", environment="counter"),
        ),
        evaluators=listing(crab.EvaluatorSpec("is_even", "…", "guest:is_even", environment="counter")),
    )
    task = crab.Task(
        id="t",
        description="",
        worlds={"counter": {"start": 3}},
        graph=crab.CheckpointGraph({"even": is_even}),
    )
    with pytest.MonkeyPatch.context() as patch, Rig(plugins) as rig:
        patch.setitem(sys.modules, "guest", module)
        for _ in range(2):  # a reset device is extended once, not twice
            benchmark = rig.prepare(task)
            assert benchmark.begin(task) == []
            assert benchmark.devices["counter"].observe()["parity"] == crab.Text("odd")
            assert benchmark.step(crab.ActionCall("counter", "double")).complete


class Elsewhere:
    """A device that is driven through a host: what it can do is fixed there."""

    name = description = platform = "counter"

    def __init__(self) -> None:
        self._inner = Counter()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def test_a_device_in_a_host_is_taken_as_it_is_and_cannot_be_extended_from_here() -> None:
    class Hosted(crab.Provider):
        def start(self, world: crab.World, seed: int) -> Any:
            return Elsewhere()

        reset = start

        def close(self) -> None: ...

    module = types.ModuleType("guest")
    module.Hosted = Hosted  # type: ignore[attr-defined]
    providers = listing(crab.ProviderSpec("hosted", "…", "guest:Hosted", environment="counter"))

    @crab.action
    def double() -> None:
        """Double it."""

    module.double = double  # type: ignore[attr-defined]
    added = listing(crab.ActionSpec("double", "…", "guest:double", environment="counter"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "guest", module)
        with Rig(toy_plugins(providers=providers)) as rig:
            assert isinstance(rig.prepare(climb(1)).devices["counter"], Elsewhere)
        with (
            Rig(toy_plugins(providers=providers, actions=added)) as rig,
            pytest.raises(crab.PluginError, match="double cannot be added to 'counter'"),
        ):
            rig.prepare(climb(1))


def test_a_provider_is_told_what_a_task_is_done_with_and_resets_too() -> None:
    seen: list[crab.World] = []

    class Asked(crab.InProcessProvider):
        def __init__(self) -> None:
            super().__init__(Counter, "counter")

        def equipped(self, world: crab.World, applications: Sequence[str]) -> crab.World:
            seen.append({**world, "needs": list(applications)})
            return world

    module = types.ModuleType("guest")
    module.Asked = Asked  # type: ignore[attr-defined]
    providers = listing(crab.ProviderSpec("asked", "…", "guest:Asked", environment="counter"))
    task = dataclasses.replace(climb(1), applications={"counter": ("Abacus",)})
    with pytest.MonkeyPatch.context() as patch, Rig(toy_plugins(providers=providers)) as rig:
        patch.setitem(sys.modules, "guest", module)
        rig.prepare(task)
        rig.prepare(task)
    assert [world["needs"] for world in seen] == [["Abacus"], ["Abacus"]]


def test_the_default_provider_is_the_one_that_says_so_and_another_can_be_chosen() -> None:
    specs = [
        crab.ProviderSpec("first", "…", "x:y", environment="counter"),
        crab.ProviderSpec("second", "…", "x:y", environment="counter", default=True),
        crab.ProviderSpec("other", "…", "x:y", environment="lamp"),
    ]
    plugins = toy_plugins(providers=listing(*specs))
    assert provider_spec(plugins, "counter") is specs[1]
    assert provider_spec(plugins, "counter", "first") is specs[0]
    assert provider_spec(toy_plugins(), "counter") is None
    with pytest.raises(crab.UnknownNameError, match="second"):
        provider_spec(plugins, "counter", "secnd")


def test_two_devices_of_one_kind_stand_side_by_side() -> None:
    from toys import at_least

    task = crab.Task(
        id="t",
        description="",
        worlds={"left": {"start": 1}, "right": {"start": 2}},
        graph=crab.CheckpointGraph({"a": at_least(5).on("left"), "b": at_least(5).on("right")}),
    )
    choices = {name: DeviceChoice(environment="counter") for name in ("left", "right")}
    with Rig(toy_plugins(), choices) as rig:
        benchmark = rig.prepare(task)
        benchmark.begin(task)
        assert benchmark.step(crab.ActionCall("right", "add", {"amount": 3})).passed == ["b"]
        assert {n: d.state() for n, d in benchmark.devices.items()} == {
            "left": {"value": 1},
            "right": {"value": 5},
        }


THIRD_PARTY = Path(__file__).parent.parent / "third_party_plugin"


def test_a_strangers_plugin_installed_with_pip_runs(tmp_path: Path) -> None:
    """It adds an environment, an action, an evaluator and a task, in some thirty lines, and all plays."""
    lines = (THIRD_PARTY / "crab_counter.py").read_text().splitlines()
    code = [line for line in lines if line.strip()]
    assert len(code) <= 32
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    install += ["--no-build-isolation", "--target", str(site), str(THIRD_PARTY)]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    program = textwrap.dedent(
        f"""
        import sys
        sys.path.insert(0, {str(site)!r})
        from pathlib import Path
        from crab_core.config import RunConfig
        from crab_core.plugins import Plugins
        from crab_core.rig import Rig
        from crab_core.run import Run
        from crab_core.validate import Validator
        plugins = Plugins.load(["crab-counter"])
        assert not plugins.broken, plugins.broken
        with Run.create(Path({str(tmp_path / "run")!r}), RunConfig(tasks=("count",)), plugins) as run:
            (result,) = run.execute()
        assert result.metrics.success, result
        with Rig(plugins) as rig:
            validation = Validator(rig).validate("count", plugins.tasks["count"].load(), 3)
        assert validation.ok, validation
        """
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
