"""One step of an episode on the page: the devices' screens, the call, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crab_core.markup import Html, tag
from crab_core.report import wording
from crab_core.report.html.conversation import Conversation
from crab_core.report.html.exchange import exchanges
from crab_core.report.html.graph import label_of, state_of
from crab_core.report.html.pictures import Pictures


@dataclass(frozen=True, slots=True)
class Step:
    """One line of `steps.jsonl` with its place in the player."""

    episode: str
    position: int
    """Counted from 1; the last look has one too."""
    line: Mapping[str, Any]
    states: str
    """One letter a checkpoint: waiting, active, passed, error."""

    @property
    def call(self) -> Mapping[str, Any] | None:
        """The action call; None for the last look."""
        call: Mapping[str, Any] | None = self.line["call"]
        return call

    @property
    def title(self) -> str:
        """A short name, for the timeline and the heading."""
        return "Last look" if self.call is None else f"Step {self.line['step']}"

    @property
    def kind(self) -> str:
        """What colours its place in the timeline."""
        if self.call is None:
            return "look"
        if self.line["error"]:
            return "invalid"
        return "pass" if self.line["passed"] else "plain"


def mark_in_timeline(step: Step) -> Html:
    """Its button in the timeline."""
    if step.call is None:
        label, text = "Last look", "end"
    else:
        text = str(step.line["step"])
        label = f"{step.title}: {_spoken(step.call)}"
        if step.line["error"]:
            label += ", invalid"
        if step.line["passed"]:
            label += f", passed {', '.join(step.line['passed'])}"
    return tag(
        "button",
        text,
        type="button",
        class_=step.kind,
        title=label,
        aria_label=label,
        data_position=step.position,
    )


def step_article(step: Step, pictures: Pictures, conversation: Conversation, size: int) -> Html:
    """The whole step; the page shows one at a time."""
    line = step.line
    screens = [_screen(name, view, line, pictures) for name, view in line["views"].items()]
    return tag(
        "article",
        tag("div", *screens, class_="screens") if screens else tag("p", "No screens.", class_="muted none"),
        tag("div", *_panel(step, size), class_="panel"),
        exchanges(line, conversation),
        class_=f"step {step.kind}",
        data_position=step.position,
        data_step=line["step"],
        data_states=step.states,
        aria_label=step.title,
    )


# -- screens ---------------------------------------------------------------------------------------


def _screen(name: str, view: Mapping[str, Any], line: Mapping[str, Any], pictures: Pictures) -> Html:
    """What one device showed when the agent decided."""
    contents = view["contents"]
    raw = next((c for c in contents.values() if c["type"] == "screenshot"), None)
    marked = view["marked"]
    plain_key, marked_key = pictures.use(raw), pictures.use(marked)
    shown = raw or marked
    acted = line["call"] is not None and line["call"]["environment"] == name
    caption = tag(
        "figcaption",
        tag("span", name, class_="device"),
        tag("span", wording.plural(len(view["elements"]), "mark"), class_="muted")
        if view["elements"]
        else None,
        tag("span", "acts here", class_="acts") if acted else None,
    )
    texts = [tag("pre", c["text"]) for c in contents.values() if c["type"] == "text"]
    texts += [_film(c, pictures) for c in contents.values() if c["type"] == "clip"]
    if shown is None or not (plain_key or marked_key):
        gone = "The picture is missing from the record." if shown else "This device shows no picture."
        return tag("figure", caption, *(texts or [tag("p", gone, class_="muted none")]), class_="screen")
    width, height = shown["width"], shown["height"]
    picture = tag(
        "img",
        alt=f"Screen of {name}",
        width=width,
        height=height,
        data_raw=plain_key,
        data_marked=marked_key,
    )
    return tag(
        "figure",
        caption,
        tag(
            "button",
            picture,
            _target(view, line, width, height) if acted else None,
            type="button",
            class_="picture",
            title="Show larger",
            aria_label=f"Show the screen of {name} larger",
        ),
        *texts,
        class_="screen acted" if acted else "screen",
        data_ratio=f"{width / height:.4f}",
    )


def _film(clip: dict[str, Any], pictures: Pictures) -> Html:
    """A recording of the screen; the page finds it beside its run directory."""
    key = pictures.film(clip)
    if key is None:
        return tag("p", "The recording is missing from the record.", class_="muted none")
    label = f"Recording of {clip['seconds']:.1f} s"
    return tag("video", controls=True, preload="metadata", data_film=key, aria_label=label, class_="film")


def _target(view: Mapping[str, Any], line: Mapping[str, Any], width: int, height: int) -> Html | None:
    """Where the call pointed: the outlines of its elements and the points that were hit."""
    executed = line["executed"] or {}
    parts = []
    for name in line["call"]["arguments"]:
        mark = _mark(view, line["call"], name)
        if mark:
            x, y, across, down = mark["box"]
            parts.append(tag("rect", x=x, y=y, width=across, height=down, rx=6, class_="box"))
    for name, x in executed.items():
        prefix = name.removesuffix("x")
        y = executed.get(f"{prefix}y")
        # `x` and `y`, or `from_x` and `from_y`: how the benchmark names positions.
        if name != f"{prefix}x" or prefix[-1:] not in ("", "_"):
            continue
        if isinstance(x, int | float) and isinstance(y, int | float):
            parts.append(tag("circle", cx=x, cy=y, r=max(width, height) / 60, class_="ring"))
            parts.append(tag("circle", cx=x, cy=y, r=max(width, height) / 250, class_="dot"))
    if not parts:
        return None
    return tag("svg", *parts, class_="target", viewBox=f"0 0 {width} {height}", aria_hidden="true")


def _mark(view: Mapping[str, Any], call: Mapping[str, Any], argument: str) -> Mapping[str, Any] | None:
    """The mark that an argument names, when it names one."""
    if argument != "element" and not argument.endswith("_element"):
        return None
    wanted = str(call["arguments"][argument])
    return next((mark for mark in view["elements"] if str(mark["number"]) == wanted), None)


# -- what was done ---------------------------------------------------------------------------------


def _panel(step: Step, size: int) -> list[Html | None]:
    line = step.line
    return [
        tag(
            "h4",
            step.title,
            tag("small", f" {wording.duration(line['seconds'])} after the start{_waited(line)}"),
        ),
        *_call(line, step.call),
        _block("Thought", tag("p", line["thought"], class_="thought")) if line["thought"] else None,
        _facts(line),
        _verdicts(line, size),
        _folded("Told to the agent before", "\n".join(line["notes"])) if line["notes"] else None,
    ]


def _waited(line: Mapping[str, Any]) -> str:
    """How long the call waited for approval, where a person could have noticed; older records do not tell."""
    waited = line.get("waited", 0.0)
    return f", waited {wording.duration(waited)} for approval" if waited >= wording.NOTICED else ""


def _call(line: Mapping[str, Any], call: Mapping[str, Any] | None) -> list[Html | None]:
    if call is None:
        return [tag("p", "How the devices stood when the episode had ended.", class_="muted")]
    if not call["name"]:
        written = tag("p", "No action", class_="call")
    else:
        where = tag("span", f"{call['environment']} ", class_="where")
        written = tag("p", where, tag("b", call["name"]), class_="call")
    rows = [
        tag("div", tag("dt", name), tag("dd", _written(value), _element(line, call, name)))
        for name, value in call["arguments"].items()
    ]
    result = None
    if line["error"]:
        result = tag("p", tag("b", "Invalid. "), line["error"], class_="error")
    elif line["value"] not in (None, ""):
        result = tag("p", _written(line["value"]), class_="value")
    return [
        written,
        tag("dl", *rows, class_="arguments") if rows else None,
        _block("Answer", result) if result else None,
    ]


def _element(line: Mapping[str, Any], call: Mapping[str, Any], argument: str) -> Html | None:
    """What the element that an argument names is called, and what it is."""
    view = line["views"].get(call["environment"])
    mark = _mark(view, call, argument) if view else None
    if mark is None:
        return None
    return tag("span", "  ", ", ".join(filter(None, (mark["label"], mark["role"]))), class_="muted")


def _facts(line: Mapping[str, Any]) -> Html | None:
    settled, usage, executed = line["settled"], line["usage"], line["executed"] or {}
    entries: list[tuple[str, str]] = []
    arguments = (line["call"] or {}).get("arguments", {})
    resolved = {k: v for k, v in executed.items() if arguments.get(k) != v and v is not None}
    if resolved:
        entries.append(("Executed with", ", ".join(f"{k} {_written(v)}" for k, v in resolved.items())))
    if settled and settled["reason"] != "none":
        ends = {"still": "the screen was still", "cap": "the limit was reached"}
        text = f"{wording.duration(settled['seconds'])}, {ends.get(settled['reason'], settled['reason'])}"
        entries.append(("Settled in", text))
    if usage and usage["input_tokens"] + usage["output_tokens"]:
        entries.append(("Tokens", wording.tokens(usage)))
        if usage.get("cost") is not None:
            entries.append(("Cost", wording.money(usage["cost"])))
    rows = [tag("div", tag("dt", name), tag("dd", text)) for name, text in entries]
    return tag("dl", *rows, class_="small-facts") if rows else None


def _verdicts(line: Mapping[str, Any], size: int) -> Html | None:
    """What the evaluators said after the call."""
    if not line["nodes"] or line["call"] is None:
        return None
    items = []
    for node in line["nodes"]:
        error = node.get("error")
        reason = f"{error['kind']}: {error['message']}" if error else node["reason"]
        items.append(
            tag(
                "li",
                tag("b", node["name"]),
                tag("span", label_of(node) if error or node["state"] == "passed" else None, class_="label"),
                tag("p", reason) if reason else None,
                class_=state_of(node),
            )
        )
    return _block(f"Judged {len(items)} of {size} checkpoints", tag("ul", *items, class_="verdicts"))


def _block(heading: str, content: Html) -> Html:
    return tag("section", tag("h5", heading), content)


def _folded(heading: str, text: str) -> Html:
    return tag("details", tag("summary", heading), tag("pre", text))


def _spoken(call: Mapping[str, Any]) -> str:
    return f"{call['environment']} {call['name']}" if call["name"] else "no action"


def _written(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    flat: bool = not isinstance(value, Sequence | Mapping) or isinstance(value, str)
    return json.dumps(value, ensure_ascii=False, indent=None if flat or len(value) < 5 else 2)
