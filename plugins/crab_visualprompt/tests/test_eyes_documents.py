"""Documents and slides looked at as LibreOffice draws them."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest
from PIL import Image

from crab_core import DefinitionError
from crab_visualprompt.evaluators import rendering
from crab_visualprompt.evaluators.layout import Spot, apart, laid_out

ONE, TWO = Spot(10, 100, 110, 180), Spot(150, 105, 250, 185)
TITLE = Spot(10, 20, 200, 50)


def test_things_lie_in_rows_from_left_to_right():
    assert laid_out([[[TITLE]], [[ONE], [TWO]]])
    assert not laid_out([[[TITLE]], [[TWO], [ONE]]])
    assert not laid_out([[[ONE], [TWO]], [[TITLE]]])
    assert not laid_out([[[TITLE]], [[ONE]], [[TWO]]])


def test_a_thing_found_twice_may_take_either_place():
    assert laid_out([[[TWO, TITLE]], [[ONE], [TITLE, TWO]]])
    assert apart([[ONE, TWO], [ONE]])
    assert not apart([[ONE], [ONE]])


FRAME = (
    '<draw:frame svg:x="{x}cm" svg:y="{y}cm" svg:width="{width}cm" svg:height="{height}cm">'
    "{inside}</draw:frame>"
)


def slides(desk, path: str, *pages: str, images: dict[str, np.ndarray]) -> str:
    """A presentation, written by hand: frames stand where they are put."""
    spaces = (
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
        'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"'
    )
    kind = "application/vnd.oasis.opendocument.presentation"
    drawn = "".join(f'<draw:page draw:name="p{n}">{page}</draw:page>' for n, page in enumerate(pages))
    body = f"<office:body><office:presentation>{drawn}</office:presentation></office:body>"
    entry = '<manifest:file-entry manifest:full-path="{}" manifest:media-type="{}"/>'
    files = {"/": kind, "content.xml": "text/xml", **dict.fromkeys(images, "image/png")}
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        + "".join(entry.format(*item) for item in files.items())
        + "</manifest:manifest>"
    )
    with zipfile.ZipFile(desk.folder / path, "w") as package:
        package.writestr("mimetype", kind)
        package.writestr("META-INF/manifest.xml", manifest)
        package.writestr("content.xml", f"<office:document-content {spaces}>{body}</office:document-content>")
        for name, pixels in images.items():
            held = io.BytesIO()
            Image.fromarray(pixels).save(held, "PNG")
            package.writestr(name, held.getvalue())
    return path


def said(x: float, y: float, text: str) -> str:
    inside = f"<draw:text-box><text:p>{text}</text:p></draw:text-box>"
    return FRAME.format(x=x, y=y, width=12, height=2, inside=inside)


def put(x: float, y: float, image: str, width: float = 8, height: float = 6) -> str:
    return FRAME.format(
        x=x, y=y, width=width, height=height, inside=f'<draw:image xlink:href="{image}" xlink:type="simple"/>'
    )


@pytest.fixture
def show(desk, pictures):
    """A show of two slides, and how to ask what one of them shows."""
    one, two = pictures.photo(21, 400, 300), pictures.photo(22, 400, 300)
    first = said(3, 2, "Two days in Malta") + put(2, 6, "one.png") + put(13, 6, "two.png")
    second = said(3, 2, "Thank you") + put(2, 6, "one.png") + put(6, 8, "two.png")
    slides(desk, "show.odp", first, second, images={"one.png": one, "two.png": two})
    known = {"one": pictures.data(one), "two": pictures.data(two), "mirrored": pictures.data(two[:, ::-1])}

    def judge(*rows, **options):
        cells = [[{"image": known[c]} if c in known else {"text": c} for c in row] for row in rows]
        return desk.judge("document_shows", path="show.odp", rows=cells, **options)

    return judge


def test_a_slide_shows_its_texts_and_pictures_in_their_rows_only(show):
    assert show(["Two days in Malta"], ["one", "two"]).passed
    assert show(["two"], ["one"], ["Two days in Malta"], arranged=False).passed
    assert not show(["Two days in Malta"], ["two", "one"]).passed
    assert not show(["one", "two"], ["Two days in Malta"]).passed
    assert not show(["Two days in Malta"], ["one"], ["two"]).passed


def test_what_is_not_on_a_slide_is_named(show):
    assert "'Three days in Malta' cannot be read" in show(["Three days in Malta"]).reason
    assert not show(["mirrored"]).passed


def test_a_slide_is_told_from_the_next_and_a_covered_picture_is_not_shown(show):
    assert show(["Thank you"], page=2).passed
    assert not show(["Thank you"], page=1).passed
    assert show(["two"], page=2).passed
    assert not show(["one"], page=2).passed
    assert "no page 3" in show(["Thank you"], page=3).reason


def test_a_damaged_document_fails_with_its_reason(desk, show):
    whole = (desk.folder / "show.odp").read_bytes()
    for damage in (b"", b"PK\x03\x04 nothing else", whole[: len(whole) // 2]):
        (desk.folder / "show.odp").write_bytes(damage)
        verdict = show(["Two days in Malta"])
        assert not verdict.passed
        assert "show.odp" in verdict.reason


def test_a_file_that_is_no_document_is_not_opened(desk, monkeypatch):
    monkeypatch.setattr(rendering.shutil, "which", lambda _: pytest.fail("LibreOffice was looked for"))
    (desk.folder / "a.html").write_text("<img src='http://crab.test'>")
    verdict = desk.judge("document_shows", path="a.html", rows=[[{"text": "a"}]])
    assert not verdict.passed
    assert "a.html is no document" in verdict.reason


def test_a_document_is_a_file_of_the_device(desk):
    with pytest.raises(DefinitionError, match="path"):
        desk.judge("document_shows", path="data:;base64,aGVsbG8=", rows=[[{"text": "a"}]])
