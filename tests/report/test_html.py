"""The page of a run: whole, self-contained, and closed to whatever a record holds."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import sys
import threading
from pathlib import Path

import painting
import pictured
import pytest
from PIL import Image
from reading import Element, Page

from crab_core import RecordError
from crab_core.markup import Html, data_block, join, tag
from crab_core.report.html import write_html
from crab_core.report.html.pictures import Pictures
from crab_core.report.summary import report


@pytest.fixture(scope="module")
def page(mixed_run: Path, tmp_path_factory: pytest.TempPathFactory) -> Page:
    return Page.of(write_html(mixed_run, tmp_path_factory.mktemp("page") / "out" / "report.html"))


def inside(element: Element, ancestor: Element) -> bool:
    while element.parent is not None:
        element = element.parent
        if element is ancestor:
            return True
    return False


def size_of(picture: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(picture)) as opened:
        return opened.size


def test_it_is_written_into_the_run_directory_unless_told_otherwise(tmp_path: Path) -> None:
    run = pictured.play(tmp_path / "run", 1)
    assert write_html(run) == run / "report.html"
    assert sorted(p.name for p in run.glob("*.html")) == ["report.html"]
    assert write_html(run, tmp_path / "there" / "page.html").is_file()


def test_nothing_is_fetched_to_show_it(page: Page) -> None:
    addresses = [e.attributes[key] for e in page.elements for key in ("src", "href") if key in e.attributes]
    assert addresses
    assert all(address.startswith(("#", "data:")) for address in addresses)
    style = page.find("style").text
    assert "url(" not in style
    assert "@import" not in style


def test_only_its_own_script_runs(page: Page) -> None:
    policy = page.find("meta", http_equiv="Content-Security-Policy").attributes["content"]
    runnable = [e for e in page.find_all("script") if "type" not in e.attributes]
    assert len(runnable) == 1
    digest = base64.b64encode(hashlib.sha256("".join(runnable[0].texts).encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert not [e for e in page.elements for key in e.attributes if key.startswith("on") or key == "style"]


def test_texts_of_the_run_cannot_break_out(page: Page) -> None:
    thoughts = [e.text for e in page.find_all("p", "thought")]
    assert pictured.THOUGHT in thoughts
    assert "ConnectionError: the accessibility bus <did not> answer" in [e.text for e in page.find_all("p")]


def test_the_numbers_are_those_of_the_report(page: Page, mixed_run: Path) -> None:
    block = page.find("script", id="crab-report")
    assert json.loads("".join(block.texts)) == report(mixed_run)
    tiles = [e.text for e in page.find_all("article", "tile")]
    assert tiles[0] == "Success rate SR33.3 %95 %: 6.1 – 79.2 %"
    assert "3 of 4" in tiles[4]
    assert "1 unscored" in tiles[4]


def test_every_attempt_has_a_row_and_a_section(page: Page, mixed_run: Path) -> None:
    ids = [e["id"] for e in report(mixed_run)["episodes"]]
    assert [
        e.attributes["data-episode"] for e in page.find_all("tr") if "data-episode" in e.attributes
    ] == ids
    assert [e.attributes["data-id"] for e in page.find_all("section", "episode")] == ids
    assert "replaced" in page.find("tr", data_episode="dark_mode.s4.a1").classes


def test_every_picture_is_embedded_once_and_small(page: Page, mixed_run: Path) -> None:
    blocks = page.find_all("script", type="text/plain")
    stored = {p.stem: p.read_bytes() for p in (mixed_run / "frames").rglob("*.png")}
    embedded = {e.attributes["id"].removeprefix("picture-"): base64.b64decode(e.text) for e in blocks}
    assert len(blocks) == len(embedded)
    assert set(embedded) == set(stored)
    used = {
        e.attributes[k]
        for e in page.find_all("img")
        for k in ("data-raw", "data-marked")
        if k in e.attributes
    }
    assert used == set(stored)
    for key, picture in embedded.items():
        assert len(picture) <= len(stored[key])
        assert size_of(picture) == size_of(stored[key]), "smaller in bytes, not in pixels"


def test_a_picture_with_many_colours_becomes_much_smaller(tmp_path: Path) -> None:
    rows = [bytearray((x * y // 150 + z) % 256 for x in range(200) for z in (0, 40, 90)) for y in range(200)]
    captured = painting.png(200, 200, rows)
    (tmp_path / "a.png").write_bytes(captured)
    pictures, out = Pictures(tmp_path, 10**6), io.StringIO()
    pictures.use({"type": "screenshot", "digest": "a", "path": "a.png"})
    pictures.write(out)
    pictures.close()
    (block,) = Page(out.getvalue()).find_all("script")
    assert block.attributes["data-media-type"] == "image/webp"
    embedded = base64.b64decode(block.text)
    assert len(embedded) < len(captured) / 2
    assert size_of(embedded) == (200, 200)


def test_pictures_that_do_not_fit_are_linked_and_smaller_ones_still_embedded(tmp_path: Path) -> None:
    for name, size in {"large": 5000, "small": 900, "more": 900}.items():
        (tmp_path / f"{name}.png").write_bytes(bytes(size))
    pictures = Pictures(tmp_path, 1000)
    for name in ("large", "small", "more", "large"):
        assert pictures.use({"type": "screenshot", "digest": name, "path": f"{name}.png"}) == name
    assert pictures.links(tmp_path / "page.html") == {"large": "large.png", "more": "more.png"}
    assert (pictures.embedded, pictures.linked) == (1, 2)
    pictures.close()


def test_pictures_stand_as_captured_where_nothing_can_compress_them(
    mixed_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    page = Page.of(write_html(mixed_run, tmp_path / "report.html"))
    blocks = page.find_all("script", type="text/plain")
    stored = {p.read_bytes() for p in (mixed_run / "frames").rglob("*.png")}
    assert {base64.b64decode(e.text) for e in blocks} == stored
    assert {e.attributes["data-media-type"] for e in blocks} == {"image/png"}


def test_a_page_in_its_run_directory_links_the_pictures_there(tmp_path: Path) -> None:
    run = pictured.play(tmp_path / "run", 1)
    page = Page.of(write_html(run))
    links = json.loads("".join(page.find("script", id="picture-links").texts))
    assert not page.find_all("script", type="text/plain")
    assert {run / link for link in links.values()} == set((run / "frames").rglob("*.png"))
    assert "--standalone" in page.find("p", "missing").text


def test_a_page_that_is_to_be_moved_embeds_them_also_there(tmp_path: Path) -> None:
    run = pictured.play(tmp_path / "run", 1)
    page = Page.of(write_html(run, standalone=True))
    assert json.loads("".join(page.find("script", id="picture-links").texts)) == {}
    assert len(page.find_all("script", type="text/plain")) == len(list((run / "frames").rglob("*.png")))
    assert not page.find_all("p", "missing")


def test_a_step_shows_screens_call_thought_error_and_verdicts(page: Page) -> None:
    section = page.find("section", id="episode-dark_mode.s1.a1")
    second = next(e for e in page.find_all("article", "step", data_position="2") if inside(e, section))
    assert "invalid" in second.classes
    assert len([e for e in page.find_all("img") if inside(e, second)]) == 2
    for text in ("desktop click", "element9Answer", "no element 9; the marks are 1 to 1", "Turn 2."):
        assert text in second.text
    first = next(e for e in page.find_all("article", "step", data_position="1") if inside(e, section))
    for text in (
        "element1 element 1, button",
        "Executed withx 67, y 55",
        "184 ms, the screen was still",
        "2 150 in (1 200 cached), 91 out",
    ):
        assert text in first.text
    assert "Tasks app is in front on the phonepassed at step 1in front is 'tasks'" in first.text
    assert next(
        e for e in page.find_all("article", "step", data_position="8") if inside(e, section)
    ).classes >= {"look"}


def test_where_a_call_pointed_is_drawn_on_the_screen(page: Page) -> None:
    section = page.find("section", id="episode-dark_mode.s1.a1")
    first = next(e for e in page.find_all("article", "step", data_position="1") if inside(e, section))
    (dot,) = [e for e in page.find_all("circle", "dot") if inside(e, first)]
    assert (dot.attributes["cx"], dot.attributes["cy"]) == ("67", "55")
    assert len([e for e in page.find_all("rect", "box") if inside(e, first)]) == 1


def test_the_graph_is_drawn_and_each_step_knows_its_state(page: Page) -> None:
    section = page.find("section", id="episode-dark_mode.s1.a1")
    assert len([e for e in page.find_all("g", "node") if inside(e, section)]) == 5
    assert len([e for e in page.find_all("path", "edge") if inside(e, section)]) == 5
    states = [e.attributes["data-states"] for e in page.find_all("article", "step") if inside(e, section)]
    assert states == ["peaww", "paaww", "papww", "pppaw", "pppaw", "ppppa", "ppppp", "ppppp"]


def test_a_picture_beyond_the_budget_is_linked_in_the_run_directory(tmp_path: Path) -> None:
    run = pictured.play(tmp_path / "run", 1)
    out = write_html(run, tmp_path / "pages" / "report.html", picture_budget=0)
    page = Page.of(out)
    links = json.loads("".join(page.find("script", id="picture-links").texts))
    assert not page.find_all("script", type="text/plain")
    assert {(out.parent / link).resolve() for link in links.values()} == set((run / "frames").rglob("*.png"))
    assert "Pictures show while this page stays" in page.find("p", "missing").text


def test_a_picture_counts_once_in_the_budget(tmp_path: Path) -> None:
    run = pictured.play(tmp_path / "run", 1)
    pictures = list((run / "frames").rglob("*.png"))
    budget = sum(picture.stat().st_size for picture in pictures)
    page = Page.of(write_html(run, standalone=True, picture_budget=budget))
    assert len(page.find_all("script", type="text/plain")) == len(pictures)


def test_a_picture_that_is_gone_is_said_to_be_missing(tmp_path: Path) -> None:
    run = pictured.play(tmp_path / "run", 1)
    shutil.rmtree(run / "frames")
    page = Page.of(write_html(run))
    assert not page.find_all("img", alt="Screen of phone")
    assert any(e.text == "The picture is missing from the record." for e in page.find_all("p"))


def test_a_recording_is_linked_and_may_be_played(tmp_path: Path) -> None:
    run = pictured.play(tmp_path / "run", 1)
    (steps,) = run.rglob("steps.jsonl")
    *before, last = steps.read_text().splitlines()
    line = json.loads(last)
    (view, *_) = line["views"].values()
    film = {"type": "clip", "digest": "ab12", "path": "ab/ab12.mp4", "seconds": 3.25}
    gone = {"type": "clip", "digest": "cd34", "path": "cd/cd34.mp4", "seconds": 1.0}
    view["contents"] |= {"recording": film, "clip": gone}
    steps.write_text("\n".join([*before, json.dumps(line), ""]))
    (run / "frames" / "ab").mkdir(exist_ok=True)
    (run / "frames" / "ab" / "ab12.mp4").write_bytes(b"film")
    out = write_html(run, tmp_path / "pages" / "report.html")
    page = Page.of(out)
    (video,) = page.find_all("video")
    assert video.attributes["aria-label"] == "Recording of 3.2 s"
    links = json.loads("".join(page.find("script", id="picture-links").texts))
    assert (out.parent / links[video.attributes["data-film"]]).read_bytes() == b"film"
    assert any(e.text == "The recording is missing from the record." for e in page.find_all("p"))
    policy = page.find("meta", http_equiv="Content-Security-Policy").attributes["content"]
    assert "media-src file: 'self'" in policy


def test_a_page_can_be_written_while_the_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pause = pictured.Pause()
    monkeypatch.setitem(pictured.ON_TURN, "pause", pause)
    path = tmp_path / "run"
    player = threading.Thread(target=pictured.play, args=(path, 1), kwargs={"third": "pause"})
    player.start()
    try:
        assert pause.reached.wait(30)
        page = Page.of(write_html(path))
    finally:
        pause.go.set()
        player.join()
    assert page.find("p", "state").text == "Still running"
    assert page.find("tr", data_episode="dark_mode.s1.a1").text.startswith("dark_mode.s1.a1dark-modeRunning")


def test_a_run_without_any_attempt_has_a_page(mixed_run: Path, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_bytes((mixed_run / "run.json").read_bytes())
    assert "No episode has begun." in [e.text for e in Page.of(write_html(tmp_path)).find_all("p")]


def test_a_place_that_cannot_be_written_is_an_error_with_advice(mixed_run: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RecordError, match="cannot be written") as caught:
        write_html(mixed_run, tmp_path / "file" / "report.html")
    assert caught.value.advice


def test_markup_escapes_texts_and_attributes() -> None:
    assert tag("a", "<b> & c", Html("<i>"), href='"x"') == '<a href="&quot;x&quot;">&lt;b&gt; &amp; c<i></a>'
    assert join("a<", None, "", 0) == "a&lt;0"


def test_a_data_block_cannot_be_ended_from_inside() -> None:
    value = {"text": "</script><!-- \u2028 &"}
    block = data_block("x", value)
    assert block.count("<") == 2
    assert json.loads(block.partition(">")[2].removesuffix("</script>")) == value
