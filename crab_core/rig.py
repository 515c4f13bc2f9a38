"""The rig: the devices of a run, each brought up by its provider and reset between episodes."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from crab_core.action import Observation
from crab_core.benchmark import Benchmark
from crab_core.environment import Device, Environment, World
from crab_core.errors import PluginError, UnknownNameError
from crab_core.plugins import Plugins
from crab_core.provider import Additions, InProcessProvider, Provider
from crab_core.specs import ProviderSpec
from crab_core.task import Task


@dataclass(frozen=True, slots=True)
class DeviceChoice:
    """Which device stands for an environment."""

    environment: str = ""
    """Registered name of the environment; the instance's own name when empty."""
    provider: str = ""
    """Name of the provider; the default one when empty."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Passed to the provider."""


def provider_spec(plugins: Plugins, environment: str, name: str = "") -> ProviderSpec | None:
    """The provider to use for an environment; None when it is provided in-process.

    Raises:
        UnknownNameError: The environment has no provider of this name.
    """
    candidates = {s.name: s for s in plugins.providers.values() if s.environment == environment}
    if name:
        if name not in candidates:
            raise UnknownNameError(f"provider of {environment}", name, candidates)
        return candidates[name]
    defaults = [s for s in candidates.values() if s.default] or list(candidates.values())
    return defaults[0] if defaults else None


class Rig:
    """Starts devices when a task first needs them, resets them for the next one, and closes them all."""

    def __init__(self, plugins: Plugins, choices: Mapping[str, DeviceChoice] | None = None) -> None:
        """Remember the choices; nothing is started.

        Args:
            plugins: Where environments and providers are registered.
            choices: By the environment's name in tasks; defaults for those left out.
        """
        self._plugins = plugins
        self._choices = dict(choices or {})
        self._providers: dict[str, Provider] = {}
        self._started: set[str] = set()
        self._pool: ThreadPoolExecutor | None = None

    def provider(self, name: str) -> Provider:
        """The provider that stands for an environment; made on first use, nothing is started.

        Raises:
            UnknownNameError: No environment or provider of this name is registered.
        """
        if name not in self._providers:
            choice = self._choices.get(name, DeviceChoice())
            kind = choice.environment or name
            environment = self._plugins.environments[kind]
            spec = provider_spec(self._plugins, kind, choice.provider)
            if spec is None:
                self._providers[name] = InProcessProvider(environment.load(), name, **choice.options)
            else:
                self._providers[name] = spec.make(options=choice.options)
                self._providers[name].extend(self._additions(kind, environment.load()))
        return self._providers[name]

    def _additions(self, kind: str, environment: type[Environment]) -> Additions:
        """What plugins register for an environment beyond what its class has."""
        members = (*environment.actions, *environment.observations, *environment.evaluators)
        have = {member.name for member in members}
        plugins = self._plugins
        actions = [s for s in plugins.actions.values() if s.environment == kind and s.name not in have]
        evaluators = [s for s in plugins.evaluators.values() if s.environment == kind and s.name not in have]
        loaded = [spec.load() for spec in actions]
        owners = [
            *(plugins.actions.owner(spec.key) for spec in actions),
            *(plugins.evaluators.owner(spec.key) for spec in evaluators),
        ]
        return Additions(
            tuple(one for one in loaded if not isinstance(one, Observation)),
            tuple(one for one in loaded if isinstance(one, Observation)),
            tuple(spec.load() for spec in evaluators),
            tuple(spec.factory for spec in (*actions, *evaluators)),
            tuple(dict.fromkeys(owners)),
        )

    def prepare(self, task: Task) -> Benchmark:
        """Bring every device of the task into its start world, all at once.

        Raises:
            EnvironmentUnavailable: A device cannot be had here.
            DeviceError: A device does not come up.
        """
        names = task.environments
        if len(names) == 1:
            return Benchmark({names[0]: self._stand(names[0], task)})
        if self._pool is None:
            # The threads live as long as the devices: what asks to die with its parent dies with the
            # thread that started it (prctl(2), PR_SET_PDEATHSIG).
            self._pool = ThreadPoolExecutor(thread_name_prefix="crab-rig")
        waiting = {name: self._pool.submit(self._stand, name, task) for name in names}
        wait(waiting.values())
        return Benchmark({name: future.result() for name, future in waiting.items()})

    def _stand(self, name: str, task: Task) -> Device:
        provider = self.provider(name)
        world: World = provider.equipped(task.worlds[name], task.applications.get(name, ()))
        start = provider.reset if name in self._started else provider.start
        device = start(world, task.seed)
        self._started.add(name)
        self._extend(name, device)
        return device

    def _extend(self, name: str, device: Device) -> None:
        """Add what plugins register for this environment, once."""
        kind = self._choices.get(name, DeviceChoice()).environment or name
        actions = [s for s in self._plugins.actions.values() if s.environment == kind]
        evaluators = [s for s in self._plugins.evaluators.values() if s.environment == kind]
        have = {*device.action_space, *device.observation_space, *device.evaluator_space}
        missing = [s for s in (*actions, *evaluators) if s.name not in have]
        if not missing:
            return
        if not isinstance(device, Environment):
            raise PluginError(
                f"{', '.join(s.name for s in missing)} cannot be added to {name!r}.",
                advice="Its device runs in a host, and its provider brings nothing into that.",
            )
        loaded = [s.load() for s in actions if s.name not in have]
        device.extend(
            [a for a in loaded if not isinstance(a, Observation)],
            [a for a in loaded if isinstance(a, Observation)],
            [s.load() for s in evaluators if s.name not in have],
        )

    def discard(self) -> None:
        """Give back all devices, so that the next task starts fresh ones."""
        providers, self._providers = self._providers, {}
        self._started.clear()
        pool, self._pool = self._pool, None
        with ExitStack() as stack:  # one that fails to close does not keep the others open
            if pool is not None:
                stack.callback(pool.shutdown)
            for provider in providers.values():
                stack.callback(provider.close)

    def facts(self) -> dict[str, dict[str, str]]:
        """What the devices are made of, by environment."""
        return {name: dict(provider.facts()) for name, provider in self._providers.items()}

    def __enter__(self) -> Rig:
        """Nothing is started yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give back all devices."""
        self.discard()
