"""One attempt on the page: what was asked, how it ended, its checkpoints, and a player for its steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_core.markup import Html, join, tag
from crab_core.report import progress, wording
from crab_core.report.attempts import Attempt
from crab_core.report.html.conversation import Conversation
from crab_core.report.html.graph import LARGEST, draw_graph, label_of, state_of
from crab_core.report.html.overview import agent_table, badge
from crab_core.report.html.pictures import Pictures
from crab_core.report.html.steps import Step, mark_in_timeline, step_article
from crab_core.report.usage import by_agent

_MOST_EFFECTS = 100
_LETTERS = {"waiting": "w", "active": "a", "passed": "p", "error": "e"}


def episode_section(
    attempt: Attempt, episode: Mapping[str, Any], pictures: Pictures, conversation: Conversation
) -> Html:
    """Everything about one attempt.

    Args:
        attempt: Its record.
        episode: The same as reports give it.
        pictures: Collects what it shows.
        conversation: Writes what models were asked.
    """
    steps = _steps(attempt)
    error = attempt.facts.get("error")
    return tag(
        "section",
        tag("h2", attempt.id, badge(episode)),
        tag("p", attempt.facts.get("description", "It ended before its devices were up."), class_="task"),
        _facts(attempt, episode),
        tag("details", tag("summary", "What failed"), tag("pre", error), class_="failure") if error else None,
        _side_effects(episode),
        _usage(attempt),
        _checkpoints(attempt),
        _player(steps, pictures, conversation, len(attempt.nodes)) if steps else None,
        class_="episode",
        id=f"episode-{attempt.id}",
        data_id=attempt.id,
    )


def _steps(attempt: Attempt) -> list[Step]:
    states = progress.moves(attempt.facts, attempt.steps)
    return [
        Step(attempt.id, i, line, "".join(_LETTERS[state_of(node)] for node in nodes.values()))
        for i, (line, nodes) in enumerate(zip(attempt.steps, states, strict=True), start=1)
    ]


def _facts(attempt: Attempt, episode: Mapping[str, Any]) -> Html:
    metrics, used = episode["metrics"], episode["usage"]
    explained = wording.EXPLANATIONS.get(wording.outcome(episode), "")
    entries = [
        ("Result", explained),
        ("Checkpoints", wording.passed(episode).replace("/", " of ")),
        ("Side effects", _side_effect_fact(episode)),
        ("Seed", str(attempt.plan.seed)),
        ("Attempt", str(attempt.number) if attempt.number > 1 or not attempt.last else ""),
        ("Devices", ", ".join(attempt.facts.get("environments", ()))),
        ("Steps", _of_limit(metrics["steps"], attempt.facts.get("limits", {}).get("steps"))),
        ("Tokens", wording.tokens(used) if metrics["tokens"] else ""),
        ("Cost", wording.money(used["cost"]) if used["cost"] else ""),
        ("Time", wording.duration(metrics["seconds"])),
        ("Waited for approval", _waited(metrics)),
    ]
    return tag(
        "dl",
        *(tag("div", tag("dt", name), tag("dd", text)) for name, text in entries if text),
        class_="facts",
    )


def _waited(metrics: Mapping[str, Any]) -> str:
    """How long its actions waited for approval; empty for no time that is worth telling."""
    waited = metrics.get("waited", 0.0)
    return wording.duration(waited) if waited >= wording.NOTICED else ""


def _side_effect_fact(episode: Mapping[str, Any]) -> str:
    note = episode["side_effects_note"]
    if episode["side_effects"] is None:
        return f"not known: {note}" if note else ""
    number = str(len(episode["side_effects"])) if episode["side_effects"] else "none"
    return f"{number} ({note})" if note else number


def _side_effects(episode: Mapping[str, Any]) -> Html | None:
    """What was changed that the task does not allow, in words."""
    effects = episode["side_effects"]
    if not effects:
        return None
    shown = [tag("li", wording.side_effect(effect)) for effect in effects[:_MOST_EFFECTS]]
    more = len(effects) - len(shown)
    return tag(
        "details",
        tag("summary", f"Side effects ({len(effects)})"),
        tag("ul", *shown, tag("li", f"and {more} more") if more else None),
        class_="failure",
        open=True,
    )


def _usage(attempt: Attempt) -> Html | None:
    """What each agent has asked of its model."""
    agents = by_agent([attempt])
    if not agents:
        return None
    return tag(
        "details",
        tag("summary", "Model usage"),
        tag("div", agent_table(agents), class_="wide"),
        class_="usage",
        open=len(agents) > 1,
    )


def _of_limit(number: int, limit: int | None) -> str:
    return f"{number} of {limit} allowed" if limit else str(number)


def _checkpoints(attempt: Attempt) -> Html | None:
    """The graph; where it is too large to be drawn, or printed, the list."""
    nodes = attempt.nodes
    if not nodes:
        return None
    names, edges = [node["name"] for node in nodes], attempt.facts.get("edges", ())
    drawn = None
    if len(names) <= LARGEST:
        drawn = tag("div", draw_graph(attempt.id, names, edges, nodes), class_="wide drawing", tabindex=0)
    rows = [
        tag(
            "tr",
            tag("th", node["name"], scope="row"),
            tag("td", label_of(node), class_=f"state {state_of(node)}"),
            tag("td", node["error"]["message"] if node.get("error") else node["reason"]),
        )
        for node in nodes
    ]
    head = tag("tr", *(tag("th", h, scope="col") for h in ("Checkpoint", "At the end", "Last verdict")))
    table = tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="wide")
    listed = tag("details", tag("summary", "Checkpoints as a list"), table, open=drawn is None)
    return tag(
        "div",
        tag("h3", "Checkpoints", tag("small", class_="when", aria_live="polite")),
        join(drawn, listed),
        class_="checkpoints",
    )


def _player(steps: list[Step], pictures: Pictures, conversation: Conversation, size: int) -> Html:
    marked = any(view["marked"] for step in steps for view in step.line["views"].values())
    return tag(
        "div",
        tag(
            "div",
            _button("back", "Step before", "‹"),
            _button("play", "Play the steps", "▶"),
            _button("forth", "Next step", "›"),
            tag(
                "div",
                *(mark_in_timeline(step) for step in steps),
                class_="timeline",
                role="group",
                aria_label="Steps",
            ),
            _toggle() if marked else None,
            class_="controls",
        ),
        tag("div", *(step_article(step, pictures, conversation, size) for step in steps), class_="steps"),
        class_="player",
        role="group",
        aria_label="Steps of the episode; the arrow keys move",
    )


def _button(class_: str, label: str, sign: str) -> Html:
    return tag("button", sign, type="button", class_=f"control {class_}", title=label, aria_label=label)


def _toggle() -> Html:
    """Raw or marked pictures."""
    label = "Show the marks that the agent saw (m)"
    box = tag("input", type="checkbox", class_="marks", checked=True)
    return tag("label", box, tag("span", "Marks"), class_="toggle", title=label)
