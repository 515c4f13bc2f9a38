"""Which agent system played a run: its models, its structure, and what else makes runs comparable or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from crab_core.report.attempts import UNTIL_SUCCESS, RunRecord

HUMAN: Final = "human"
"""Name of the policy by which people play."""

_STRUCTURES: Final[Mapping[str, str]] = {
    "single": "single",
    "functionality": "by functionality",
    "environment": "by environment",
    HUMAN: "",
}
"""How the paper calls what a policy is named; others are called by their name."""

_TRANSPORT: Final = frozenset({"key_variable", "timeout", "retries", "concurrency", "stream", "price"})
"""Options of models that say how one is reached and paid, not what it replies."""


@dataclass(frozen=True, slots=True)
class System:
    """One row of a table: what was compared."""

    model: str
    """The models behind it, the main one first; "human" for people, empty for policies without a model."""
    structure: str
    """How its agents are organised; empty for people."""
    policy: str
    """Registered name of the policy."""
    settings: tuple[tuple[str, str], ...]
    """Everything else that was chosen, by dotted name, in order: options, limits, devices."""

    @property
    def human(self) -> bool:
        """Whether people played."""
        return self.policy == HUMAN


@dataclass(frozen=True, slots=True, eq=False)
class SystemRun:
    """A run with the system that played it."""

    record: RunRecord
    system: System


def system_of(record: RunRecord) -> System:
    """The agent system of a run."""
    config = record.facts["config"]
    policy, options = str(config["policy"]), dict(config.get("policy_options", {}))
    chosen = {key: value for key, value in options.items() if _names_a_model(key) and value}
    aliases = config.get("models") or {}
    models = [_resolved(str(name), aliases) for name in chosen.values()] or list(_models_asked(record))
    structure = _STRUCTURES.get(policy, policy)
    if policy == "reflexion":
        structure = "re-execute" if options.get("reflect") is False else policy
        repeated = str(options.pop("structure", "single"))
        structure += "" if repeated == "single" else f", {_STRUCTURES.get(repeated, repeated)}"
    repeats = config.get("repeat") == UNTIL_SUCCESS
    settings = {
        **{key: value for key, value in options.items() if key not in chosen},
        **{f"models.{name}": _without_model(aliases.get(name)) for name in map(str, chosen.values())},
        "prompter": config.get("prompter"),
        **{f"prompter.{key}": value for key, value in (config.get("prompter_options") or {}).items()},
        "repeat": UNTIL_SUCCESS if repeats else "",
        "trials": config.get("trials") if repeats else "",  # success within three is none within five
        # Replayed episodes are those of another run: they are no more evidence.
        "replay": config.get("replay"),
        "approve": config.get("approve"),
        **{f"limits.{key}": value for key, value in (config.get("limits") or {}).items()},
        **{f"environments.{key}": value for key, value in (config.get("environments") or {}).items()},
    }
    return System(
        HUMAN if policy == HUMAN else " + ".join(dict.fromkeys(models)),
        structure,
        policy,
        tuple((key, text) for key, value in sorted(settings.items()) if (text := _written(value))),
    )


def labels(systems: Sequence[System]) -> dict[System, str]:
    """The structure of each system, with the settings that tell it from others of its model and structure."""
    return {system: _label(system, systems) for system in systems}


def differing(systems: Sequence[System]) -> dict[str, list[str]]:
    """The settings in which systems differ although they are no choice of an agent, with their values."""
    names = dict.fromkeys(name for system in systems for name, _ in system.settings)
    values = {
        name: list(dict.fromkeys(dict(system.settings).get(name, "default") for system in systems))
        for name in names
        if name.startswith(("limits.", "environments.", "prompter"))
    }
    return {name: found for name, found in values.items() if len(found) > 1}


def _label(system: System, systems: Sequence[System]) -> str:
    twins = [s for s in systems if (s.model, s.structure) == (system.model, system.structure)]
    told = [
        f"{name} {value}"
        for name, value in system.settings
        if any(dict(twin.settings).get(name) != value for twin in twins)
    ]
    return f"{system.structure} ({', '.join(told)})".strip() if told else system.structure


def _names_a_model(option: str) -> bool:
    return option == "model" or option.endswith("_model")


def _resolved(name: str, aliases: Mapping[str, Any]) -> str:
    """What a run asks for by this name, as "provider:model"."""
    entry = aliases.get(name)
    return str(entry.get("model") or name) if isinstance(entry, Mapping) else name


def _without_model(entry: object) -> object:
    if not isinstance(entry, Mapping):
        return None
    return {key: value for key, value in entry.items() if key != "model" and key not in _TRANSPORT}


def _models_asked(record: RunRecord) -> Iterator[str]:
    """The models that the first attempt which asked any has asked, for policies that choose by themselves."""
    asking = (attempt for attempt in record.attempts if attempt.usage.total)
    for attempt in asking:
        found = [e["model"] for e in attempt.exchanges if e.get("model")]
        if found:
            yield from map(str, found)
            return


def _written(value: Any) -> str:
    """A setting in one line; empty when it says nothing."""
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {text}" for k, v in sorted(value.items()) if (text := _written(v)))
    if isinstance(value, list | tuple):
        return "; ".join(map(_written, value))
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
