"""Text documents, made by a library and saved by LibreOffice in both formats: both ways, and nearly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crab_core import DefinitionError

RIGHT: list[tuple[str, dict[str, Any]]] = [
    ("text", {"text": "Plain bold slanted lined gone red marked"}),
    ("text", {"text": "plain BOLD", "case": False}),
    ("text", {"text": r"^To the (center|right)$", "match": "regex"}),
    ("text", {"text": "Name\tAge\t\nAnn\t41\tx"}),
    ("paragraph", {"paragraph": 1, "text": "Report", "heading": 1, "style": "Heading 1"}),
    ("paragraph", {"paragraph": 2, "text": "bold", "match": "contains", "heading": 0, "style": "Standard"}),
    ("paragraph", {"paragraph": 2, "style": "normal"}),
    ("paragraph", {"paragraph": 3, "heading": 2}),
    ("paragraph", {"paragraph": 4, "alignment": "center"}),
    ("paragraph", {"paragraph": 5, "alignment": "right"}),
    ("paragraph", {"paragraph": 6, "alignment": "justify"}),
    ("paragraph", {"paragraph": 7, "text": "A point", "list_kind": "bullet"}),
    ("paragraph", {"paragraph": 8, "text": "A step", "list_kind": "number"}),
    ("paragraph", {"paragraph": -1, "text": "See our site", "list_kind": "none", "alignment": "left"}),
    ("headings", {"headings": ["Report", "Details"]}),
    ("headings", {"headings": ["Details"], "level": 2}),
    ("format", {"text": "bold", "bold": True, "italic": False, "only": True}),
    ("format", {"text": "slanted", "italic": True, "only": True}),
    ("format", {"text": "lined", "underline": True, "paragraph": 2, "only": True}),
    ("format", {"text": "gone", "strikethrough": True, "only": True}),
    ("format", {"text": "red", "color": "red", "size": 20, "font": "liberation serif"}),
    ("format", {"text": "marked", "highlight": "#ffff00", "color": "black"}),
    ("format", {"text": "Plain", "highlight": "none", "bold": False}),
    ("format", {"text": "Report", "bold": True}),
    ("table", {"rows": 2, "columns": 3}),
    ("table", {"cells": [["Name", "Age", ""], ["Ann", "41", "x"]]}),
    ("table", {"row": 2, "column": 2, "text": "41"}),
    ("link", {"url": "http://shop.crab.test/items/"}),
    ("link", {"url": "http://shop.crab.test/items", "text": "our site"}),
    ("header_footer", {"where": "header", "text": "Head of it"}),
    ("header_footer", {"where": "footer", "text": "Foot", "match": "contains"}),
    ("page", {"orientation": "landscape", "width": 29.7, "height": 21, "left": 3, "right": 2}),
    ("comment", {"text": "Why red?", "author": "Ann"}),
]
NEARLY: list[tuple[str, dict[str, Any], str]] = [
    ("text", {"text": "plain BOLD"}, "does not contain"),
    ("text", {"text": "Plain boldslanted"}, "does not contain"),
    ("text", {"text": ""}, "does not contain"),
    ("text", {"text": "Report", "match": "exact"}, "says"),
    ("paragraph", {"paragraph": 1, "text": "Reports"}, "paragraph 1"),
    ("paragraph", {"paragraph": 2, "text": "Report"}, "says 'Plain"),
    ("paragraph", {"paragraph": 1, "heading": 2}, "its heading level is 1, not 2"),
    ("paragraph", {"paragraph": 1, "style": "Heading 2"}, "its style is 'Heading 1', not 'Heading 2'"),
    ("paragraph", {"paragraph": 4, "alignment": "left"}, "its alignment is 'center', not 'left'"),
    ("paragraph", {"paragraph": 7, "list_kind": "number"}, "its list label is 'bullet'"),
    ("paragraph", {"paragraph": 99, "text": "x"}, "no paragraph 99"),
    ("paragraph", {"paragraph": 0, "text": "x"}, "no paragraph 0"),
    ("headings", {"headings": ["Details", "Report"]}, "has the headings"),
    ("headings", {"headings": ["Report"]}, "has the headings"),
    ("format", {"text": "slanted", "bold": True}, "'slanted' in"),
    ("format", {"text": "bol", "bold": True, "only": True}, "'d' in"),
    ("format", {"text": "bold slanted", "bold": True}, "'slanted' in"),
    ("format", {"text": "bolt", "bold": True}, "does not contain 'bolt'"),
    ("format", {"text": "red", "color": "#fe0000"}, "has the colour #ff0000"),
    ("format", {"text": "red", "size": 20.5}, "has the size 20 pt"),
    ("format", {"text": "red", "font": "Liberation Sans"}, "has the font 'Liberation Serif'"),
    ("format", {"text": "Plain", "highlight": "yellow"}, "has the highlight none"),
    ("format", {"text": "bold", "bold": True, "paragraph": 1}, "does not contain 'bold'"),
    ("table", {"rows": 3}, "has 2 rows, not 3"),
    ("table", {"columns": 2}, "has 3 columns, not 2"),
    ("table", {"cells": [["Name", "Age", ""], ["Anne", "41", "x"]]}, "says"),
    ("table", {"row": 1, "column": 2, "text": "41"}, "says 'Age', not '41'"),
    ("table", {"row": 3, "column": 1, "text": "x"}, "has 2 rows and 3 columns"),
    ("table", {"table": 2, "rows": 2}, "has 1 tables, no table 2"),
    ("link", {"url": "http://shop.crab.test/item"}, "has no link"),
    ("link", {"url": "http://shop.crab.test/items", "text": "our"}, "has no link 'our'"),
    ("header_footer", {"where": "header", "text": "Foot of it"}, "says 'Head of it'"),
    ("page", {"orientation": "portrait"}, "is landscape, not portrait"),
    ("page", {"left": 2}, "has the left margin 3.00 cm, not 2 cm"),
    ("comment", {"text": "Why blue?"}, "has no comment"),
    ("comment", {"text": "Why red?", "author": "Bob"}, "by 'Ann'"),
]


@pytest.mark.parametrize(("name", "arguments"), RIGHT)
def test_what_is_there_passes(judge: Any, text: str, name: str, arguments: dict[str, Any]) -> None:
    verdict = judge(f"writer_{name}", path=text, **arguments)
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize(("name", "arguments", "reason"), NEARLY)
def test_nearly_the_same_fails_and_says_what_is_there(
    judge: Any, text: str, name: str, arguments: dict[str, Any], reason: str
) -> None:
    verdict = judge(f"writer_{name}", path=text, **arguments)
    assert not verdict.passed
    assert reason in verdict.reason


def test_images_are_told_apart_and_where_they_lie(judge: Any, text: str, pictures: Any) -> None:
    first, second = pictures.first, pictures.second

    def shows(*images: str, **more: Any) -> bool:
        return judge("writer_images", path=text, images=list(images), **more).passed

    assert judge("writer_images", path=text, count=3).passed
    assert not judge("writer_images", path=text, count=2).passed
    assert shows(first)
    assert shows(pictures.digest)
    assert shows(pictures.again)
    assert shows(first, second, second, count=3)
    assert shows(first, second, arrangement="left_to_right")
    assert shows(first, second, arrangement="in_order")
    assert shows(first, second, arrangement="top_to_bottom")
    assert shows(second, second, arrangement="top_to_bottom")
    assert not shows(second, first, arrangement="left_to_right")
    assert not shows(second, first, arrangement="in_order")
    assert not shows(second, first, arrangement="top_to_bottom")
    assert not shows(second, second, arrangement="left_to_right")
    assert not shows(first, first)


@pytest.mark.parametrize("near", ["mirrored", "bordered", "marked", "cropped"])
@pytest.mark.parametrize("compare", ["pixels", "scaled"])
def test_nearly_the_same_image_is_another_one(
    judge: Any, text: str, pictures: Any, near: str, compare: str
) -> None:
    verdict = judge("writer_images", path=text, images=[getattr(pictures, near)], compare=compare)
    assert not verdict.passed
    assert "image 1" in verdict.reason


@pytest.mark.parametrize("same", ["larger", "lossy", "again"])
def test_the_same_image_at_another_size_is_the_same_only_when_scaled(
    judge: Any, text: str, pictures: Any, same: str
) -> None:
    images = [getattr(pictures, same)]
    assert judge("writer_images", path=text, images=images, compare="scaled").passed
    assert judge("writer_images", path=text, images=images).passed == (same == "again")


def test_what_describes_nothing_is_a_mistake_of_the_task(judge: Any, made: Path) -> None:
    path = str(made / "text.docx")
    for name, arguments in (
        ("paragraph", {"paragraph": 1}),
        ("format", {"text": "bold"}),
        ("table", {}),
        ("table", {"row": 1}),
        ("images", {}),
        ("page", {}),
        ("format", {"text": "bold", "color": "no colour"}),
        ("images", {"images": ["sha256:12"]}),
        ("text", {"text": "(", "match": "regex"}),
    ):
        with pytest.raises(DefinitionError):
            judge(f"writer_{name}", path=path, **arguments)


def write(path: Path, lines: list[list[str]], width: float) -> str:
    """A document with a paragraph for each list of pictures."""
    import docx
    from docx.shared import Cm

    document = docx.Document()
    for line in lines:
        paragraph = document.add_paragraph()
        for picture in line:
            paragraph.add_run().add_picture(picture, width=Cm(width))
    document.save(str(path))
    return str(path)


def test_pictures_too_wide_for_one_line_are_stacked(judge: Any, tmp_path: Path, pictures: Any) -> None:
    both = [pictures.first, pictures.second]
    narrow = write(tmp_path / "narrow.docx", [both], 6)
    wide = write(tmp_path / "wide.docx", [both], 10)
    apart = write(tmp_path / "apart.docx", [both[:1], both[1:]], 6)
    for path, arrangement in ((narrow, "left_to_right"), (wide, "top_to_bottom"), (apart, "top_to_bottom")):
        for asked in ("left_to_right", "top_to_bottom"):
            verdict = judge("writer_images", path=path, images=both, arrangement=asked)
            assert verdict.passed == (asked == arrangement), verdict.reason


def test_pictures_in_cells_of_a_table_lie_as_the_cells_do(judge: Any, tmp_path: Path, pictures: Any) -> None:
    import docx
    from docx.shared import Cm

    document = docx.Document()
    table = document.add_table(2, 2)
    for row, column, picture in ((0, 0, pictures.first), (0, 1, pictures.second), (1, 0, pictures.second)):
        table.cell(row, column).paragraphs[0].add_run().add_picture(picture, width=Cm(5))
    path = str(tmp_path / "table.docx")
    document.save(path)
    both = [pictures.first, pictures.second]
    assert judge("writer_images", path=path, images=both, arrangement="left_to_right").passed
    assert judge("writer_images", path=path, images=both, arrangement="top_to_bottom").passed
    assert not judge("writer_images", path=path, images=both[::-1], arrangement="left_to_right").passed


def test_deleted_text_of_tracked_changes_is_not_there(judge: Any, tmp_path: Path) -> None:
    import docx
    from docx.oxml import parse_xml

    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    document = docx.Document()
    paragraph = document.add_paragraph("kept")
    for tag, text in (("del", "delText"), ("moveFrom", "t"), ("ins", "t")):
        inside = f"<w:r><w:{text}> {tag}ed</w:{text}></w:r>"
        paragraph._p.append(parse_xml(f'<w:{tag} {space} w:id="1" w:author="A">{inside}</w:{tag}>'))
    path = str(tmp_path / "tracked.docx")
    document.save(path)
    assert judge("writer_paragraph", path=path, paragraph=1, text="kept insed").passed
    assert not judge("writer_text", path=path, text="ed ").passed
