"""Results as tables before they are written: headings, cells and intervals as people read them.

Shares and efficiencies are in per cent, as in the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from crab_core.report import wording

_ALWAYS: Final = ("false_completion", "step_limit", "invalid_action")
_SPLITS: Final = {"run": "Run", "platform": "Platform", "task": "Task"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One value with its confidence interval."""

    text: str
    interval: str = ""
    """As "30.1–46.2"; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of one column."""

    text: str
    group: str = ""
    """What stands above it and its neighbours."""
    right: bool = True
    """Whether its cells stand at the right, as numbers do."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table."""

    title: str
    legend: str
    """What its abbreviations mean."""
    headings: Sequence[Heading]
    rows: Sequence[Sequence[Cell]]


def sheets(results: Mapping[str, Any]) -> list[Sheet]:
    """The paper's table, what an episode took, and, where a run repeats until success, what that gained.

    Args:
        results: What `compare.results` returned.
    """
    made = [_outcomes(results), _costs(results)]
    return [*made, _trials(results)] if results["trials"] else made


def _outcomes(results: Mapping[str, Any]) -> Sheet:
    rows = results["rows"]
    ends = [
        end for end in wording.ENDS if end in _ALWAYS or any(row["terminations"][end]["mean"] for row in rows)
    ]
    metrics = [Heading(f"{short} (%)", "Metrics") for _, short in wording.AVERAGES.values()]
    aside = wording.SIDE_EFFECTS if any(row["side_effects"]["n"] for row in rows) else {}
    headings = [
        *_who(results),
        Heading("n"),
        *metrics,
        *(
            Heading(short if key == "side_effects" else f"{short} (%)", "Side effects")
            for key, (_, short) in aside.items()
        ),
        *(Heading(f"{wording.ENDS[e]} (%)", "Ended by") for e in ends),
    ]
    cells = [
        [
            *_named(results, row),
            Cell(str(row["episodes"]["scored"])),
            *(_metric(key, row[key]) for key in wording.AVERAGES),
            *(_metric(key, row[key]) for key in aside),
            *(_metric(end, row["terminations"][end]) for end in ends),
        ]
        for row in rows
    ]
    names = [f"{short}: {name.lower()}" for name, short in {**wording.AVERAGES, **aside}.values()]
    names += [f"{wording.ENDS[end]}: {wording.words(end)}" for end in ends]
    legend = f"n: scored episodes; {'; '.join(names)}. Each value stands with its 95 % interval."
    return Sheet("Results", legend, headings, cells)


def _costs(results: Mapping[str, Any]) -> Sheet:
    means, sums = ("Steps", "Tokens", "Cost ($)", "Time"), ("Attempts", "Tokens", "Cost ($)", "Time")
    headings = [
        *_who(results),
        *(Heading(text, "Per episode") for text in means),
        *(Heading(f"All {text[0].lower()}{text[1:]}", "In all") for text in sums),
        Heading("Cached (%)", "In all"),
    ]
    cells = []
    for row in results["rows"]:
        mean, total = row["per_episode"], row["total"]
        tokens, sent = total["input_tokens"] + total["output_tokens"], total["input_tokens"]
        cells.append(
            [
                *_named(results, row),
                _cell(mean["steps"], lambda steps: f"{steps:.1f}"),
                _cell(mean["tokens"], partial(_tokens, used=tokens)),
                _cell(mean["cost"], partial(_dollars, used=tokens)),
                _cell(mean["seconds"], wording.duration),
                Cell(str(total["attempts"])),
                Cell(_tokens(tokens, tokens)),
                Cell(_dollars(total["cost"], tokens)),
                Cell(wording.duration(total["seconds"])),
                Cell(_percent("", total["cached_tokens"] / sent if sent else None)),
            ]
        )
    legend = "Means are over scored episodes; sums are of every attempt, replaced ones included."
    return Sheet("Usage", legend, headings, cells)


def _trials(results: Mapping[str, Any]) -> Sheet:
    entries = results["trials"]
    most = max(entry["trials"] for entry in entries)
    headings = [
        Heading("Model", right=False),
        Heading("Structure", right=False),
        Heading("n"),
        *(Heading(f"SR@{count} (%)", "Success within trials") for count in range(1, most + 1)),
        Heading("Gain (%)"),
        Heading("Mended"),
        Heading("Attempts"),
        Heading("Cost ($)"),
    ]
    rows = []
    for entry in entries:
        rates = [_metric("success_rate", rate) for rate in entry["success_rate"]]
        rows.append(
            [
                *_system(entry),
                Cell(str(entry["decided"])),
                *rates,
                *[Cell(wording.NONE)] * (most - len(rates)),
                _metric("success_rate", entry["gain"]),
                Cell(f"{entry['mended']} of {entry['failed_first']}"),
                Cell(str(entry["attempts"])),
                Cell(_dollars(entry["cost"], entry["tokens"])),
            ]
        )
    legend = (
        "n: tasks with their seeds; Gain: what the trials after the first add, Reflexion@K for K of them; "
        "Mended: how many of those that failed at first succeeded later."
    )
    return Sheet("Repeated until success", legend, headings, rows)


def _who(results: Mapping[str, Any]) -> list[Heading]:
    heads = ["Model", "Structure", *(_SPLITS[key] for key in results["by"])]
    return [Heading(text, "Agent system" if i < 2 else "", right=False) for i, text in enumerate(heads)]


def _named(results: Mapping[str, Any], row: Mapping[str, Any]) -> list[Cell]:
    return [*_system(row), *(Cell(row[key]) for key in results["by"])]


def _system(row: Mapping[str, Any]) -> list[Cell]:
    return [Cell(row["model"] or wording.NONE), Cell(row["structure"] or wording.NONE)]


def _metric(key: str, estimate: Mapping[str, Any]) -> Cell:
    return _cell(estimate, lambda share: _percent(key, share))


def _cell(estimate: Mapping[str, Any], written: Callable[[float], str]) -> Cell:
    """A mean with its interval; a dash for none."""
    if estimate["mean"] is None:
        return Cell(wording.NONE)
    shown = written(estimate["mean"])
    if estimate["low"] is None or shown == wording.NONE:
        return Cell(shown)
    return Cell(shown, f"{written(estimate['low'])}–{written(estimate['high'])}")


def _percent(key: str, share: float | None) -> str:
    """A share in per cent; efficiencies are small, and per token they are very small."""
    if share is None:
        return wording.NONE
    if key == "side_effects":
        return f"{share:.2f}"
    value = 100 * share
    if key == "cost_efficiency" and 0 < value < 1:
        mantissa, _, exponent = f"{value:.2e}".partition("e")
        return f"{mantissa}e{int(exponent)}"
    return f"{value:.2f}" if key.endswith("efficiency") else f"{value:.1f}"


def _tokens(value: float, used: float) -> str:
    return wording.count(round(value)) if used else wording.NONE


def _dollars(value: float | None, used: float) -> str:
    """A sum of money; a dash where no tokens were used, and where a price is not known."""
    if value is None or not used:
        return wording.NONE
    return f"{value:.2f}" if value >= 1 or not value else f"{value:.4f}"
