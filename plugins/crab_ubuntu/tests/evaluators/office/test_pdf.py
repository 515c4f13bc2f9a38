"""PDF files that LibreOffice exported, and such as pypdf writes: both ways, nearly, and broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crab_core import DefinitionError

RIGHT: list[tuple[str, str, dict[str, Any]]] = [
    ("show", "pages", {"count": 4}),
    ("show", "page_size", {"width": 25.4, "height": 19.05, "orientation": "landscape"}),
    ("text", "page_size", {"page": -1, "width": 29.7}),
    ("show", "text", {"text": "Welcome to the show"}),
    ("show", "text", {"text": "Pictures", "page": 2, "match": "exact"}),
    ("show", "text", {"text": "PICTURES", "page": 2, "case": False}),
    ("show", "text", {"text": "^Pict.*s$", "page": 2, "match": "regex"}),
    ("text", "text", {"text": "Plain bold slanted"}),
    ("text", "metadata", {"field": "producer", "value": "LibreOffice", "match": "contains"}),
]
NEARLY: list[tuple[str, str, dict[str, Any], str]] = [
    ("show", "pages", {"count": 3}, "has 4 pages, not 3"),
    ("show", "page_size", {"width": 19.05}, "is 25.4 by 19.1 cm, landscape"),
    ("show", "page_size", {"orientation": "portrait"}, "landscape"),
    ("show", "text", {"text": "Pictures", "page": 1}, "does not contain"),
    ("show", "text", {"text": "Picture", "page": 2, "match": "exact"}, "says 'Pictures'"),
    ("show", "text", {"text": ""}, "does not contain"),
    ("show", "text", {"text": "x", "page": 5}, "has 4 pages, no page 5"),
    ("text", "metadata", {"field": "title", "value": "Report"}, "says"),
]


@pytest.mark.parametrize(("name", "evaluator", "arguments"), RIGHT)
def test_what_is_there_passes(
    judge: Any, saved: Path, name: str, evaluator: str, arguments: dict[str, Any]
) -> None:
    verdict = judge(f"pdf_{evaluator}", path=str(saved / f"{name}.pdf"), **arguments)
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize(("name", "evaluator", "arguments", "reason"), NEARLY)
def test_nearly_the_same_fails_and_says_what_is_there(
    judge: Any, saved: Path, name: str, evaluator: str, arguments: dict[str, Any], reason: str
) -> None:
    verdict = judge(f"pdf_{evaluator}", path=str(saved / f"{name}.pdf"), **arguments)
    assert not verdict.passed
    assert reason in verdict.reason


def test_images_are_told_apart_and_where_they_lie(judge: Any, saved: Path, pictures: Any) -> None:
    first, second = pictures.first, pictures.second

    def shows(*images: str, page: int | None = 2, **more: Any) -> bool:
        path = str(saved / "show.pdf")
        return judge("pdf_images", path=path, page=page, images=list(images), **more).passed

    assert shows(first, second, second, count=3)
    assert shows(first, second, page=None)
    assert shows(first, second, arrangement="left_to_right")
    assert shows(second, second, arrangement="top_to_bottom")
    assert shows(pictures.larger)
    assert not shows(second, first, arrangement="left_to_right")
    assert not shows(first, second, arrangement="top_to_bottom")
    assert not shows(first, first)
    assert not shows(first, page=1)
    for near in (pictures.mirrored, pictures.bordered, pictures.marked, pictures.cropped):
        assert not shows(near)


def test_images_of_an_exported_text_lie_where_they_were_laid_out(
    judge: Any, saved: Path, pictures: Any
) -> None:
    path, both = str(saved / "text.pdf"), [pictures.first, pictures.second]
    assert judge("pdf_images", path=path, images=both, arrangement="left_to_right").passed
    assert judge("pdf_images", path=path, images=both, arrangement="top_to_bottom", count=3).passed
    assert not judge("pdf_images", path=path, images=both[::-1], arrangement="left_to_right").passed


def drawn(folder: Path, picture: str, content: bytes, form: bytes = b"") -> str:
    """A PDF file with a page that draws a picture as /I, perhaps through the form /F."""
    from PIL import Image

    whole = Image.open(picture).convert("RGB")
    head = b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB" % whole.size
    resources = b"/Resources << /XObject << /I 5 0 R /F 6 0 R >> >>"

    def stream(words: bytes, data: bytes) -> bytes:
        return words + b" /Length %d >>\nstream\n" % len(data) + data + b"\nendstream"

    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 4 0 R " + resources + b" >>",
        stream(b"<<", content),
        stream(head + b" /BitsPerComponent 8", whole.tobytes()),
        stream(b"<< /Type /XObject /Subtype /Form /BBox [0 0 600 600] " + resources, form),
    ]
    data, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 7\n0000000000 65535 f \n" + table + b"trailer\n<< /Size 7 /Root 1 0 R >>\n"
    path = folder / "drawn.pdf"
    path.write_bytes(data + end + b"startxref\n%d\n%%%%EOF\n" % len(data))
    return str(path)


@pytest.mark.parametrize(
    ("content", "form", "reason"),
    [
        (b"q 320 0 0 240 50 50 cm /I Do Q", b"", "shows"),
        (b"q .5 0 0 .5 9 9 cm /F Do Q", b"q 320 0 0 240 50 50 cm /I Do Q", "shows"),
        (b"q -320 0 0 240 400 50 cm /I Do Q", b"", "image 1 is mirrored"),
        (b"q 320 0 0 -240 50 400 cm /I Do Q", b"", "image 1 is mirrored"),
        (b"q -320 0 0 -240 400 400 cm /I Do Q", b"", "image 1 is rotated"),
        (b"q 0 320 -240 0 400 50 cm /I Do Q", b"", "image 1 is rotated"),
        (b"q 320 0 0 240 50 50 cm Q", b"", "it has no images"),
    ],
)
def test_how_a_picture_is_drawn_counts(
    judge: Any, tmp_path: Path, pictures: Any, content: bytes, form: bytes, reason: str
) -> None:
    path = drawn(tmp_path, pictures.first, content, form)
    for compare in ("pixels", "scaled"):
        verdict = judge("pdf_images", path=path, images=[pictures.first], compare=compare)
        assert reason in verdict.reason
        assert verdict.passed == (reason == "shows")


def test_what_a_form_draws_lies_where_the_form_is_put(judge: Any, tmp_path: Path, pictures: Any) -> None:
    small = b"q 100 0 0 75 50 50 cm /I Do Q "
    path = drawn(tmp_path, pictures.first, small + b"q 1 0 0 1 300 0 cm /F Do Q", small)
    both = [pictures.first, pictures.first]
    assert judge("pdf_images", path=path, images=both, arrangement="left_to_right").passed
    assert not judge("pdf_images", path=path, images=both, arrangement="top_to_bottom").passed


def test_a_file_without_its_end_is_not_mended(judge: Any, tmp_path: Path, pictures: Any) -> None:
    path = Path(drawn(tmp_path, pictures.first, b"q 320 0 0 240 50 50 cm /I Do Q"))
    assert judge("pdf_pages", path=str(path), count=1).passed
    path.write_bytes(path.read_bytes().partition(b"startxref")[0])
    verdict = judge("pdf_pages", path=str(path), count=1)
    assert not verdict.passed
    assert "without its end" in verdict.reason


def test_what_describes_nothing_is_a_mistake_of_the_task(judge: Any, saved: Path) -> None:
    for name, arguments in (("page_size", {}), ("images", {}), ("text", {"text": "x", "page": 0})):
        with pytest.raises(DefinitionError):
            judge(f"pdf_{name}", path=str(saved / "show.pdf"), **arguments)
