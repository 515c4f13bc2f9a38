"""Reference solutions, other routes and near misses of the web sub-tasks.

They see what an agent sees, and know what the description says and what earlier solutions have found.
"""

from __future__ import annotations

from collections.abc import Sequence

from crab_bench.files.solving import new_terminal
from crab_bench.hands import DESKTOP, Doing, chooser, click, desk, opened
from crab_bench.web.solving_pages import (
    ENTER,
    address_bar,
    below,
    beside,
    follow,
    middle,
    pieces,
    search,
    until,
    visit,
)
from crab_core import Mark, Solving, Turn

WIKI = "wiki.crab.test"
PICTURES = "pictures.crab.test"
PLACES = "places.crab.test"
FORGE = "forge.crab.test"
DOCS = "docs.crab.test"
BOARD = "board.crab.test"


# -- the encyclopedia ----------------------------------------------------------------------------------------


def _figure(arrive: Doing, article: str, fact: str) -> Solving:
    """From where one arrives to the article, and the row of its table."""
    turn = yield from arrive
    turn = yield from follow(turn, article)
    turn = yield from until(turn, fact)
    return beside(turn[DESKTOP], fact)


def look_up_country(turn: Turn, country: str, fact: str) -> Solving:
    """From the front page to the article, and the row of its table."""
    return (yield from _figure(visit(turn, WIKI), country, fact))


def search_country(turn: Turn, country: str, fact: str) -> Solving:
    """By the search engine."""
    return (yield from _figure(search(turn, country), country, fact))


def look_up_old_country(turn: Turn, country: str, fact: str) -> Solving:
    """Wrong: the article in the edition of 2019."""
    return (yield from _figure(visit(turn, WIKI), f"{country} (2019)", fact))


def look_up_city(turn: Turn, city: str, fact: str) -> Solving:
    """From the front page to the article, and the row of its table."""
    return (yield from _figure(visit(turn, WIKI), city, fact))


def search_city(turn: Turn, city: str, fact: str) -> Solving:
    """By the search engine."""
    return (yield from _figure(search(turn, city), city, fact))


def look_up_twin(turn: Turn, city: str, fact: str) -> Solving:
    """Wrong: the article of another city."""
    return (yield from _figure(visit(turn, WIKI), "Oslo" if city != "Oslo" else "Lima", fact))


# -- links --------------------------------------------------------------------------------------------


def find_image_link(turn: Turn, image_keyword: str) -> Solving:
    """From the front page to the picture's page, and its button."""
    turn = yield from visit(turn, PICTURES)
    turn = yield from follow(turn, image_keyword)
    turn = yield from until(turn, "Address of the picture")
    link = beside(turn[DESKTOP], "Address of the picture")
    yield click(turn, "Copy address")
    return link


def search_image_link(turn: Turn, image_keyword: str) -> Solving:
    """By the search engine."""
    turn = yield from search(turn, image_keyword)
    turn = yield from follow(turn, image_keyword)
    turn = yield from until(turn, "Address of the picture")
    link = beside(turn[DESKTOP], "Address of the picture")
    yield click(turn, "Copy address")
    return link


def copy_page_address(turn: Turn, image_keyword: str) -> Solving:
    """Wrong: the address of the page about the picture."""
    turn = yield from visit(turn, PICTURES)
    turn = yield from follow(turn, image_keyword)
    turn = yield desk("hotkey", keys=["ctrl", "l"])
    yield desk("hotkey", keys=["ctrl", "c"])
    return f"http://{PICTURES}/picture/{image_keyword.replace(' ', '-')}"


def share_place(turn: Turn, place_kind: str, city: str) -> Solving:
    """From the city's list to the place, and its button."""
    turn = yield from visit(turn, PLACES)
    turn = yield from follow(turn, city)
    turn = yield from until(turn, place_kind)
    turn = yield desk("click", element=_place(turn, place_kind).number)
    turn = yield from until(turn, "Share link")
    link = beside(turn[DESKTOP], "Share link")
    yield click(turn, "Copy share link")
    return link


def search_place(turn: Turn, place_kind: str, city: str) -> Solving:
    """By the search engine, which leads to the city's list."""
    turn = yield from search(turn, f"places in {city}")
    turn = yield from follow(turn, f"Places in {city}")
    turn = yield from until(turn, place_kind)
    turn = yield desk("click", element=_place(turn, place_kind).number)
    turn = yield from until(turn, "Share link")
    link = beside(turn[DESKTOP], "Share link")
    yield click(turn, "Copy share link")
    return link


def look_up_place(turn: Turn, place_kind: str, city: str) -> Solving:
    """From the city's list to the place, and the row of its table."""
    turn = yield from visit(turn, PLACES)
    turn = yield from follow(turn, city)
    turn = yield from until(turn, place_kind)
    turn = yield desk("click", element=_place(turn, place_kind).number)
    turn = yield from until(turn, "Share link")
    return beside(turn[DESKTOP], "Address")


