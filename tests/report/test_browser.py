"""The page in a real browser: the player moves, pictures show, and nothing leaves the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pictured
import pytest
from browser import Browser, find_chromium

from crab_core.report.html import write_html

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_chromium() is None, reason="no Chromium is installed"),
]

SHOWN = "document.querySelector('.episode.shown .step.shown')"


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module")
def page(mixed_run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_html(mixed_run, tmp_path_factory.mktemp("page") / "report.html")


def position(tab: Browser) -> str:
    return str(tab.run(f"{SHOWN}.closest('.episode').dataset.id + '/' + {SHOWN}.dataset.position"))


def states(tab: Browser) -> list[str]:
    return list(tab.run("[...document.querySelectorAll('.episode.shown .node')].map((n) => n.classList[1])"))


def test_the_address_names_episode_and_step(tab: Browser, page: Path) -> None:
    tab.open(page, "#dark_mode.s2.a1/3")
    assert position(tab) == "dark_mode.s2.a1/3"
    assert tab.run("[...document.querySelectorAll('.episode')].filter((e) => e.offsetHeight).length") == 1
    assert tab.run(f"{SHOWN}.parentElement.querySelectorAll('.step:not([hidden]).shown').length") == 1


def test_arrow_keys_move_and_the_graph_follows(tab: Browser, page: Path) -> None:
    tab.open(page, "#dark_mode.s1.a1/1")
    assert states(tab) == ["passed", "error", "active", "waiting", "waiting"]
    tab.press("ArrowRight")
    tab.press("ArrowRight")
    assert position(tab) == "dark_mode.s1.a1/3"
    assert states(tab) == ["passed", "active", "passed", "waiting", "waiting"]
    assert tab.run("location.hash") == "#dark_mode.s1.a1/3"
    assert (
        tab.run("document.querySelector('.episode.shown .when').textContent") == "2 of 5 passed after step 3"
    )
    tab.press("End")
    assert states(tab) == ["passed"] * 5
    assert tab.run("document.querySelector('.episode.shown .forth').disabled") is True
    tab.press("Home")
    tab.press("ArrowLeft")
    assert position(tab) == "dark_mode.s1.a1/1"


def test_the_screens_of_a_step_are_real_pictures(tab: Browser, page: Path) -> None:
    tab.open(page, "#dark_mode.s1.a1/4")
    pictures = f"[...{SHOWN}.querySelectorAll('img')]"
    tab.wait(lambda: tab.run(f"{pictures}.every((i) => i.complete)"))
    sizes = tab.run(f"{pictures}.map((i) => [i.naturalWidth, i.naturalHeight])")
    assert sorted(sizes) == [[135, 300], [240, 135]]
    assert tab.run(
        f"{pictures}.every((i) => Math.abs(i.width / i.height - i.naturalWidth / i.naturalHeight) < .02)"
    )
    heights = tab.run(f"{pictures}.map((i) => i.height)")
    assert abs(heights[0] - heights[1]) < 4, "screens side by side are equally tall"


def test_pictures_far_from_the_step_are_let_go(tab: Browser, page: Path) -> None:
    tab.open(page, "#dark_mode.s1.a1/1")
    steps = "[...document.querySelectorAll('.episode.shown .step')]"
    loaded = f"{steps}.map((step) => step.querySelectorAll('img[src]').length)"
    assert tab.run(loaded) == [2, 2, 0, 0, 0, 0, 0, 0]
    tab.press("End")
    assert tab.run(loaded) == [0, 0, 0, 0, 0, 0, 2, 2]


def test_marks_can_be_taken_off(tab: Browser, page: Path) -> None:
    tab.open(page, "#dark_mode.s1.a1/1")
    picture = f"{SHOWN}.querySelector('img')"
    assert tab.run(f"{picture}.dataset.shown === {picture}.dataset.marked")
    tab.press("m")
    assert tab.run(f"{picture}.dataset.shown === {picture}.dataset.raw")
    tab.click(".toggle")
    assert tab.run(f"{picture}.dataset.shown === {picture}.dataset.marked")


def test_timeline_checkpoints_and_rows_lead_to_their_steps(tab: Browser, page: Path) -> None:
    tab.open(page, "#dark_mode.s1.a1/1")
    tab.click(".episode.shown .timeline button:nth-child(5)")
    assert position(tab) == "dark_mode.s1.a1/5"
    tab.click(".episode.shown .node[data-node='3'] rect")
    assert position(tab) == "dark_mode.s1.a1/6"
    tab.click("tr[data-episode='dark_mode.s3.a1'] td:nth-child(3)")
    tab.wait(lambda: position(tab) == "dark_mode.s3.a1/1")


def test_a_screen_is_shown_in_full_size(tab: Browser, page: Path) -> None:
    tab.open(page, "#dark_mode.s1.a1/1")
    tab.click(".picture")
    tab.wait(
        lambda: tab.run(
            "document.querySelector('dialog').open && document.querySelector('dialog img').complete"
        )
    )
    assert tab.run("document.querySelector('dialog img').naturalWidth") > 0
    tab.click("dialog .control")
    tab.wait(lambda: not tab.run("document.querySelector('dialog').open"))


def test_playing_goes_on_by_itself(tab: Browser, page: Path) -> None:
    tab.open(page, "#dark_mode.s1.a1/1")
    # The page's ticks come when the test says: on a busy machine several may pass between two looks.
    tab.run("window.setInterval = (tick) => { window.tick = tick; return 1; }")
    tab.press("p")
    tab.run("window.tick()")
    assert position(tab) == "dark_mode.s1.a1/2"
    tab.run("window.tick()")
    assert position(tab) == "dark_mode.s1.a1/3"
    tab.press("p")
    assert (
        tab.run("document.querySelector('.episode.shown .play').getAttribute('aria-label')")
        == "Play the steps"
    )


@pytest.mark.parametrize("width", [390, 1400])
def test_nothing_is_wider_than_the_window(tab: Browser, page: Path, width: int) -> None:
    tab.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    tab.open(page, "#dark_mode.s1.a1/4")
    assert tab.run("document.documentElement.scrollWidth") <= width
    tab.send("Emulation.clearDeviceMetricsOverride")


def test_nothing_is_fetched_and_nothing_fails(tab: Browser, page: Path) -> None:
    tab.troubles.clear()
    tab.fetched.clear()
    tab.open(page, "#dark_mode.s4.a2/1")
    tab.press("ArrowRight")
    tab.run("1")
    assert tab.troubles == []
    outside = [a for a in tab.fetched if not a.startswith(("data:", page.as_uri()))]
    assert outside == []
    assert tab.fetched, "the page itself was noted"


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run with model calls, in its run directory."""
    return write_html(pictured.play(tmp_path_factory.mktemp("talk") / "run", 1, policy="talking"))


