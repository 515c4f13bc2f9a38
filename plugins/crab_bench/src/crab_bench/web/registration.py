"""What this family of sub-tasks registers."""

from __future__ import annotations

from typing import Final

from crab_core import SubTaskSpec, ValueTypeSpec, WorldSpec

_TEMPLATES: Final = "crab_bench.web.templates"
_WORLD: Final = "crab_bench.web.world"

SUBTASKS: Final[list[SubTaskSpec]] = [
    SubTaskSpec(name, summary, f"{_TEMPLATES}:{name.upper()}")
    for name, summary in (
        ("look_up_country", "Look up a figure of a country in the encyclopedia."),
        ("look_up_city", "Look up a figure of a city in the encyclopedia."),
        ("find_image_link", "Copy the address of a picture."),
        ("share_place", "Copy the link by which a place is shared."),
        ("find_repository_link", "Copy the address of the repository with the most stars."),
        ("look_up_place", "Look up the address of a place."),
        ("post_notice", "Post a notice on a board."),
        ("copy_code_example", "Copy an example from the documentation."),
        ("download_picture", "Download a picture whose address is told."),
        ("download_sheet", "Download a text file whose address is told."),
        ("download_copied_picture", "Download a picture whose address was copied."),
    )
]
VALUE_TYPES: Final[list[ValueTypeSpec]] = [
    ValueTypeSpec(name, summary, f"{_WORLD}:{name.upper()}")
    for name, summary in (
        ("country", "A country with a table of figures in the encyclopedia."),
        ("country_fact", "A row of a country's table."),
        ("city_fact", "A row of a city's table."),
        ("figure", "What a table of the encyclopedia says."),
        ("url", "The address of a file on the web."),
        ("picture_url", "The address of a picture."),
        ("sheet_url", "The address of a data sheet, a text file."),
        ("copied_text", "A line of text on the desktop's clipboard."),
        ("copied_link", "An address on the desktop's clipboard."),
        ("copied_picture_link", "The address of a picture on the desktop's clipboard."),
        ("copied_code", "A line of code on the desktop's clipboard."),
        ("image_keyword", "A keyword of the site of pictures."),
        ("repository_keyword", "A topic of the code forge."),
        ("place_kind", "A kind of places on the map."),
        ("code_topic", "What an example in the documentation is for."),
    )
]
WORLDS: Final[list[WorldSpec]] = [
    WorldSpec("web", "Which small web there is.", f"{_WORLD}:edition", environment="ubuntu")
]
