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


def test_what_describes_nothing_is_a_mistake_of_the_task(judge: Any, saved: Path) -> None:
    for name, arguments in (("page_size", {}), ("images", {}), ("text", {"text": "x", "page": 0})):
        with pytest.raises(DefinitionError):
            judge(f"pdf_{name}", path=str(saved / "show.pdf"), **arguments)