def test_a_page_in_its_run_directory_shows_the_pictures_there(tab: Browser, talk: Path) -> None:
    tab.fetched.clear()
    tab.open(talk, "#dark_mode.s1.a1/2")
    pictures = f"[...{SHOWN}.querySelectorAll('.screens img')]"
    tab.wait(lambda: tab.run(f"{pictures}.every((i) => i.complete)"))
    assert sorted(tab.run(f"{pictures}.map((i) => i.naturalWidth)")) == [135, 240]
    frames = (talk.parent / "frames").as_uri()
    fetched = [a for a in tab.fetched if a.startswith("file:") and not a.startswith(talk.as_uri())]
    assert fetched
    assert all(address.startswith(frames) for address in fetched)


def test_a_model_call_that_is_opened_shows_what_was_sent(tab: Browser, talk: Path) -> None:
    tab.troubles.clear()
    tab.open(talk, "#dark_mode.s1.a1/2")
    call = f"{SHOWN}.querySelector('.exchange')"
    assert tab.run(f"{call}.querySelectorAll('img[src]').length") == 0, "nothing is loaded before"
    tab.click(".step.shown .exchange > summary")
    sent = f"[...{call}.querySelectorAll('.said[open] .sent img')]"
    tab.wait(lambda: tab.run(f"{sent}.length && {sent}.every((i) => i.naturalWidth)"))
    assert sorted(tab.run(f"{sent}.map((i) => i.naturalWidth)")) == [135, 240]
    again = f"{call}.querySelector('.said.user[data-as]')"
    assert "Turn 1." in tab.run(f"{again}.querySelector('summary').textContent")
    tab.click(".step.shown .said.user[data-as] > summary")
    tab.wait(lambda: tab.run(f"{again}.querySelectorAll('.parts img[src]').length") == 2)
    assert tab.run(f"{again}.querySelector('pre').textContent") == "Turn 1. This is what the devices show."
    tab.click(".step.shown .sent")
    tab.wait(lambda: tab.run("document.querySelector('dialog').open"))
    tab.click("dialog .control")
    assert tab.troubles == []


@pytest.mark.parametrize("width", [390, 1400])
def test_an_open_model_call_is_not_wider_than_the_window(tab: Browser, talk: Path, width: int) -> None:
    tab.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    tab.open(talk, "#dark_mode.s1.a1/2")
    tab.run(f"{SHOWN}.querySelectorAll('details').forEach((d) => (d.open = true))")
    tab.wait(lambda: tab.run(f"{SHOWN}.querySelectorAll('.again').length") == 0)
    assert tab.run("document.documentElement.scrollWidth") <= width
    tab.send("Emulation.clearDeviceMetricsOverride")
