"""What models took and cost, summed up by who asked."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from crab_core.model import Usage
from crab_core.report.attempts import Attempt


def cost_of(usage: Usage) -> float | None:
    """US dollars; 0 where no model was used, None where a price is not known."""
    return usage.cost if usage.total else usage.cost or 0.0


def usage_json(usage: Usage) -> dict[str, Any]:
    """A usage as reports give it: its fields, with `cost` as `cost_of` tells it."""
    return {**dataclasses.asdict(usage), "cost": cost_of(usage)}


def total(attempts: Iterable[Attempt]) -> Usage:
    """The usage of attempts together."""
    return sum((attempt.usage for attempt in attempts), Usage())


def by_agent(attempts: Iterable[Attempt]) -> dict[str, dict[str, Any]]:
    """The usage of attempts by agent, in the order in which they first asked.

    Returns:
        For each agent what `usage_json` gives, `calls` (how many, failed ones included), `seconds` (from
        requests to replies) and `models`; the last three are of what the record holds of the exchanges.
    """
    usages: dict[str, Usage] = {}
    calls: dict[str, list[Mapping[str, Any]]] = {}
    for attempt in attempts:
        for agent, usage in attempt.agents.items():
            usages[agent] = usages.get(agent, Usage()) + usage
        for exchange in attempt.exchanges:
            if "agent" in exchange:
                calls.setdefault(exchange["agent"], []).append(exchange)
    return {
        agent: {
            **usage_json(usages.get(agent, Usage())),
            "calls": len(calls.get(agent, ())),
            "seconds": sum(call["seconds"] for call in calls.get(agent, ())),
            "models": list(dict.fromkeys(call["model"] for call in calls.get(agent, ()))),
        }
        for agent in dict.fromkeys((*usages, *calls))
    }
