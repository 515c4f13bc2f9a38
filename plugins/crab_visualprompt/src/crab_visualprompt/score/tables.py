"""Scores as tables: for a terminal, and for a page in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from crab_visualprompt.score.scoring import Score, Share

Table = tuple[list[str], list[list[str]]]
"""Headings and rows."""
NOTHING = "–"


def tables(scores: Sequence[Score]) -> list[tuple[str, Table]]:
    """A table of what finds elements and one of what reads texts, each with its title; those with rows."""
    both: list[tuple[str, Table]] = [
        ("Elements that can be pointed at", _elements([s for s in scores if s.kind != "ocr"])),
        ("Texts", _texts([s for s in scores if s.kind == "ocr"])),
    ]
    return [(title, table) for title, table in both if table[1]]


def markdown(table: Table) -> str:
    """A table in Markdown: the first two columns are names, the others numbers."""
    headings, rows = table
    rule = [":--" if i < 2 else "--:" for i in range(len(headings))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (headings, rule, *rows))


def _elements(scores: Sequence[Score]) -> Table:
    headings = [
        "platform",
        "what",
        "boxes",
        "recall",
        "precision",
        "IoU",
        "hit",
        "lands",
        "label error",
        "ms",
    ]
    return headings, [
        [*_found(score), percent(score.exact), percent(score.lands), *_end(score)] for score in scores
    ]


def _texts(scores: Sequence[Score]) -> Table:
    headings = ["platform", "engine", "lines", "read", "right lines", "IoU", "exact", "error", "ms"]
    return headings, [[*_found(score), percent(score.exact), *_end(score)] for score in scores]


def _found(score: Score) -> list[str]:
    kind = "baseline" if score.baseline else score.kind
    what = score.name if score.kind == "ocr" and not score.baseline else f"{score.name} ({kind})"
    return [
        score.platform,
        what,
        f"{score.counts.told / score.screens:.0f}",
        percent(score.recall),
        percent(score.precision),
        NOTHING if score.agreement is None else f"{score.agreement:.2f}",
    ]


def _end(score: Score) -> list[str]:
    return [percent(score.error), NOTHING if score.baseline else f"{1000 * score.seconds:.0f}"]


def percent(share: Share) -> str:
    """A share in percent, with half the width of its interval."""
    if share.value is None:
        return NOTHING
    if share.low is None or share.high is None or share.low == share.high:
        return f"{100 * share.value:.1f}"
    return f"{100 * share.value:.1f} ±{50 * (share.high - share.low):.1f}"
