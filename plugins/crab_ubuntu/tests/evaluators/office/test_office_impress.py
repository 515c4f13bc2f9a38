"""Presentations, made by a library and saved by LibreOffice in both formats: both ways, and nearly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crab_core import DefinitionError

RIGHT: list[tuple[str, dict[str, Any]]] = [
    ("slides", {"count": 4}),
    ("titles", {"titles": ["Welcome", "Pictures", "List", ""]}),
    ("text", {"slide": 1, "text": "to the show"}),
    ("text", {"slide": 1, "text": "Welcome\nto the show", "match": "exact"}),
    ("text", {"slide": 1, "text": "WELCOME", "match": "exact", "part": "title", "case": False}),
    ("text", {"slide": 3, "text": "one\ntwo", "match": "exact", "part": "body"}),
    ("text", {"slide": 2, "text": "Say hello", "match": "exact", "part": "notes"}),
    ("text", {"slide": -2, "text": "List"}),
    ("format", {"slide": 3, "text": "List", "alignment": "right", "part": "title"}),
    ("format", {"slide": 3, "text": "two", "bold": True, "size": 28, "color": "blue", "only": True}),
    ("format", {"slide": 3, "text": "one", "bold": False, "size": 32}),
    ("format", {"slide": 1, "text": "Welcome", "alignment": "center", "size": 44, "font": "Calibri"}),
    ("layout", {"slide": 1, "layout": "title"}),
    ("layout", {"slide": 2, "layout": "title_only"}),
    ("layout", {"slide": 3, "layout": "title_content"}),
    ("layout", {"slide": 4, "layout": "blank"}),
    ("background", {"slide": 3, "background": "#00ff00"}),
    ("background", {"slide": 1, "background": "white"}),
    ("transition", {"slide": 1, "present": False}),
]
NEARLY: list[tuple[str, dict[str, Any], str]] = [
    ("slides", {"count": 5}, "has 4 slides, not 5"),
    ("titles", {"titles": ["Pictures", "Welcome", "List", ""]}, "are ['Welcome', 'Pictures'"),
    ("titles", {"titles": ["Welcome", "Pictures", "List"]}, "the slides of"),
    ("text", {"slide": 2, "text": "Welcome"}, "does not contain 'Welcome'"),
    ("text", {"slide": 1, "text": "Welcom", "match": "exact", "part": "title"}, "says 'Welcome'"),
    ("text", {"slide": 1, "text": "welcome"}, "does not contain"),
    ("text", {"slide": 1, "text": "Welcome", "part": "body"}, "does not contain"),
    ("text", {"slide": 1, "text": "Say hello", "part": "notes"}, "does not contain"),
    ("text", {"slide": 2, "text": "Say hello"}, "does not contain"),
    ("text", {"slide": 5, "text": "x"}, "has 4 slides, no slide 5"),
    ("text", {"slide": -5, "text": "x"}, "no slide -5"),
    ("format", {"slide": 3, "text": "List", "alignment": "left"}, "is aligned right, not left"),
    ("format", {"slide": 1, "text": "List", "alignment": "right"}, "does not contain 'List'"),
    ("format", {"slide": 3, "text": "one", "bold": True}, "is not bold"),
    ("format", {"slide": 3, "text": "tw", "bold": True, "only": True}, "'o' in"),
    ("format", {"slide": 3, "text": "two", "size": 27.5}, "has the size 28 pt"),
    ("format", {"slide": 3, "text": "two", "color": "#0000fe"}, "has the colour #0000ff"),
    ("layout", {"slide": 1, "layout": "title_only"}, "has the layout title"),
    ("layout", {"slide": 4, "layout": "title_only"}, "has the layout blank"),
    ("background", {"slide": 2, "background": "#00ff00"}, "is #ffffff, not #00ff00"),
    ("background", {"slide": 3, "background": "image"}, "is #00ff00, not image"),
    ("transition", {"slide": 1}, "has no transition"),
]


@pytest.mark.parametrize(("name", "arguments"), RIGHT)
def test_what_is_there_passes(judge: Any, show: str, name: str, arguments: dict[str, Any]) -> None:
    verdict = judge(f"impress_{name}", path=show, **arguments)
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize(("name", "arguments", "reason"), NEARLY)
def test_nearly_the_same_fails_and_says_what_is_there(
    judge: Any, show: str, name: str, arguments: dict[str, Any], reason: str
) -> None:
    verdict = judge(f"impress_{name}", path=show, **arguments)
    assert not verdict.passed
    assert reason in verdict.reason


def test_images_are_told_apart_and_where_they_lie(judge: Any, show: str, pictures: Any) -> None:
    first, second = pictures.first, pictures.second

    def shows(*images: str, slide: int = 2, **more: Any) -> bool:
        return judge("impress_images", path=show, slide=slide, images=list(images), **more).passed

    assert shows(first, second, second, count=3)
    assert shows(first, second, arrangement="left_to_right")
    assert shows(second, second, arrangement="top_to_bottom")
    assert shows(second, first, second, arrangement="in_order")
    assert not shows(second, first, arrangement="left_to_right")
    assert not shows(first, second, arrangement="top_to_bottom")
    assert not shows(second, second, arrangement="left_to_right")
    assert not shows(first, first)
    assert not shows(first, second, count=2)
    for slide in (1, 3, 4):
        assert not shows(first, slide=slide)
    for near in (pictures.mirrored, pictures.bordered, pictures.marked, pictures.cropped):
        assert not shows(near)
        assert not shows(near, compare="scaled")
    assert shows(pictures.larger, compare="scaled")


def test_a_picture_shown_otherwise_than_it_is_is_another_one(
    judge: Any, tmp_path: Path, pictures: Any
) -> None:
    import pptx
    from pptx.util import Cm

    show = pptx.Presentation()
    for _ in range(4):
        show.slides.add_slide(show.slide_layouts[6]).shapes.add_picture(pictures.first, Cm(1), Cm(1), Cm(8))
    whole, cropped, turned, mirrored = (slide.shapes[0] for slide in show.slides)
    cropped.crop_left = 0.1
    turned.rotation = 90
    mirrored._element.spPr.xfrm.set("flipH", "1")
    path = str(tmp_path / "altered.pptx")
    show.save(path)
    reasons = [
        judge("impress_images", path=path, slide=number, images=[pictures.first]).reason
        for number in (1, 2, 3, 4)
    ]
    assert whole is not None
    assert "shows" in reasons[0]
    for reason, word in zip(reasons[1:], ("cropped", "rotated", "mirrored"), strict=True):
        assert f"image 1 is {word}" in reason


def test_pictures_in_a_group_lie_where_they_are_seen(judge: Any, tmp_path: Path, pictures: Any) -> None:
    import pptx
    from pptx.util import Cm

    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    group = slide.shapes.add_group_shape()
    group.shapes.add_picture(pictures.first, Cm(1), Cm(1), Cm(4))
    slide.shapes.add_picture(pictures.second, Cm(6), Cm(1), Cm(4))
    both = [pictures.first, pictures.second]
    path = str(tmp_path / "group.pptx")
    show.save(path)
    assert judge("impress_images", path=path, slide=1, images=both, arrangement="left_to_right").passed
    group.left = Cm(15)
    show.save(path)
    assert not judge("impress_images", path=path, slide=1, images=both, arrangement="left_to_right").passed
    assert judge("impress_images", path=path, slide=1, images=both[::-1], arrangement="left_to_right").passed


def test_a_transition_is_seen(judge: Any, tmp_path: Path) -> None:
    import pptx
    from pptx.oxml import parse_xml

    show = pptx.Presentation()
    space = "http://schemas.openxmlformats.org/presentationml/2006/main"
    for inside in ("<p:fade/>", ""):
        slide = show.slides.add_slide(show.slide_layouts[6])
        slide.element.append(parse_xml(f'<p:transition xmlns:p="{space}">{inside}</p:transition>'))
    path = str(tmp_path / "effects.pptx")
    show.save(path)
    assert judge("impress_transition", path=path, slide=1).passed
    assert not judge("impress_transition", path=path, slide=2).passed


def test_what_describes_nothing_is_a_mistake_of_the_task(judge: Any, made: Path) -> None:
    for name, arguments in (
        ("text", {"slide": 0, "text": "x"}),
        ("format", {"slide": 1, "text": "Welcome"}),
        ("images", {"slide": 1}),
        ("background", {"slide": 1, "background": "no colour"}),
    ):
        with pytest.raises(DefinitionError):
            judge(f"impress_{name}", path=str(made / "show.pptx"), **arguments)


@pytest.mark.parametrize("kind", ["pptx", "odp"])
def test_a_darkened_picture_is_seen(
    judge: Any, made: Path, saved: Path, tmp_path: Path, pictures: Any, kind: str
) -> None:
    import odfdo
    import pptx
    from pptx.oxml import parse_xml

    path = str(tmp_path / f"dark.{kind}")
    if kind == "pptx":
        show = pptx.Presentation(str(made / "show.pptx"))
        first = show.slides[1].shapes[2]._element
        space = "http://schemas.openxmlformats.org/drawingml/2006/main"
        first.blipFill.find(f"{{{space}}}blip").append(
            parse_xml(f'<a:lum xmlns:a="{space}" bright="-20000"/>')
        )
        show.save(path)
    else:
        document = odfdo.Document(str(saved / "show.odp"))
        frames = document.body.get_elements("//draw:frame[draw:image]")
        style = document.get_style("graphic", frames[1].get_attribute_string("draw:style-name"))
        twin = style.clone
        twin.name = "dark"
        for properties in twin.get_elements("style:graphic-properties"):
            properties.set_attribute("draw:luminance", "-20%")
        document.insert_style(twin, automatic=True)
        frames[1].set_attribute("draw:style-name", "dark")
        document.save(path)

    def changed(change: str, image: str = "") -> bool:
        return judge("impress_brightness", path=path, slide=2, change=change, image=image).passed

    assert changed("darker", pictures.first)
    assert not changed("brighter", pictures.first)
    assert not changed("none", pictures.first)
    assert changed("none", pictures.second)
    assert not changed("darker")
    assert not changed("darker", pictures.mirrored)


def test_pictures_on_a_diagonal_are_neither_beside_nor_above_each_other(
    judge: Any, tmp_path: Path, pictures: Any
) -> None:
    import pptx
    from pptx.util import Cm

    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    slide.shapes.add_picture(pictures.first, Cm(1), Cm(1), Cm(4), Cm(3))
    slide.shapes.add_picture(pictures.second, Cm(6), Cm(5), Cm(4), Cm(3))
    path = str(tmp_path / "diagonal.pptx")
    show.save(path)
    both = [pictures.first, pictures.second]
    for arrangement in ("left_to_right", "top_to_bottom"):
        assert not judge("impress_images", path=path, slide=1, images=both, arrangement=arrangement).passed
    slide.shapes[1].top, slide.shapes[1].left = Cm(5), Cm(2)
    show.save(path)
    assert judge("impress_images", path=path, slide=1, images=both, arrangement="top_to_bottom").passed
    slide.shapes[1].top, slide.shapes[1].left = Cm(2), Cm(6)
    show.save(path)
    assert judge("impress_images", path=path, slide=1, images=both, arrangement="left_to_right").passed
