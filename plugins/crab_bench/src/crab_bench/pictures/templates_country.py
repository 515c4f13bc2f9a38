"""Figures of the encyclopedia in a spreadsheet: what is asked for, and how it is judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_bench.pictures import solving_country
from crab_bench.site.addresses import WIKI
from crab_bench.web.world import serve_web, the_web
from crab_core import CheckpointGraph, May, Scene, SubTask, ValueType
from crab_ubuntu.evaluators import calc_cell, site_request


def draw_edition(scene: Scene) -> str:
    """The one of the task's web; its figures are its own."""
    return str(the_web(scene).edition)


EDITION: Final = ValueType(
    name="edition", summary="Which small web it is.", draw=draw_edition, show=lambda _: "current"
)


def _checkpoints(country: str, edition: str, new_spreadsheet: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    from crab_bench.site.generate import draw_web

    known = draw_web(int(edition)).country(country)
    cells = (("A1", "capital", known.capital), ("B1", "population", known.population))
    return CheckpointGraph.chain(
        {
            f"article on {country} opened": site_request(host=WIKI, path=known.path),
            **{
                f"{what} in {cell}": calc_cell(path=new_spreadsheet, cell=cell, value=value)
                for cell, what, value in (*cells, ("C1", "currency", known.currency))
            },
        }
    )


def _value(scene: Scene, country: str, edition: str, new_spreadsheet: str) -> str:  # noqa: ARG001
    return new_spreadsheet


def _may_change(new_spreadsheet: str, **_: str) -> Sequence[May]:
    return [May(f"files/{new_spreadsheet}", kinds=("added",))]


COUNTRY_TO_CALC: Final = SubTask(
    id="country_to_calc",
    environment="ubuntu",
    description=(
        "On the desktop, open the {edition} article on {country} in the encyclopedia at "
        "http://wiki.crab.test in Firefox, and make a spreadsheet in LibreOffice Calc that has the country's "
        "capital in cell A1, its population in B1, as a number, and its currency in C1; save it as "
        "{new_spreadsheet}."
    ),
    inputs={"country": "country", "edition": "edition", "new_spreadsheet": "new_spreadsheet"},
    output="spreadsheet",
    result="the spreadsheet {new_spreadsheet}",
    value=_value,
    checkpoints=_checkpoints,
    world=serve_web,
    solution=solving_country.country_to_calc,
    alternatives={"by the search engine": solving_country.search_to_calc},
    mutants={
        "the edition of 2019": solving_country.old_to_calc,
        "in a column": solving_country.country_to_column,
    },
    steps=9,
    may_change=_may_change,
    applications=("Firefox", "Calc"),
)
