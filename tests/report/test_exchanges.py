"""What models were asked and what they cost, on the page and in the numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pictured
import pytest
import talking
from reading import Element, Page

from crab_core.report.attempts import read_record
from crab_core.report.html import write_html
from crab_core.report.html.conversation import TEXT_BUDGET, Conversation
from crab_core.report.html.pictures import Pictures
from crab_core.report.summary import report
from crab_core.report.tables import text_report


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A success and a false completion, played by two models. Do not change it."""
    return pictured.play(tmp_path_factory.mktemp("talking") / "run", 1, 2, policy="talking")


@pytest.fixture(scope="module")
def page(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Page:
    return Page.of(write_html(run, tmp_path_factory.mktemp("page") / "report.html"))


def step(page: Page, episode: str, position: int) -> list[Element]:
    """Everything inside a step."""
    section = page.find("section", id=f"episode-{episode}")
    articles = page.find_all("article", "step", data_position=str(position))
    (article,) = [e for e in articles if above(e, section)]
    return [e for e in page.elements if above(e, article)]


def above(element: Element, ancestor: Element) -> bool:
    while element.parent is not None:
        element = element.parent
        if element is ancestor:
            return True
    return False


def test_each_call_tells_who_asked_which_model_and_what_it_took(page: Page) -> None:
    calls = [e for e in step(page, "dark_mode.s1.a1", 1) if e.name == "details" and "exchange" in e.classes]
    main, tool = (call.text for call in calls)
    assert main.startswith("maintoy:large · ")
    assert "(12 reasoning) · $0.0010" in main
    assert tool.startswith("tooltoy:small · ")


def test_a_call_can_be_read_whole(page: Page) -> None:
    inside = step(page, "dark_mode.s1.a1", 1)
    texts = [e.text for e in inside if e.name == "pre"]
    assert talking.PROMPT in texts, "also a text that the record stores apart"
    assert "Turn 1. This is what the devices show." in texts
    assert "Step 1: do what the task says on the device that acts next." in texts
    assert any("asks for dark mode" in text for text in texts), "what the model thought"
    (call,) = [e.text for e in inside if "reply" in e.classes and "tap" in e.text]
    assert """tap(wanted="{'element': 1}")""" in call
    assert "toy:large-2026-10" in " ".join(e.text for e in inside), "the version that answered"
    (tools,) = [e for e in inside if "tools" in e.classes]
    assert tools.text.startswith("6 tools")
    assert "(element, x, y) Tap an element or a position." in tools.text


def test_pictures_that_were_sent_are_those_of_the_screens(page: Page) -> None:
    inside = step(page, "dark_mode.s1.a1", 1)
    sent = {e.attributes["data-key"] for e in inside if "data-key" in e.attributes}
    assert sent == {e.attributes["data-marked"] for e in inside if "data-marked" in e.attributes}
    assert len(sent) == 2


def test_what_is_sent_again_stands_on_the_page_once(page: Page) -> None:
    assert sum(e.text == talking.PROMPT for e in page.find_all("pre")) == 1
    second = step(page, "dark_mode.s1.a1", 2)
    again = [e for e in second if "data-as" in e.attributes]
    assert [e.text.split("as before")[0][:6] for e in again] == ["System", "User2 ", "System", "6 tool"]
    for element in again:
        known = element.attributes["data-as"]
        assert page.find("div", id=known)
        (link,) = [e for e in second if e.name == "a" and e.parent is element]
        assert link.attributes["href"] == f"#{known}", "without scripts, a link leads there"


def test_a_call_that_failed_tells_why(tmp_path: Path) -> None:
    models = {"broken": {"model": "toy:small", "trouble": "down"}}
    run = pictured.play(
        tmp_path / "run", 1, policy="talking", policy_options={"tool_model": "broken"}, models=models
    )
    page = Page.of(write_html(run))
    (failed,) = [e for e in page.find_all("details", "exchange") if "failed" in e.text]
    assert "The service of toys is overloaded." in failed.text
    usage = report(run)["summary"]["agents"]
    assert (usage["tool"]["calls"], usage["tool"]["output_tokens"]) == (1, 0)


def test_usage_is_told_by_agent_and_adds_up(run: Path) -> None:
    facts = report(run)
    for episode in facts["episodes"]:
        assert set(episode["agents"]) == {"main", "tool"}
        for key in ("input_tokens", "cached_tokens", "cost"):
            parts = sum(usage[key] for usage in episode["agents"].values())
            assert parts == pytest.approx(episode["usage"][key])
    summary = facts["summary"]
    assert summary["cost"] == pytest.approx(sum(e["usage"]["cost"] for e in facts["episodes"]))
    assert summary["agents"]["main"]["calls"] == sum(e["metrics"]["steps"] for e in facts["episodes"])
    assert summary["agents"]["main"]["models"] == ["toy:large"]


def test_usage_by_agent_is_in_the_terminal_and_on_the_page(run: Path, page: Page) -> None:
    title, *lines = text_report(report(run)).splitlines()
    assert title.startswith("Run demo: policy talking with toy:large + toy:small, finished")
    told = [line.split()[:2] for line in lines if "toy:" in line]
    assert told == [["main", "toy:large"], ["tool", "toy:small"]]
    tables = [e for e in page.find_all("table", "agents") if "toy:small" in e.text]
    assert len(tables) == 3, "one of the run, one an episode"


def test_an_unknown_price_is_said_to_be_unknown(tmp_path: Path) -> None:
    models = {"mystery": {"model": "toy:large", "trouble": "no price"}}
    run = pictured.play(
        tmp_path / "run", 1, policy="talking", policy_options={"model": "mystery"}, models=models
    )
    facts = report(run)
    assert facts["summary"]["cost"] is None
    assert facts["summary"]["agents"]["tool"]["cost"] > 0
    assert "unknown price" in text_report(facts)


def test_a_killed_attempt_has_the_usage_that_was_recorded(run: Path, tmp_path: Path) -> None:
    record = read_record(run)
    whole = record.attempts[0]
    facts = {k: v for k, v in whole.facts.items() if k not in ("usage", "agents", "metrics", "nodes")}
    folder = tmp_path / whole.id
    folder.mkdir()
    lines = (whole.folder / "steps.jsonl").read_text().splitlines()
    (folder / "steps.jsonl").write_text("\n".join(lines[:2]) + "\n")
    cut = type(whole)(whole.plan, 1, "interrupted", None, True, False, folder, facts)
    used = [json.loads(line)["usage"]["input_tokens"] for line in lines[:2]]
    assert cut.usage.input_tokens == sum(used)
    assert sum(usage.total for usage in cut.agents.values()) == cut.usage.total == cut.metrics["tokens"]


def test_records_from_before_prices_and_exchanges_are_read(tmp_path: Path) -> None:
    run = pictured.play(tmp_path / "run", 1)
    (steps,) = run.rglob("steps.jsonl")
    old = []
    for line in map(json.loads, steps.read_text().splitlines()):
        line["exchange"] = [{"model": "scripted:1", "reply": "tap()"}] if line["usage"] else []
        for key in ("cost", "cache_write_tokens"):
            (line["usage"] or {}).pop(key, None)
        old.append(json.dumps(line))
    steps.write_text("\n".join([*old, ""]))
    episode = steps.with_name("episode.json")
    facts = json.loads(episode.read_text())
    del facts["agents"], facts["usage"]["cost"], facts["usage"]["cache_write_tokens"]
    episode.write_text(json.dumps(facts))
    assert report(run)["summary"]["agents"] == {}
    assert report(run)["summary"]["cost"] is None, "tokens without a price"
    page = Page.of(write_html(run))
    assert any("scripted:1" in e.text for e in page.find_all("pre"))


def test_a_page_holds_so_much_text_and_links_the_rest(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, 0)
    conversation = Conversation(tmp_path, "frames", pictures)
    long = "word " * 20_000
    (tmp_path / "long.txt").write_text(long)
    part = {"type": "stored_text", "start": long[:80], "digest": "d", "path": "long.txt"}
    first = conversation.message({"role": "user", "parts": [part]})
    assert len(first) < 30_000
    assert '<a href="frames/long.txt">76\u202f000 letters more</a>' in first
    pieces = TEXT_BUDGET // 24_000
    sizes = [len(conversation.message({"role": str(i), "parts": [part]})) for i in range(pieces + 3)]
    assert sizes[0] > 24_000
    assert sizes[-1] < 1000, "and when the budget is used up, it says how a text begins"
    pictures.close()


def test_what_a_record_has_lost_is_said_to_be_missing(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, 0)
    conversation = Conversation(tmp_path, "frames", pictures)
    parts = [
        {"type": "stored_text", "start": "It began so", "digest": "d", "path": "gone.txt"},
        {"type": "screenshot", "digest": "e", "path": "gone.png", "width": 1, "height": 1},
        {"type": "native", "provider": "openai", "data": {"signed": "x" * 90}},
        {"type": "smell", "of": "roses"},
        {"type": "tool_result", "id": "1", "error": True, "parts": [{"type": "text", "text": "no <b>"}]},
    ]
    written = conversation.message({"role": "tool", "parts": parts})
    for text in (
        "It began so … The rest is missing from the record.",
        "The picture is missing from the record.",
        "A part that only openai reads, 104 letters",
        "A part of an unknown kind: smell",
        "no &lt;b&gt;",
        "failed",
    ):
        assert text in written
    assert "missing" in conversation.tools({"digest": "f", "path": "gone.json"})
    pictures.close()


def test_a_page_shows_no_file_that_is_not_a_frame(tmp_path: Path) -> None:
    frames = tmp_path / "frames"
    frames.mkdir()
    (tmp_path / "secret.txt").write_text("my key")
    pictures = Pictures(frames, 10**6)
    outside = {"digest": "d", "path": "../secret.txt", "start": "It began"}
    message = {"role": "user", "parts": [{"type": "stored_text", **outside}]}
    assert "my key" not in Conversation(frames, "frames", pictures).message(message)
    assert pictures.use({"type": "screenshot", **outside}) is None
    assert pictures.film(outside) is None
    pictures.close()
