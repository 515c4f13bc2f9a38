"""Evaluators that look at presentations: .odp and .pptx, as LibreOffice Impress and others save them."""

from __future__ import annotations

from typing import Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.office.looks import WantedLook, color_code, compare_text, judge_look
from crab_ubuntu.evaluators.office.model import Alignment
from crab_ubuntu.evaluators.office.pictures import Arrangement, Compare, judge_pictures, same
from crab_ubuntu.evaluators.office.slideshow import Layout, Slide, read_slides
from crab_ubuntu.evaluators.reading import UnreadableError, short
from crab_ubuntu.evaluators.texts import Match


@evaluator(env="ubuntu")
@boxed
def impress_slides(path: str, count: int) -> Verdict:
    """A presentation (.odp, .pptx) has so many slides.

    Args:
        path: From the home folder, such as "Documents/talk.odp", or absolute.
        count: How many.
    """
    found = len(read_slides(path).slides)
    return Verdict(found == count, f"{path} has {found} slides{'' if found == count else f', not {count}'}")


@evaluator(env="ubuntu")
@boxed
def impress_titles(path: str, titles: list[str]) -> Verdict:
    """The slides of a presentation have these titles, in this order, and there are no others.

    Args:
        path: From the home folder or absolute.
        titles: One for each slide; "" for a slide without a title.
    """
    found = [slide.title for slide in read_slides(path).slides]
    passed = found == [title.strip() for title in titles]
    return Verdict(
        passed, f"the slides of {path} are {short(found)}{'' if passed else f', not {short(titles)}'}"
    )


@evaluator(env="ubuntu")
@boxed
def impress_text(
    path: str,
    slide: int,
    text: str,
    match: Match = "contains",
    case: bool = True,
    part: Literal["any", "title", "body", "notes"] = "any",
) -> Verdict:
    """A slide says this: anywhere, in its title, in what is not its title, or in its notes.

    Args:
        path: From the home folder or absolute.
        slide: 1 is the first, -1 the last.
        text: The text; paragraphs are lines.
        match: "contains" looks for it, "exact" compares all of the part, "regex" looks for an expression.
        case: Whether upper and lower case differ.
        part: "any" is title and body; "notes" are the speaker's.
    """
    found = _slide(path, slide)
    if part == "notes":
        said = found.notes
    else:
        wanted = {"title": (True,), "body": (False,)}.get(part, (True, False))
        said = "\n".join(shape.text for shape in found.shapes if shape.is_title in wanted)
    where = "" if part == "any" else f"the {part} of "
    return compare_text(f"{where}slide {slide} of {path}", said, text, match, case)


@evaluator(env="ubuntu")
@boxed
def impress_format(
    path: str,
    slide: int,
    text: str = "",
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
    strikethrough: bool | None = None,
    color: str = "",
    size: float | None = None,
    font: str = "",
    alignment: Alignment | Literal[""] = "",
    part: Literal["any", "title", "body"] = "any",
    only: bool = False,
) -> Verdict:
    """A piece of text on a slide is bold, coloured, of a size or in a font, or its paragraph is aligned.

    What comes from the layout and the master counts as well.

    Args:
        path: From the home folder or absolute.
        slide: 1 is the first, -1 the last.
        text: The piece, in one paragraph; every place where it stands is looked at. Left out: all text.
        bold: Whether it is bold.
        italic: Whether it is italic.
        underline: Whether it has a line below.
        strikethrough: Whether it is struck through.
        color: Such as "#ff0000" or "red".
        size: In points.
        font: Name, such as "Liberation Sans".
        alignment: Of the paragraphs where it stands: "left", "center", "right" or "justify".
        part: Where it is looked for.
        only: Whether nothing else in its paragraph may look like this.

    Raises:
        DefinitionError: No look was described.
    """
    wanted = WantedLook(
        bold=bold,
        italic=italic,
        underline=underline,
        strikethrough=strikethrough,
        color=color,
        size=size,
        font=font,
    )
    kinds = {"title": (True,), "body": (False,)}.get(part, (True, False))
    shapes = [shape for shape in _slide(path, slide).shapes if shape.is_title in kinds]
    paragraphs = [p for shape in shapes for p in shape.paragraphs if p.text.strip() and text in p.text]
    what = f"slide {slide} of {path}"
    if alignment:
        if not paragraphs:
            return Verdict(False, f"{what} does not contain {short(text)}")
        for paragraph in paragraphs:
            if paragraph.alignment != alignment:
                words = f"is aligned {paragraph.alignment}, not {alignment}"
                return Verdict(False, f"{short(paragraph.text, 40)} on {what} {words}")
        if not wanted:
            return Verdict(True, f"{short(paragraphs[0].text, 40)} on {what} is aligned {alignment}")
    return judge_look(what, paragraphs, text, wanted, only=only)


