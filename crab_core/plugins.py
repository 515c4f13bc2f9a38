"""The plugin manager: finds plugins by entry point and wraps every hook in a typed method.

Nothing else in Crab touches pluggy. A plugin that cannot be imported, or breaks the rules, is kept aside
with its traceback and does not take the others down.
"""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import pluggy

from crab_core import hookspecs
from crab_core.approval import Approval
from crab_core.errors import PluginError, UnknownNameError
from crab_core.specs import (
    ActionSpec,
    BenchmarkSpec,
    CommandSpec,
    DetectorSpec,
    EnvironmentSpec,
    EvaluatorSpec,
    ExecutorSpec,
    MatcherSpec,
    ModelSpec,
    OcrSpec,
    PolicySpec,
    PrompterSpec,
    ProviderSpec,
    Spec,
    SubTaskSpec,
    TaskSpec,
    ValueTypeSpec,
    WorldSpec,
)

S = TypeVar("S", bound=Spec)


@dataclass(frozen=True, slots=True)
class LoadedPlugin:
    """A plugin that is in use."""

    name: str
    """Name of its entry point."""
    distribution: str
    """The installed distribution that brings it."""
    version: str


@dataclass(frozen=True, slots=True)
class BrokenPlugin:
    """A plugin that is installed and cannot be used."""

    name: str
    distribution: str
    error: str
    """What went wrong, in one line."""
    traceback: str


@dataclass(frozen=True, slots=True)
class GuestHook:
    """A hook of a plugin's own, through which others register things for it: apps for a phone, say."""

    kinds: str
    """What is registered, in the plural, as `crab list` names it."""
    hook: str
    """Name of the hook."""
    spec: type[Spec]
    """What it returns an iterable of."""


class Registry(Mapping[str, S], Generic[S]):
    """Everything of one kind that plugins registered, by name."""

    def __init__(self, kind: str, entries: Collection[tuple[S, str]]) -> None:
        """Index the specs.

        Raises:
            PluginError: Two distributions register the same name.
        """
        self.kind = kind
        self._specs: dict[str, S] = {}
        self._owners: dict[str, str] = {}
        for spec, distribution in entries:
            if spec.key in self._specs:
                raise PluginError(
                    f"Both {self._owners[spec.key]} and {distribution} register the {kind} {spec.key!r}.",
                    advice="Uninstall one of them, or name the plugins that the experiment uses.",
                )
            self._specs[spec.key] = spec
            self._owners[spec.key] = distribution

    def __getitem__(self, name: str) -> S:
        """The spec of this name.

        Raises:
            UnknownNameError: Nothing of this name is registered; the nearest names are offered.
        """
        try:
            return self._specs[name]
        except KeyError:
            raise UnknownNameError(self.kind, name, self._specs) from None

    def __iter__(self) -> Iterator[str]:
        """Names in order of registration."""
        return iter(self._specs)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._specs)

    def owner(self, name: str) -> str:
        """The distribution that registered it."""
        return self._owners[name]