def search_address(turn: Turn, place_kind: str, city: str) -> Solving:
    """By the search engine, which leads to the place."""
    turn = yield from search(turn, f"{place_kind} in {city}")
    view = turn[DESKTOP]
    said = [p for p in pieces(view) if p.text.casefold().endswith(f"- {place_kind} in {city}".casefold())]
    above = [m for m in view.find_all(role="link") if said and m.box.y < said[0].box.y]
    if not above:
        raise LookupError(f"no result for the {place_kind} in {city}")
    turn = yield desk("click", element=max(above, key=middle).number)
    turn = yield from until(turn, "Share link")
    return beside(turn[DESKTOP], "Address")


def look_up_other_place(turn: Turn, place_kind: str, city: str) -> Solving:
    """Wrong: the address of another place of the city."""
    turn = yield from visit(turn, PLACES)
    turn = yield from follow(turn, city)
    turn = yield from until(turn, place_kind)
    right = _place(turn, place_kind)
    others = [m for m in turn[DESKTOP].find_all(role="link") if _in_column(m, right)]
    turn = yield desk("click", element=others[-1].number)
    turn = yield from until(turn, "Share link")
    return beside(turn[DESKTOP], "Address")


def share_other_place(turn: Turn, place_kind: str, city: str) -> Solving:
    """Wrong: the place above or below it in the list."""
    turn = yield from visit(turn, PLACES)
    turn = yield from follow(turn, city)
    turn = yield from until(turn, place_kind)
    right = _place(turn, place_kind)
    others = [m for m in turn[DESKTOP].find_all(role="link") if _in_column(m, right)]
    turn = yield desk("click", element=others[0].number)
    turn = yield from until(turn, "Share link")
    link = beside(turn[DESKTOP], "Share link")
    yield click(turn, "Copy share link")
    return link


def _place(turn: Turn, kind: str) -> Mark:
    """The link in the row of the list that says this kind."""
    view = turn[DESKTOP]
    for cell in pieces(view):
        if cell.role != "cell" or cell.text.casefold() != kind:
            continue
        links = [m for m in view.find_all(role="link") if abs(middle(m) - cell.middle) < cell.box.height / 2]
        if links:
            return links[0]
    raise LookupError(f"the list has no {kind}")


def find_repository_link(turn: Turn, repository_keyword: str) -> Solving:
    """From the topic to the repository with the most stars, and its button."""
    turn = yield from visit(turn, FORGE)
    turn = yield from follow(turn, repository_keyword)
    return (yield from _clone(turn, 0))


def search_repository_link(turn: Turn, repository_keyword: str) -> Solving:
    """By the search engine."""
    turn = yield from search(turn, f"{repository_keyword} repositories")
    turn = yield from follow(turn, repository_keyword)
    return (yield from _clone(turn, 0))


def find_second_repository(turn: Turn, repository_keyword: str) -> Solving:
    """Wrong: the repository with the second most stars."""
    turn = yield from visit(turn, FORGE)
    turn = yield from follow(turn, repository_keyword)
    return (yield from _clone(turn, 1))


def _clone(turn: Turn, place: int) -> Solving:
    turn = yield from until(turn, "Stars")
    rows = _by_stars(turn)
    turn = yield desk("click", element=rows[place].number)
    turn = yield from until(turn, "Clone address")
    link = beside(turn[DESKTOP], "Clone address")
    yield click(turn, "Copy clone address")
    return link


def _by_stars(turn: Turn) -> Sequence[Mark]:
    """The links of the list of repositories, those with the most stars first."""
    view = turn[DESKTOP]
    cells = [one for one in pieces(view) if one.role == "cell"]
    rows = []
    for mark in view.find_all(role="link"):
        level = [c.text.replace(",", "") for c in cells if abs(c.middle - middle(mark)) < mark.box.height / 2]
        counts = [int(text) for text in level if text.isdecimal()]
        if "/" in mark.label and counts:
            rows.append((counts[0], mark))
    if len(rows) < 2:
        raise LookupError("no repositories with stars are on the screen")
    return [mark for _, mark in sorted(rows, key=lambda row: -row[0])]


# -- documentation -------------------------------------------------------------------------------------------


def copy_code_example(turn: Turn, code_topic: str) -> Solving:
    """From the front page to the chapter that names the example, and the button beside its code."""
    turn = yield from visit(turn, DOCS)
    turn = yield from until(turn, "Older versions")
    turn = yield desk("click", element=_chapter(turn, code_topic).number)
    return (yield from _copy_code(turn, code_topic))


def search_code_example(turn: Turn, code_topic: str) -> Solving:
    """By the search engine, whose first result is the current version."""
    turn = yield from search(turn, code_topic)
    view = turn[DESKTOP]
    heading = next((one for one in pieces(view) if "results for" in one.text), None)
    results = [m for m in view.find_all(role="link") if heading and m.box.y > heading.box.y]
    if not results:
        raise LookupError(f"no result for {code_topic!r}")
    turn = yield desk("click", element=min(results, key=middle).number)
    return (yield from _copy_code(turn, code_topic))


