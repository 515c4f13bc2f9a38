"""How figures of the encyclopedia come into a spreadsheet."""

from __future__ import annotations

from crab_bench.hands import DESKTOP, desk
from crab_bench.pictures.solving_office import new_file, save
from crab_bench.web.solving_pages import beside, follow, search, until, visit
from crab_core import Solving, Turn

WIKI = "wiki.crab.test"
ROWS = ("Capital", "Population", "Currency")


def country_to_calc(turn: Turn, country: str, edition: str, new_spreadsheet: str) -> Solving:  # noqa: ARG001
    """Read the article's table, and write three of its figures into one row."""
    turn = yield from visit(turn, WIKI)
    turn = yield from follow(turn, country)
    return (yield from _copy(turn, new_spreadsheet))


def search_to_calc(turn: Turn, country: str, edition: str, new_spreadsheet: str) -> Solving:  # noqa: ARG001
    """Find the article by the search engine."""
    turn = yield from search(turn, country)
    turn = yield from follow(turn, country)
    return (yield from _copy(turn, new_spreadsheet))


def old_to_calc(turn: Turn, country: str, edition: str, new_spreadsheet: str) -> Solving:  # noqa: ARG001
    """Wrong: the figures of the edition of 2019."""
    turn = yield from visit(turn, WIKI)
    turn = yield from follow(turn, f"{country} (2019)")
    return (yield from _copy(turn, new_spreadsheet))


def country_to_column(turn: Turn, country: str, edition: str, new_spreadsheet: str) -> Solving:  # noqa: ARG001
    """Wrong: one figure below the other."""
    turn = yield from visit(turn, WIKI)
    turn = yield from follow(turn, country)
    return (yield from _copy(turn, new_spreadsheet, between="\n"))


def _copy(turn: Turn, new_spreadsheet: str, between: str = "\t") -> Solving:
    """What the article on the screen says, in a new spreadsheet; the population without its commas."""
    turn = yield from until(turn, ROWS[-1])
    capital, population, currency = (beside(turn[DESKTOP], row) for row in ROWS)
    yield from new_file(turn, "Calc")
    yield desk("write_text", text=between.join((capital, population.replace(",", ""), currency)) + "\n")
    yield from save(new_spreadsheet)
    return new_spreadsheet