class Plugins:
    """All plugins in use, through typed methods."""

    def __init__(self) -> None:
        """Start with no plugin; `load` finds the installed ones."""
        self._manager = pluggy.PluginManager(hookspecs.NAME)
        self._manager.add_hookspecs(hookspecs)
        self._broken: list[BrokenPlugin] = []
        self._loaded: dict[str, LoadedPlugin] = {}
        self._guests: dict[str, GuestHook] = {}

    @classmethod
    def load(cls, only: Collection[str] | None = None) -> Plugins:
        """Find and load the installed plugins.

        Args:
            only: Names of plugins or of their distributions to load; all when None. The core is always in.

        Raises:
            UnknownNameError: A name in `only` is not installed.
        """
        import importlib_metadata

        plugins = cls()
        found: dict[tuple[str, str], importlib_metadata.EntryPoint] = {}
        for entry in importlib_metadata.entry_points(group=hookspecs.NAME):
            found.setdefault((entry.name, entry.value), entry)
        known = {e.name for e in found.values()} | {e.dist.name for e in found.values() if e.dist}
        for name in only or ():
            if name not in known:
                raise UnknownNameError("plugin", name, known)
        for entry in importlib_metadata.entry_points(group=hookspecs.HOOKSPECS):
            plugins.add_hooks(entry.name, entry.load, entry.dist.name if entry.dist else entry.value)
        for entry in sorted(found.values(), key=lambda e: (e.name != "core", e.name)):
            distribution = entry.dist.name if entry.dist else entry.value
            if only is None or entry.name == "core" or {entry.name, distribution} & set(only):
                version = entry.dist.version if entry.dist else ""
                plugins.register(entry.name, entry.load, distribution, version)
        return plugins

    def add_hooks(self, name: str, load: Callable[[], Any], distribution: str = "") -> None:
        """Take in a module that declares hooks of a plugin's own; one that fails is kept aside as broken.

        The module marks its hooks with `hookspec`, and lists those that register things in `GUESTS`.

        Args:
            name: Name of the plugin.
            load: Gives the module.
            distribution: Where it comes from, for lists and errors.
        """
        try:
            module = load()
            self._manager.add_hookspecs(module)
            guests: Collection[GuestHook] = getattr(module, "GUESTS", ())
            for guest in guests:
                if guest.kinds in self._guests:
                    raise PluginError(f"Two plugins have a hook for {guest.kinds}.")
                self._guests[guest.kinds] = guest
        except Exception as error:  # noqa: BLE001 - kept with its traceback for `crab doctor`
            self._set_aside(f"{name} (hooks)", distribution or name, error)

    @property
    def guests(self) -> Mapping[str, GuestHook]:
        """The hooks that plugins have of their own, by what is registered through them."""
        return MappingProxyType(self._guests)

    def of(self, guest: GuestHook) -> Registry[Any]:
        """Everything registered through a hook that a plugin has of its own."""
        return self._registry(guest.hook, guest.spec)

    def register(self, name: str, load: Callable[[], Any], distribution: str = "", version: str = "") -> None:
        """Take in one plugin; one that fails is kept aside as broken.

        Args:
            name: Name of the plugin.
            load: Gives the object or module that has the hook implementations.
            distribution: Where it comes from, for lists and errors.
            version: Its version.
        """
        distribution = distribution or name
        plugin: Any = None
        try:
            if name in self._loaded:
                other = self._loaded[name].distribution
                raise PluginError(f"Both {other} and {distribution} bring a plugin named {name!r}.")
            plugin = load()
            self._manager.register(plugin, name)
            self._manager.check_pending()
        except Exception as error:  # noqa: BLE001 - kept with its traceback for `crab doctor`
            if plugin is not None and self._manager.get_plugin(name) is plugin:
                self._manager.unregister(plugin)
            self._set_aside(name, distribution, error)
        else:
            self._loaded[name] = LoadedPlugin(name, distribution, version)

    @property
    def loaded(self) -> tuple[LoadedPlugin, ...]:
        """The plugins in use, the core first."""
        return tuple(self._loaded.values())

    @property
    def broken(self) -> tuple[BrokenPlugin, ...]:
        """The plugins that cannot be used; complete once registrations were looked up."""
        return tuple(self._broken)

    def _set_aside(self, name: str, distribution: str, error: Exception) -> None:
        text = "".join(traceback.format_exception(error))
        line = f"{type(error).__name__}: {error}".splitlines()[0]
        self._broken.append(BrokenPlugin(name, distribution, line, text))

    def _registry(self, hook: str, spec_class: type[S]) -> Registry[S]:
        entries: list[tuple[S, str]] = []
        for implementation in getattr(self._manager.hook, hook).get_hookimpls():
            name = implementation.plugin_name
            distribution = self._loaded[name].distribution
            try:
                specs = list(implementation.function())
                for spec in specs:
                    if not isinstance(spec, spec_class):
                        raise TypeError(f"{hook} of {name} returned {spec!r}, not a {spec_class.__name__}")
            except Exception as error:  # noqa: BLE001 - kept with its traceback for `crab doctor`
                self._set_aside(name, distribution, error)
            else:
                entries.extend((spec, distribution) for spec in specs)
        return Registry(spec_class.kind, entries)

    # -- registrations -----------------------------------------------------------------------------

    @cached_property
    def environments(self) -> Registry[EnvironmentSpec]:
        """Environments by name."""
        return self._registry("crab_register_environments", EnvironmentSpec)

    @cached_property
    def providers(self) -> Registry[ProviderSpec]:
        """Providers by "environment.name"."""
        return self._registry("crab_register_providers", ProviderSpec)

    @cached_property
    def actions(self) -> Registry[ActionSpec]:
        """Actions added to environments, by "environment.name"."""
        return self._registry("crab_register_actions", ActionSpec)

    @cached_property
    def evaluators(self) -> Registry[EvaluatorSpec]:
        """Evaluators added to environments, by "environment.name"."""
        return self._registry("crab_register_evaluators", EvaluatorSpec)

    @cached_property
    def prompters(self) -> Registry[PrompterSpec]:
        """Visual prompters by name."""
        return self._registry("crab_register_prompters", PrompterSpec)

    @cached_property
    def ocr_engines(self) -> Registry[OcrSpec]:
        """OCR engines by name."""
        return self._registry("crab_register_ocr_engines", OcrSpec)

    @cached_property
    def detectors(self) -> Registry[DetectorSpec]:
        """Detectors by name."""
        return self._registry("crab_register_detectors", DetectorSpec)

    @cached_property
    def matchers(self) -> Registry[MatcherSpec]:
        """Image matchers by name."""
        return self._registry("crab_register_matchers", MatcherSpec)

    @cached_property
    def models(self) -> Registry[ModelSpec]:
        """Model providers by name."""
        return self._registry("crab_register_models", ModelSpec)

    @cached_property
    def policies(self) -> Registry[PolicySpec]:
        """Agent policies by name."""
        return self._registry("crab_register_policies", PolicySpec)

    @cached_property
    def subtasks(self) -> Registry[SubTaskSpec]:
        """Sub-task templates by name."""
        return self._registry("crab_register_subtasks", SubTaskSpec)

    @cached_property
    def value_types(self) -> Registry[ValueTypeSpec]:
        """Types of values that flow between sub-tasks, by name."""
        return self._registry("crab_register_value_types", ValueTypeSpec)

    @cached_property
    def worlds(self) -> Registry[WorldSpec]:
        """Parts of the start worlds of composed tasks, by environment and name."""
        return self._registry("crab_register_worlds", WorldSpec)

    @cached_property
    def tasks(self) -> Registry[TaskSpec]:
        """Task families by name."""
        return self._registry("crab_register_tasks", TaskSpec)

    @cached_property
    def benchmarks(self) -> Registry[BenchmarkSpec]:
        """Benchmarks by name."""
        return self._registry("crab_register_benchmarks", BenchmarkSpec)

    @cached_property
    def executors(self) -> Registry[ExecutorSpec]:
        """Executors by name."""
        return self._registry("crab_register_executors", ExecutorSpec)

    @cached_property
    def commands(self) -> Registry[CommandSpec]:
        """Commands by name."""
        return self._registry("crab_register_commands", CommandSpec)

    # -- life cycle and decisions ------------------------------------------------------------------

    def run_started(self, event: Any) -> None:
        """Tell all plugins that a run begins."""
        self._tell("crab_run_started", event=event)

    def run_finished(self, event: Any) -> None:
        """Tell all plugins that a run has ended."""
        self._tell("crab_run_finished", event=event)

    def episode_started(self, event: Any) -> None:
        """Tell all plugins that an episode begins."""
        self._tell("crab_episode_started", event=event)

    def step_finished(self, event: Any) -> None:
        """Tell all plugins that an action call is done."""
        self._tell("crab_step_finished", event=event)

    def episode_finished(self, result: Any) -> None:
        """Tell all plugins that an episode has ended."""
        self._tell("crab_episode_finished", result=result)

    def _tell(self, hook: str, **facts: Any) -> None:
        """Call observers one by one; one that raises is warned about, and costs no episode and no other."""
        for implementation in getattr(self._manager.hook, hook).get_hookimpls():
            try:
                implementation.function(*(facts[name] for name in implementation.argnames))
            except Exception as error:  # noqa: BLE001 - a logger's fault is not the agent's
                text = f"The plugin {implementation.plugin_name!r} failed in {hook}: {error!r}"
                warnings.warn(text, RuntimeWarning, stacklevel=3)

    def approve_action(self, call: Any, task: str) -> Approval:
        """What the first plugin with an opinion says of an action; allowed when none has one.

        A plugin that raises is warned about, and the action is denied: whoever watches over actions must not
        let them through by breaking.
        """
        try:
            decision: Approval | None = self._manager.hook.crab_approve_action(call=call, task=task)
        except Exception as error:  # noqa: BLE001 - denied, and said why
            warnings.warn(f"A plugin failed in crab_approve_action: {error!r}", RuntimeWarning, stacklevel=2)
            return Approval.deny(f"the plugin that approves actions failed: {error!r}")
        return decision or Approval.allow()