@evaluator(env="ubuntu")
@boxed
def impress_images(
    path: str,
    slide: int,
    images: list[str] | None = None,
    count: int | None = None,
    arrangement: Arrangement = "any",
    compare: Compare = "pixels",
    tolerance: float = 4,
) -> Verdict:
    """A slide shows these images, or so many, side by side or one above the other.

    Args:
        path: From the home folder or absolute.
        slide: 1 is the first, -1 the last.
        images: Each a path, "data:;base64,…" or "sha256:…" of the image file; what is in the home the agent
            can change, so give data where that matters.
        count: How many images there are altogether.
        arrangement: "any", "in_order" (from back to front), "left_to_right" (side by side) or
            "top_to_bottom".
        compare: "pixels" wants the same size and pixels; "scaled" the same image at any resolution.
        tolerance: 0 to 255: what pixels may differ.

    Raises:
        DefinitionError: Nothing was described.
    """
    return judge_pictures(
        f"slide {slide} of {path}",
        _slide(path, slide).pictures,
        images=images or [],
        count=count,
        arrangement=arrangement,
        compare=compare,
        tolerance=tolerance,
    )


@evaluator(env="ubuntu")
@boxed
def impress_brightness(
    path: str, slide: int, change: Literal["darker", "brighter", "none"], image: str = ""
) -> Verdict:
    """The images on a slide are shown darker or brighter than they are, by what was set for them.

    Args:
        path: From the home folder or absolute.
        slide: 1 is the first, -1 the last.
        change: "darker", "brighter" or "none".
        image: Only this one, as for `impress_images`; all when left out.
    """
    pictures = _slide(path, slide).pictures
    shown = same(pictures, image, "scaled", 4) if image else pictures
    what = f"slide {slide} of {path}"
    if not shown:
        return Verdict(False, f"{what} does not show {'this image' if image else 'any image'}")
    found = ", ".join(f"{picture.brightness:+g} %" for picture in shown)
    passed = all(
        {"darker": p.brightness < 0, "brighter": p.brightness > 0, "none": p.brightness == 0}[change]
        for p in shown
    )
    return Verdict(
        passed, f"the brightness of images on {what} is {found}{'' if passed else f', not {change}'}"
    )


@evaluator(env="ubuntu")
@boxed
def impress_layout(path: str, slide: int, layout: Layout) -> Verdict:
    """A slide has this layout.

    Args:
        path: From the home folder or absolute.
        slide: 1 is the first, -1 the last.
        layout: "title" (title slide), "title_content", "two_content", "title_only", "blank" or "centered".
    """
    found = _slide(path, slide)
    what = f"slide {slide} of {path} has the layout {found.layout} ({found.layout_name or 'none'})"
    return Verdict(found.layout == layout, what if found.layout == layout else f"{what}, not {layout}")


@evaluator(env="ubuntu")
@boxed
def impress_background(path: str, slide: int, background: str) -> Verdict:
    """The background of a slide has this colour, or is an image or a gradient; its master's counts as well.

    Args:
        path: From the home folder or absolute.
        slide: 1 is the first, -1 the last.
        background: A colour such as "#00ff00" or "green", or "image", "gradient", "pattern", "none".
    """
    kinds = {"image", "gradient", "pattern", "none"}
    wanted = background if background in kinds else color_code(background)
    found = _slide(path, slide).background or "none"
    what = f"the background of slide {slide} of {path} is {found}"
    return Verdict(found == wanted, what if found == wanted else f"{what}, not {wanted}")


@evaluator(env="ubuntu")
@boxed
def impress_transition(path: str, slide: int, present: bool = True) -> Verdict:
    """An effect leads to a slide, or none does.

    Args:
        path: From the home folder or absolute.
        slide: 1 is the first, -1 the last.
        present: Whether there should be one.
    """
    found = _slide(path, slide).transition
    return Verdict(found == present, f"slide {slide} of {path} has {'a' if found else 'no'} transition")


def _slide(path: str, number: int) -> Slide:
    """A slide, or a failed verdict.

    Raises:
        DefinitionError: There is no slide 0.
        UnreadableError: There are not so many slides, or the file cannot be read.
    """
    if number == 0:
        raise DefinitionError("There is no slide 0.", advice="1 is the first, -1 the last.")
    slides = read_slides(path).slides
    index = number - 1 if number > 0 else len(slides) + number
    if not 0 <= index < len(slides):
        raise UnreadableError(f"has {len(slides)} slides, no slide {number}", path)
    return slides[index]
