"""What the core itself registers, through the same hooks as every plugin."""

from __future__ import annotations

from crab_core.hookspecs import hookimpl
from crab_core.specs import ExecutorSpec, PolicySpec


@hookimpl
def crab_register_policies() -> list[PolicySpec]:
    """Policies without a model, and the structures of agents with them."""
    return [
        PolicySpec(
            "solution",
            "The reference solution of each task (the oracle).",
            "crab_core.policies.solution:SolutionPolicy",
        ),
        PolicySpec("human", "A person; played by `crab play`.", "crab_core.people.policy:HumanPolicy"),
        PolicySpec("noop", "Waits until a limit ends the episode.", "crab_core.policies.noop:NoOpPolicy"),
        PolicySpec("random", "Random actions, seeded.", "crab_core.policies.random:RandomPolicy"),
        PolicySpec(
            "replay", "The calls of a recorded episode again.", "crab_core.policies.replay:ReplayPolicy"
        ),
        PolicySpec(
            "single", "One model that plans and acts (CRAB).", "crab_core.policies.single:SinglePolicy"
        ),
        PolicySpec(
            "functionality",
            "One model plans, one makes it calls (CRAB).",
            "crab_core.policies.functionality:FunctionalityPolicy",
        ),
        PolicySpec(
            "environment",
            "One model leads, each device has one that acts on it (CRAB).",
            "crab_core.policies.environment:EnvironmentPolicy",
        ),
        PolicySpec(
            "react", "One model that keeps its thoughts to the end.", "crab_core.policies.react:ReActPolicy"
        ),
        PolicySpec(
            "reflexion",
            "Agents that are told what failed trials teach; `reflect=false` is the control.",
            "crab_core.policies.reflexion:reflexion",
        ),
    ]


@hookimpl
def crab_register_executors() -> list[ExecutorSpec]:
    """Executors that need nothing else."""
    return [
        ExecutorSpec("serial", "One episode after the other, here.", "crab_core.executor:SerialExecutor"),
        ExecutorSpec("threads", "Several at once, in threads.", "crab_core.executor:ThreadExecutor"),
    ]
