"""What this family of sub-tasks registers."""

from __future__ import annotations

from typing import Final

from crab_core import SubTaskSpec, ValueTypeSpec, WorldSpec

_TEMPLATES: Final = "crab_bench.pictures.templates"
SUBTASKS: Final = [
    SubTaskSpec(name, summary, f"{_TEMPLATES}:{name.upper()}")
    for name, summary in (
        ("brighten_in_gimp", "Make a picture brighter in GIMP."),
        ("join_in_gimp", "Put two pictures side by side in GIMP."),
        ("gray_in_gimp", "Take the colours out of a picture in GIMP."),
        ("mirror_in_gimp", "Mirror a picture in GIMP."),
        ("darken_in_impress", "Make a picture darker in Impress."),
        ("stack_in_writer", "Put two pictures one above the other in a document."),
        ("side_by_side_pdf", "Put two pictures side by side on a slide, as PDF."),
    )
] + [
    SubTaskSpec(
        "country_to_calc",
        "Bring figures of a country into a spreadsheet.",
        "crab_bench.pictures.templates_country:COUNTRY_TO_CALC",
    ),
]
VALUE_TYPES: Final = [
    ValueTypeSpec(
        "picture", "A picture on the desktop, in colours or not.", "crab_bench.pictures.world:PICTURE"
    ),
    ValueTypeSpec(
        "gray_picture",
        "A picture without colours on the desktop.",
        "crab_bench.pictures.world:GRAY_PICTURE",
    ),
    ValueTypeSpec("photo", "A picture in colours on the desktop.", "crab_bench.pictures.world:PHOTO"),
    ValueTypeSpec("edition", "Which small web it is.", "crab_bench.pictures.templates_country:EDITION"),
]
WORLDS: Final = [
    WorldSpec("photos", "Photos in ~/Pictures.", "crab_bench.pictures.world:photos", environment="ubuntu")
]
