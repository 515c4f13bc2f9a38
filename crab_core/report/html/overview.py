"""The top of a page: what was run, what came out on average, and one row an episode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from crab_core.markup import Html, join, tag
from crab_core.report import wording
from crab_core.report.results.systems import HUMAN

_STATES: Final = {
    "finished": "Finished",
    "running": "Still running",
    "incomplete": "Incomplete: resume it to play what is left",
}

_PLOT_WIDTH, _PLOT_HEIGHT, _PLOT_INSET = 200, 16, 6


def header(facts: Mapping[str, Any]) -> Html:
    """Name and facts of the run."""
    run = facts["run"]
    config = run["config"]
    entries = [
        ("Policy", config["policy"]),
        ("Model", run["model"] if run["model"] != HUMAN else ""),
        (
            "Options",
            ", ".join(f"{name} {value}" for name, value in run["settings"].items() if name != "prompter"),
        ),
        ("Benchmark", config.get("suite") or ""),
        ("Tasks", ", ".join(config["tasks"])),
        ("Seeds", ", ".join(map(str, config["seeds"] or ()))),
        ("Trials", str(config["trials"]) if config["trials"] > 1 else ""),
        ("Prompter", config.get("prompter") or ""),
        ("Begun", _moment(run.get("created", ""))),
    ]
    known = [tag("div", tag("dt", name), tag("dd", value)) for name, value in entries if value]
    return tag(
        "header",
        tag(
            "div",
            tag("p", "Crab run", class_="eyebrow"),
            tag("h1", run["name"]),
            tag("p", _STATES.get(run["state"], run["state"]), class_=f"state {run['state']}"),
            class_="name",
        ),
        tag("dl", *known, class_="facts"),
        _versions(run),
        class_="run",
    )


def tiles(summary: Mapping[str, Any]) -> Html:
    """The averages with their confidence intervals, and what the run cost."""
    scored = summary["episodes"]["scored"]
    shown = wording.averages([summary])
    averages = [_average_tile(shown[key], key, summary[key], scored) for key in shown]
    return tag(
        "section",
        tag("h2", "Results", class_="unseen"),
        *averages,
        _counts_tile(summary),
        _cost_tile(summary),
        class_="tiles" if len(averages) == len(wording.AVERAGES) else "tiles eight",
    )


def episodes(facts: Mapping[str, Any]) -> Html:
    """One row an attempt; each leads to its record below."""
    known = any(e["metrics"].get("side_effects") is not None for e in facts["episodes"])
    aside = ("SE",) if known else ()
    headings = ("Episode", "Task", "Result", "Completed", "EE", "CE", *aside, "Steps", "Tokens", "Time")
    numbers = {"EE", "CE", "SE", "Steps", "Tokens", "Time"}
    classes = [_classes(h, number=h in numbers) for h in headings]
    head = [tag("th", h, scope="col", class_=c) for h, c in zip(headings, classes, strict=True)]
    rows = [_row(episode, classes, known=known) for episode in facts["episodes"]]
    return tag(
        "section",
        tag("h2", "Episodes"),
        tag(
            "div",
            tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows), class_="episodes"),
            class_="wide",
        )
        if rows
        else tag("p", "No episode has begun.", class_="muted"),
        tasks(facts["summary"]["tasks"]),
        _agents(facts["summary"]["agents"]),
    )


def tasks(averages: Mapping[str, Mapping[str, Any]]) -> Html | None:
    """Averages of each task, when there is more than one."""
    if len(averages) < 2:
        return None
    head = [tag("th", "Task", scope="col"), tag("th", "Scored", scope="col", class_="number")]
    shown = wording.averages(averages.values())
    head += [
        tag("th", tag("abbr", short, title=name), scope="col", class_="number")
        for name, short in shown.values()
    ]
    rows = [
        tag(
            "tr",
            tag("th", task, scope="row"),
            tag("td", numbers["scored"], class_="number"),
            *(tag("td", wording.average(key, numbers[key]["mean"]), class_="number") for key in shown),
        )
        for task, numbers in averages.items()
    ]
    table = tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows))
    return join(tag("h2", "Tasks"), tag("div", table, class_="wide"))


def _agents(agents: Mapping[str, Mapping[str, Any]]) -> Html | None:
    if not agents:
        return None
    return join(tag("h2", "Model usage"), tag("div", agent_table(agents), class_="wide"))


def agent_table(agents: Mapping[str, Mapping[str, Any]]) -> Html:
    """What each agent took, as `usage.by_agent` tells it."""
    headings = ("Calls", "Input", "Cached", "Output", "Reasoning", "Cost", "Waited")
    head = [tag("th", h, scope="col") for h in ("Agent", "Model")]
    head += [tag("th", h, scope="col", class_="number") for h in headings]
    rows = []
    for agent, used in agents.items():
        numbers = [wording.count(used["calls"])]
        numbers += [wording.count(used[f"{k}_tokens"]) for k in ("input", "cached", "output", "reasoning")]
        numbers += [wording.money(used["cost"]), wording.duration(used["seconds"])]
        first = tag("th", agent, scope="row"), tag("td", ", ".join(used["models"]) or wording.NONE)
        rows.append(tag("tr", *first, *(tag("td", number, class_="number") for number in numbers)))
    return tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows), class_="agents")


def badge(episode: Mapping[str, Any]) -> Html:
    """How an episode ended, coloured by whether it succeeded, failed or has no score."""
    key = wording.outcome(episode)
    kind = "good" if key == "success" else "bad" if episode["status"] == "scored" else "open"
    return tag(
        "span",
        wording.capitalised(wording.words(key)),
        class_=f"badge {kind}",
        title=wording.EXPLANATIONS.get(key),
    )


def _row(episode: Mapping[str, Any], classes: Sequence[str | None], *, known: bool) -> Html:
    metrics = episode["metrics"]
    scored = episode["status"] in ("scored", "running")
    cells: list[Html | str] = [
        tag("a", episode["id"], href=f"#{episode['id']}"),
        episode["task"],
        join(badge(episode), *_remark(episode)),
        _completion(episode),
        wording.efficiency(metrics["execution_efficiency"] if scored else None),
        wording.efficiency(metrics["cost_efficiency"] if scored else None),
        *([wording.side_effect_count(metrics)] if known else []),
        wording.count(metrics["steps"]),
        wording.count(metrics["tokens"]),
        wording.duration(metrics["seconds"]),
    ]
    first = tag("th", cells[0], scope="row", class_=classes[0])
    rest = [tag("td", cell, class_=c) for cell, c in zip(cells[1:], classes[1:], strict=True)]
    note = None if episode["counts"] else "A later attempt took its place; it does not count."
    return tag(
        "tr",
        first,
        *rest,
        class_=None if episode["counts"] else "replaced",
        title=note,
        data_episode=episode["id"],
    )


def _remark(episode: Mapping[str, Any]) -> tuple[Html | str, ...]:
    """Why an attempt is no score, where its badge does not say so."""
    if not episode["counts"]:
        return " ", tag("small", "replaced")
    return (" ", tag("small", "unscored")) if episode["status"] == "unscored" else ()


def _completion(episode: Mapping[str, Any]) -> Html:
    """One cell a checkpoint, filled when it passed, and the numbers beside."""
    nodes = episode["nodes"]
    text = tag("span", wording.passed(episode), class_="share")
    if not nodes:
        return text
    passed = sum(node["state"] == "passed" for node in nodes)
    width = 72
    bar = tag(
        "svg",
        tag("rect", width=width, height=6, rx=3, class_="track"),
        tag("rect", width=width * passed / len(nodes), height=6, rx=3, class_="fill") if passed else None,
        class_="bar",
        viewBox=f"0 0 {width} 6",
        width=width,
        height=6,
        aria_hidden="true",
    )
    return tag("span", bar, text, class_="completion")


def _average_tile(names: tuple[str, str], key: str, estimate: Mapping[str, Any], scored: int) -> Html:
    name, short = names
    interval = wording.interval(key, estimate)
    below = f"95 %: {interval}" if interval else _why_no_interval(key, estimate["n"], scored)
    return tag(
        "article",
        tag("h3", name, " ", tag("abbr", short, title=name)),
        tag("p", wording.average(key, estimate["mean"]), class_="value"),
        _interval_plot(key, estimate),
        tag("p", below, class_="below"),
        class_="tile",
    )


def _why_no_interval(key: str, n: int, scored: int) -> str:
    if n:
        return "one value has no interval" if n == 1 else "values that are all equal have no interval"
    if not scored:
        return "no episode is scored yet"
    return "no model was used" if key == "cost_efficiency" else "no action was executed"


def _interval_plot(key: str, estimate: Mapping[str, Any]) -> Html:
    """The mean as a dot on its interval; shares on 0 to 1, efficiencies on 0 to just above the upper end."""
    share = key in wording.SHARES
    mean, low, high = estimate["mean"], estimate["low"], estimate["high"]
    most = 1.0 if share else 1.15 * max(high or 0, mean or 0)
    parts: list[Html] = [_line(0, 1, "axis")]
    if mean is not None and most:
        if low is not None:
            parts.append(_line(low / most, high / most, "interval"))
        parts.append(tag("circle", cx=_plot_x(mean / most), cy=_PLOT_HEIGHT / 2, r=5, class_="mean"))
    return tag("svg", *parts, class_="plot", viewBox=f"0 0 {_PLOT_WIDTH} {_PLOT_HEIGHT}", aria_hidden="true")


def _plot_x(share: float) -> float:
    return _PLOT_INSET + share * (_PLOT_WIDTH - 2 * _PLOT_INSET)


def _line(start: float, end: float, class_: str) -> Html:
    y = _PLOT_HEIGHT / 2
    return tag("line", x1=_plot_x(start), x2=_plot_x(end), y1=y, y2=y, class_=class_)


def _counts_tile(summary: Mapping[str, Any]) -> Html:
    n = summary["episodes"]
    rest = [f"{n[key]} {key}" for key in ("unscored", "left") if n[key]]
    ends = [
        tag("li", tag("span", wording.words(key)), tag("b", number))
        for key, number in summary["terminations"].items()
    ]
    return tag(
        "article",
        tag("h3", "Scored episodes"),
        tag("p", str(n["scored"]), tag("small", f" of {n['planned']}"), class_="value"),
        tag("p", ", ".join(rest), class_="below") if rest else None,
        tag("p", wording.trials(summary["trials"]), class_="below") if summary["trials"] else None,
        tag("ul", *ends, class_="ends") if ends else None,
        class_="tile",
    )


def _cost_tile(summary: Mapping[str, Any]) -> Html:
    entries = [(name, wording.count(summary[name])) for name in ("steps", "tokens")]
    if summary["tokens"]:
        entries.append(("cost", "unknown" if summary["cost"] is None else wording.money(summary["cost"])))
    lines = [tag("li", tag("span", name), tag("b", text)) for name, text in entries]
    return tag(
        "article",
        tag("h3", "Playing time"),
        tag("p", wording.duration(summary["seconds"]), class_="value"),
        tag("ul", *lines, class_="ends"),
        class_="tile",
    )


def _versions(run: Mapping[str, Any]) -> Html:
    lines = [*run.get("plugins", {}).values()]
    lines += [f"Python {run[key]}" for key in ("python",) if key in run]
    lines += [run[key] for key in ("platform",) if key in run]
    lines += [
        f"{device}: {', '.join(f'{k} {v}' for k, v in facts.items())}"
        for device, facts in run.get("devices", {}).items()
        if facts
    ]
    return tag(
        "details",
        tag("summary", "Versions"),
        tag("ul", *(tag("li", line) for line in lines)),
        class_="versions",
    )


def _moment(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return f"{moment.day} {moment:%B %Y, %H:%M} {moment.tzname() or ''}".rstrip()


def _classes(heading: str, *, number: bool) -> str | None:
    names = ["number"] if number else []
    if heading in ("Task", "EE", "CE", "Tokens"):
        names.append("minor")
    return " ".join(names) or None
