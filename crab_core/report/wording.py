"""How reports say numbers, durations and results, the same in the terminal and on the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from crab_core.effects import SideEffect

NONE: Final = "–"
"""Stands where there is no number."""

AVERAGES: Final[Mapping[str, tuple[str, str]]] = {
    "success_rate": ("Success rate", "SR"),
    "completion_ratio": ("Completion ratio", "CR"),
    "execution_efficiency": ("Execution efficiency", "EE"),
    "cost_efficiency": ("Cost efficiency", "CE"),
}
"""Name and abbreviation of each average, in the order in which reports show them."""

SIDE_EFFECTS: Final[Mapping[str, tuple[str, str]]] = {
    "side_effect_rate": ("Episodes with side effects", "SER"),
    "side_effects": ("Side effects an episode", "SE"),
}
"""The same for what was changed that a task does not allow; shown where it is known."""

SHARES: Final = ("success_rate", "completion_ratio", "side_effect_rate")
"""Averages that are shares of 1."""

ENDS: Final[Mapping[str, str]] = {
    "false_completion": "FC",
    "step_limit": "SL",
    "invalid_action": "IA",
    "repetition_limit": "RL",
    "time_limit": "TL",
    "budget": "BU",
    "agent_error": "AE",
}
"""Abbreviations of the ways in which a scored episode fails; CRAB's paper tells the first three apart."""

NOTICED: Final = 0.1
"""Seconds of waiting for approval from which on it is told: rules alone decide within less."""

EXPLANATIONS: Final[Mapping[str, str]] = {
    "success": "Every checkpoint has passed.",
    "false_completion": "The agent said that it was done, and it was not.",
    "step_limit": "The last allowed step was used up.",
    "invalid_action": "Too many invalid calls in a row.",
    "repetition_limit": "The same call again and again, and nothing changed.",
    "time_limit": "The allowed time was used up.",
    "budget": "The tokens or the money allowed for models were used up.",
    "environment_error": "A device failed; this is no score.",
    "agent_error": "The agent or its model failed.",
    "stopped": "A person stopped it; this is no score.",
    "running": "It is being played.",
    "interrupted": "Its process ended in the middle; resuming the run plays it again.",
}
"""What a termination reason, or the status of an attempt without one, means."""


def outcome(episode: Mapping[str, Any]) -> str:
    """The key of `EXPLANATIONS` that says how an episode of a report ended, or that it has not."""
    return str(episode["termination"] or episode["status"])


def words(key: str) -> str:
    """A key as words: `step_limit` is "step limit"."""
    return key.replace("_", " ")


def capitalised(text: str) -> str:
    """The text with a capital first letter, the rest untouched."""
    return text[:1].upper() + text[1:]


def percent(share: float | None) -> str:
    """A share of 1 in per cent: one decimal where it says something."""
    if share is None:
        return NONE
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def efficiency(value: float | None) -> str:
    """A metric per action or token with three significant digits."""
    if value is None:
        return NONE
    if value == 0 or value >= 0.001:
        return f"{value:.3f}" if value < 10 else f"{value:.3g}"
    mantissa, _, exponent = f"{value:.2e}".partition("e")
    return f"{mantissa}e{int(exponent)}"


def average(key: str, value: float | None) -> str:
    """One number of an average named in `AVERAGES` or `SIDE_EFFECTS`."""
    if key == "side_effects" and value is not None:
        return f"{value:.2f}"
    return percent(value) if key in SHARES else efficiency(value)


def averages(rows: Iterable[Mapping[str, Any]]) -> Mapping[str, tuple[str, str]]:
    """The averages that tables of these rows show: those of side effects where one row knows them."""
    known = any(row["side_effects"]["n"] for row in rows)
    return {**AVERAGES, **SIDE_EFFECTS} if known else AVERAGES


def side_effect(effect: Mapping[str, Any]) -> str:
    """A side effect from a record, in words."""
    return str(SideEffect(**effect))


def side_effect_count(metrics: Mapping[str, Any]) -> str:
    """How many side effects an episode had; a dash where that is not known."""
    number = metrics.get("side_effects")
    return NONE if number is None else count(number)


def interval(key: str, estimate: Mapping[str, Any]) -> str:
    """The confidence interval of an average, as "20.8 – 93.9 %"; empty when there is none."""
    if estimate["low"] is None:
        return ""
    low, high = average(key, estimate["low"]), average(key, estimate["high"])
    return f"{low.removesuffix(' %') if high.endswith(' %') else low} – {high}"


def trials(gained: Mapping[str, Any]) -> str:
    """What trying again gained, as "33.3 % in one trial, 66.7 % in 2; 33.3 % more (6.1 – 79.2 %)"; and how
    many tasks with their seeds are not decided."""
    rates = [percent(rate["mean"]) for rate in gained["success_rate"]]
    counts = ["one trial", *map(str, range(2, len(rates) + 1))]
    told = ", ".join(f"{rate} in {count}" for rate, count in zip(rates, counts, strict=True))
    between = interval("success_rate", gained["gain"])
    left = f"; {gained['undecided']} not decided" if gained["undecided"] else ""
    return f"{told}; {percent(gained['gain']['mean'])} more" + (f" ({between})" if between else "") + left


def duration(seconds: float) -> str:
    """Wall time in the unit that reads best."""
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


def count(number: int) -> str:
    """A whole number with thin spaces between thousands."""
    return f"{number:,}".replace(",", "\u202f")


def money(dollars: float | None) -> str:
    """US dollars, as fine as small sums need."""
    if dollars is None:
        return NONE
    return f"${dollars:,.2f}".replace(",", "\u202f") if dollars >= 1 or not dollars else f"${dollars:.4f}"


def tokens(usage: Mapping[str, Any]) -> str:
    """A usage in words: "2 150 in (1 200 cached), 91 out (40 reasoning)"."""
    cached, reasoning = usage.get("cached_tokens"), usage.get("reasoning_tokens")
    sent = f"{count(usage['input_tokens'])} in" + (f" ({count(cached)} cached)" if cached else "")
    received = f"{count(usage['output_tokens'])} out" + (
        f" ({count(reasoning)} reasoning)" if reasoning else ""
    )
    return f"{sent}, {received}"


def plural(number: int, noun: str) -> str:
    """A number with its noun: "1 step", "3 steps"."""
    return f"{count(number)} {noun}{'' if number == 1 else 's'}"


def passed(episode: Mapping[str, Any]) -> str:
    """How many checkpoints have passed, as "3/5"; a dash when they are not known."""
    nodes = episode["nodes"]
    return f"{sum(node['state'] == 'passed' for node in nodes)}/{len(nodes)}" if nodes else NONE
