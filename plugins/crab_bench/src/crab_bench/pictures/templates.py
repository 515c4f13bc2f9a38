"""What is asked for with pictures, and how it is judged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any, Final, Literal

from crab_bench.pictures import solving_gimp, solving_office
from crab_core import CheckpointGraph, Expression, May, Scene, SubTask
from crab_ubuntu.evaluators import (
    focused_window,
    image_changed,
    image_format,
    image_grayscale,
    image_turned,
    images_joined,
    pdf_images,
    pdf_pages,
    window_title,
    writer_images,
)

DESKTOP: Final = "ubuntu"
WRITER: Final = "libreoffice-writer"
IMPRESS: Final = "libreoffice-impress"
ALIKE: Final = 0.95
"""Two pictures that correlate so are the same in another light; any two of the world do by less than 0.9."""
MARGIN: Final = 8.0
"""Of 255; what is asked for changes ordinary photos by 20 and more."""
MOST: Final = 60.0
"""What is asked for changes no pixel by more than 51: a fifth of the way to white in GIMP, a fifth of 255 in
Impress. A picture that is nearly white or black has changed by more."""


GIMP_IN_FRONT: Final = focused_window(process="gimp-2.10") | focused_window(process="gimp")
"""Its process has one name when it is started from the overview, the other from a terminal."""


def _in_gimp(path: str) -> dict[str, Expression]:
    """The picture is open in GIMP, in front."""
    stem = PurePosixPath(path).stem
    shown = window_title(title=f"[{stem}] (", match="contains")
    return {f"{stem} open in GIMP": GIMP_IN_FRONT & shown}


def _in_another_light(photo: str, new_photo: str, change: Literal["higher", "lower"]) -> Expression:
    """The same picture, neither as it was nor washed out."""

    def changed(by: float) -> Expression:
        return image_changed(
            path=new_photo, reference=photo, measure="brightness", change=change, by=by, alike=ALIKE
        )

    return changed(MARGIN) & ~changed(MOST)


# -- GIMP ----------------------------------------------------------------------------------------------------


def _brightened(photo: str, new_photo: str, output: str) -> CheckpointGraph:  # noqa: ARG001 - it is the new one
    return CheckpointGraph.chain(
        {
            **_in_gimp(photo),
            "a brighter picture exported": _in_another_light(photo, new_photo, "higher"),
            "exported as PNG": image_format(path=new_photo, format="PNG"),
        }
    )


def _joined(left: str, right: str, new_photo: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {
            "GIMP in front": GIMP_IN_FRONT,
            "the pictures joined": images_joined(path=new_photo, first=left, second=right, tolerance=2),
            "exported as PNG": image_format(path=new_photo, format="PNG"),
        }
    )


def _new(kind: str) -> dict[str, Any]:
    """What all have in common that make one new file."""

    def value(scene: Scene, **inputs: str) -> str:  # noqa: ARG001 - what was asked for is what there is
        return inputs[kind]

    def may_change(**facts: str) -> Sequence[May]:
        return [May(f"files/{facts[kind]}", kinds=("added",))]

    return {"value": value, "may_change": may_change}


BRIGHTEN_IN_GIMP: Final = SubTask(
    id="brighten_in_gimp",
    environment=DESKTOP,
    description=(
        "On the desktop, open {photo} in GIMP, raise its brightness by 50 with Colors > Brightness-Contrast, "
        "and export the brighter picture as {new_photo}."
    ),
    inputs={"photo": "photo", "new_photo": "new_photo"},
    output="photo",
    result="the brighter picture {new_photo}",
    checkpoints=_brightened,
    solution=solving_gimp.brighten,
    alternatives={"opened from the terminal": solving_gimp.brighten_from_terminal},
    mutants={
        "darker": solving_gimp.darken,
        "exported elsewhere": solving_gimp.brighten_elsewhere,
        "left as it was": solving_gimp.only_export,
    },
    steps=13,
    applications=("GIMP",),
    **_new("new_photo"),
)
JOIN_IN_GIMP: Final = SubTask(
    id="join_in_gimp",
    environment=DESKTOP,
    description=(
        "On the desktop, use GIMP to put {left} (at the left) and {right} (at the right) side by side in one "
        "picture, without a gap and without scaling either, and export it as {new_photo}."
    ),
    inputs={"left": "photo", "right": "picture", "new_photo": "new_photo"},
    output="photo",
    result="the joined picture {new_photo}",
    checkpoints=_joined,
    solution=solving_gimp.join,
    alternatives={"opened from the terminal": solving_gimp.join_from_terminal},
    mutants={"swapped": solving_gimp.join_swapped},
    steps=20,
    applications=("GIMP",),
    **_new("new_photo"),
)


def _gray(photo: str, new_photo: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {
            **_in_gimp(photo),
            "a picture without colours exported": image_grayscale(path=new_photo),
            "the same picture": image_changed(
                path=new_photo, reference=photo, measure="saturation", change="lower", by=1, alike=ALIKE
            ),
        }
    )


def _mirrored(photo: str, new_photo: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {
            **_in_gimp(photo),
            "the mirrored picture exported": image_turned(
                path=new_photo, reference=photo, how="mirrored_left_right", tolerance=1
            ),
        }
    )


GRAY_IN_GIMP: Final = SubTask(
    id="gray_in_gimp",
    environment=DESKTOP,
    description=(
        "On the desktop, open {photo} in GIMP, convert it to grayscale, and export the gray picture as "
        "{new_photo}."
    ),
    inputs={"photo": "photo", "new_photo": "new_photo"},
    output="gray_picture",
    result="the gray picture {new_photo}",
    checkpoints=_gray,
    solution=solving_gimp.make_gray,
    alternatives={"opened from the terminal": solving_gimp.make_gray_from_terminal},
    mutants={"left as it was": solving_gimp.only_export},
    steps=11,
    applications=("GIMP",),
    **_new("new_photo"),
)
MIRROR_IN_GIMP: Final = SubTask(
    id="mirror_in_gimp",
    environment=DESKTOP,
    description=(
        "On the desktop, open {photo} in GIMP, flip it horizontally, so that left and right change places, "
        "and export the mirrored picture as {new_photo}."
    ),
    inputs={"photo": "photo", "new_photo": "new_photo"},
    output="photo",
    result="the mirrored picture {new_photo}",
    checkpoints=_mirrored,
    solution=solving_gimp.mirror,
    alternatives={"opened from the terminal": solving_gimp.mirror_from_terminal},
    mutants={"only the view": solving_gimp.flip_view, "upside down": solving_gimp.upside_down},
    steps=11,
    applications=("GIMP",),
    **_new("new_photo"),
)


# -- LibreOffice ---------------------------------------------------------------------------------------------


def _darkened(photo: str, new_photo: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {
            "Impress in front": focused_window(app=IMPRESS),
            "a darker picture exported": _in_another_light(photo, new_photo, "lower"),
            "exported as PNG": image_format(path=new_photo, format="PNG"),
        }
    )


def _stacked(top: str, bottom: str, new_document: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {
            "Writer in front": focused_window(app=WRITER),
            "the pictures in the document": writer_images(path=new_document, images=[top, bottom], count=2),
            "one above the other": writer_images(
                path=new_document, images=[top, bottom], arrangement="top_to_bottom"
            ),
        }
    )


def _side_by_side(left: str, right: str, new_pdf: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    shown: dict[str, Any] = {"path": new_pdf, "images": [left, right], "compare": "scaled"}
    return CheckpointGraph.chain(
        {
            "Impress in front": focused_window(app=IMPRESS),
            "a PDF of one page": pdf_pages(path=new_pdf, count=1),
            "the pictures on it": pdf_images(**shown, count=2),
            "side by side": pdf_images(**shown, arrangement="left_to_right"),
        }
    )


DARKEN_IN_IMPRESS: Final = SubTask(
    id="darken_in_impress",
    environment=DESKTOP,
    description=(
        "On the desktop, insert {photo} in an Impress slide, lower its brightness to -20 %, select it and "
        "export the selection, not the slide, as the PNG picture {new_photo}."
    ),
    inputs={"photo": "photo", "new_photo": "new_photo"},
    output="photo",
    result="the darker picture {new_photo}",
    checkpoints=_darkened,
    solution=solving_office.darken,
    mutants={"brighter": solving_office.brighten, "the whole slide": solving_office.darken_slide},
    steps=12,
    applications=("Impress",),
    **_new("new_photo"),
)
STACK_IN_WRITER: Final = SubTask(
    id="stack_in_writer",
    environment=DESKTOP,
    description=(
        "On the desktop, make a Writer document that shows {top} (above) and {bottom} (below it), one above "
        "the other, and no other picture; save it as {new_document}."
    ),
    inputs={"top": "picture", "bottom": "picture", "new_document": "new_document"},
    output="document",
    result="the document {new_document}",
    checkpoints=_stacked,
    solution=solving_office.stack,
    alternatives={"upwards, by the menu": solving_office.stack_upwards},
    mutants={"swapped": solving_office.stack_swapped, "one alone": solving_office.one_alone},
    steps=11,
    applications=("Writer",),
    **_new("new_document"),
)
SIDE_BY_SIDE_PDF: Final = SubTask(
    id="side_by_side_pdf",
    environment=DESKTOP,
    description=(
        "On the desktop, make a presentation of one slide in Impress that shows {left} (at the left) and "
        "{right} (at the right) side by side, without covering each other, and no other picture; export it "
        "as {new_pdf}."
    ),
    inputs={"left": "picture", "right": "picture", "new_pdf": "new_pdf"},
    output="pdf",
    result="the PDF file {new_pdf}",
    checkpoints=_side_by_side,
    solution=solving_office.side_by_side,
    alternatives={"the right one first": solving_office.side_by_side_from_right},
    mutants={"swapped": solving_office.side_by_side_swapped},
    steps=16,
    applications=("Impress",),
    **_new("new_pdf"),
)
