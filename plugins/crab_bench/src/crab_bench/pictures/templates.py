"""What is asked for with pictures, and how it is judged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any, Final

from crab_bench.pictures import solving_gimp
from crab_core import CheckpointGraph, Expression, May, Scene, SubTask
from crab_ubuntu.evaluators import focused_window, image_changed, image_format, images_joined, window_title

DESKTOP: Final = "ubuntu"
GIMP: Final = "Gimp-2.10"
ALIKE: Final = 0.95
"""Two pictures that correlate so are the same in another light; any two of the world do by less than 0.9."""
MARGIN: Final = 8.0
"""Of 255; what is asked for changes ordinary photos by 20 and more."""


def _window(app: str, name: str, path: str) -> dict[str, Expression]:
    """The file is open in an application, in front."""
    stem = PurePosixPath(path).stem
    shown = window_title(title=f"[{stem}] (", match="contains")
    return {f"{stem} open in {name}": focused_window(app=app) & shown}


# -- GIMP ----------------------------------------------------------------------------------------------------


def _brightened(photo: str, new_photo: str, output: str) -> CheckpointGraph:  # noqa: ARG001 - it is the new one
    return CheckpointGraph.chain(
        {
            **_window(GIMP, "GIMP", photo),
            "a brighter picture exported": image_changed(
                path=new_photo,
                reference=photo,
                measure="brightness",
                change="higher",
                by=MARGIN,
                alike=ALIKE,
            ),
            "exported as PNG": image_format(path=new_photo, format="PNG"),
        }
    )


def _joined(left: str, right: str, new_photo: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    return CheckpointGraph.chain(
        {
            "GIMP in front": focused_window(app=GIMP),
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
    mutants={
        "darker": solving_gimp.darken,
        "exported elsewhere": solving_gimp.brighten_elsewhere,
        "left as it was": solving_gimp.only_export,
    },
    steps=15,
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
    inputs={"left": "photo", "right": "photo", "new_photo": "new_photo"},
    output="photo",
    result="the joined picture {new_photo}",
    checkpoints=_joined,
    solution=solving_gimp.join,
    mutants={"swapped": solving_gimp.join_swapped},
    steps=22,
    applications=("GIMP",),
    **_new("new_photo"),
)