def copy_old_code(turn: Turn, code_topic: str) -> Solving:
    """Wrong: the example of version 1."""
    turn = yield from visit(turn, DOCS)
    turn = yield from until(turn, "Older versions")
    chapter = _chapter(turn, code_topic).label
    turn = yield from follow(turn, f"{chapter} (version 1)")
    return (yield from _copy_code(turn, code_topic))


def _chapter(turn: Turn, topic: str) -> Mark:
    """The link to the chapter of which the front page says that it has an example."""
    view = turn[DESKTOP]
    listed = next((one for one in pieces(view) if topic in one.text), None)
    if listed is None:
        raise LookupError(f"the front page names no example for {topic!r}")
    above = [m for m in view.find_all(role="link") if m.box.y < listed.box.y]
    return max(above, key=middle)


def _copy_code(turn: Turn, topic: str) -> Solving:
    turn = yield from until(turn, topic)
    view = turn[DESKTOP]
    heading = next((one for one in pieces(view) if one.text.casefold() == topic), None)
    if heading is None:
        raise LookupError(f"no example {topic!r} is on the screen")
    button = below(view, "Copy", role="button", upper=heading)
    code = [p.text for p in pieces(view) if abs(p.middle - middle(button)) < 9 and p.box.x < button.box.x]
    yield desk("click", element=button.number)
    if not code:
        raise LookupError(f"no code is beside the button of {topic!r}")
    return code[-1]


# -- the board -----------------------------------------------------------------------------------------------


def post_notice(turn: Turn, content: str) -> Solving:
    """Typed into the board's field."""
    turn = yield from visit(turn, BOARD)
    turn = yield from until(turn, "Notices")
    turn = yield click(turn, "Notice", role="text field")
    turn = yield desk("write_text", text=content)
    yield click(turn, "Post", role="button")
    return None


def paste_notice(turn: Turn, content: str) -> Solving:
    """Pasted into the board's field, by way of the page that links all sites."""
    turn = yield from visit(turn, "start.crab.test")
    turn = yield from follow(turn, "Crab Board")
    turn = yield from until(turn, "Notices")
    yield click(turn, "Notice", role="text field")
    yield desk("paste", text=content)
    yield desk("press", key="enter")
    return None


def search_for_notice(turn: Turn, content: str) -> Solving:
    """Wrong: written into the field above, which searches."""
    turn = yield from visit(turn, BOARD)
    turn = yield from until(turn, "Notices")
    turn = yield click(turn, "Search Crab Board", role="text field")
    turn = yield desk("write_text", text=content)
    yield click(turn, "Search", role="button")
    return None


# -- downloads --------------------------------------------------------------------------------------------


def download_in_terminal(turn: Turn, url: str, path: str) -> Solving:
    """With wget."""
    yield from new_terminal(turn)
    yield desk("write_text", text=f"wget -q -O ~/{path} '{url}'{ENTER}")
    return path


def download_in_browser(turn: Turn, url: str, path: str) -> Solving:
    """With the browser's dialog for saving."""
    yield from visit(turn, url)
    yield from _save(path)
    return path


def download_elsewhere(turn: Turn, url: str, path: str) -> Solving:
    """Wrong: saved beside where it should be."""
    yield from new_terminal(turn)
    folder, _, name = path.rpartition("/")
    yield desk("write_text", text=f"wget -q -O ~/{folder}/new-{name} '{url}'{ENTER}")
    return path


def download_copied_in_terminal(turn: Turn, link: str, path: str) -> Solving:  # noqa: ARG001 - the link is pasted
    """With wget, the address pasted."""
    yield from new_terminal(turn)
    yield desk("write_text", text=f"wget -q -O ~/{path} ")
    yield desk("paste")
    yield desk("press", key="enter")
    return path


def download_copied_in_browser(turn: Turn, link: str, path: str) -> Solving:  # noqa: ARG001 - the link is pasted
    """With the browser's dialog for saving, the address pasted."""
    yield from opened(turn, "Firefox")
    yield from address_bar()
    yield desk("paste")
    yield desk("press", key="enter")
    yield from _save(path)
    return path


def download_copied_page(turn: Turn, link: str, path: str) -> Solving:  # noqa: ARG001 - the link is pasted
    """Wrong: not the picture, but what the site shows at its front."""
    yield from new_terminal(turn)
    yield desk("write_text", text=f"wget -q -O ~/{path} http://{PICTURES}/{ENTER}")
    return path


def _save(path: str) -> Solving:
    turn = yield desk("hotkey", keys=["ctrl", "s"])
    yield from chooser(turn)
    yield desk("hotkey", keys=["ctrl", "a"])
    yield desk("write_text", text=f"~/{path}{ENTER}")
    return path


def _in_column(mark: Mark, other: Mark) -> bool:
    """Whether it is in the same column of a list, in another row."""
    return abs(mark.box.x - other.box.x) < 4 and 0 < abs(middle(mark) - middle(other)) < 400
