"""What there is to do in the browser: look up, find, share, copy and download."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from crab_bench.site.addresses import BOARD, DOCS, FIELD, FORGE, PICTURES, PLACES, POST_PATH, WIKI, slug
from crab_bench.site.words import CHAPTERS
from crab_bench.web import solving
from crab_bench.web.world import serve_web, the_web
from crab_core import CheckpointGraph, May, Scene, SubTask
from crab_ubuntu.evaluators import clipboard_text, element_shown, file_hash, site_request, window_title

UBUNTU: Final = "ubuntu"
Checkpoints = Callable[..., CheckpointGraph]
WINDOW: Final = "Crab Encyclopedia — Mozilla Firefox"


# -- the encyclopedia ----------------------------------------------------------------------------------------


def country_checkpoints(country: str, fact: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    """The article was asked for, and is shown."""
    return _article(country, f"/country/{slug(country)}")


def city_checkpoints(city: str, fact: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    """The article was asked for, and is shown."""
    return _article(city, f"/city/{slug(city)}")


def _article(name: str, path: str) -> CheckpointGraph:
    return CheckpointGraph.chain(
        {
            f"article on {name} opened": site_request(host=WIKI, path=path),
            f"article on {name} shown": window_title(title=f"{name} - {WINDOW}"),
        }
    )


def country_figure(scene: Scene, country: str, fact: str) -> str:
    """What the current article says."""
    return _row(the_web(scene).country(country).facts, fact)


def city_figure(scene: Scene, city: str, fact: str) -> str:
    """What the article says."""
    return _row(the_web(scene).city(city).facts, fact)


def _row(facts: dict[str, str], fact: str) -> str:
    return {label.casefold(): value for label, value in facts.items()}[fact]


LOOK_UP_COUNTRY: Final = SubTask(
    id="look_up_country",
    environment=UBUNTU,
    description=(
        "In Firefox on the desktop, open the current article on {country} in the encyclopedia at "
        "http://wiki.crab.test and look up the {fact}."
    ),
    inputs={"country": "country", "fact": "country_fact"},
    output="figure",
    result="the {fact} of {country}",
    value=country_figure,
    checkpoints=country_checkpoints,
    world=serve_web,
    solution=solving.look_up_country,
    alternatives={"by the search engine": solving.search_country},
    mutants={"the edition of 2019": solving.look_up_old_country},
    steps=4,
    applications=("Firefox",),
)

LOOK_UP_CITY: Final = SubTask(
    id="look_up_city",
    environment=UBUNTU,
    description=(
        "In Firefox on the desktop, open the article on {city} in the encyclopedia at "
        "http://wiki.crab.test and look up the {fact}."
    ),
    inputs={"city": "city", "fact": "city_fact"},
    output="figure",
    result="the {fact} of {city}",
    value=city_figure,
    checkpoints=city_checkpoints,
    world=serve_web,
    solution=solving.look_up_city,
    alternatives={"by the search engine": solving.search_city},
    mutants={"another city": solving.look_up_twin},
    steps=4,
    applications=("Firefox",),
)


# -- links and code that are copied --------------------------------------------------------------------------


def image_checkpoints(image_keyword: str, output: str) -> CheckpointGraph:
    """The page about the picture was opened, and the picture's address is on the clipboard."""
    return _copied("page of the picture", PICTURES, f"/picture/{slug(image_keyword)}", output)


def place_checkpoints(place_kind: str, city: str, output: str) -> CheckpointGraph:
    """The page of the place was opened, and its link is on the clipboard."""
    return _copied(f"page of the {place_kind}", PLACES, f"/place/{slug(city)}/{place_kind}", output)


def repository_checkpoints(repository_keyword: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    """The page of the repository was opened, and the address to clone it is on the clipboard."""
    path = urlsplit(output).path.removesuffix(".git")
    return _copied("page of the repository", FORGE, path, output)


def code_checkpoints(code_topic: str, output: str) -> CheckpointGraph:
    """The chapter was opened, and the code is on the clipboard."""
    chapter = next(name for name, entries in CHAPTERS.items() if code_topic in {one[0] for one in entries})
    return _copied("chapter", DOCS, f"/guide/{slug(chapter).lower()}", output)


def _copied(what: str, host: str, path: str, text: str) -> CheckpointGraph:
    return CheckpointGraph.chain(
        {f"{what} opened": site_request(host=host, path=path), "copied": clipboard_text(text=text)}
    )


FIND_IMAGE_LINK: Final = SubTask(
    id="find_image_link",
    environment=UBUNTU,
    description=(
        "In Firefox on the desktop, open the page of the picture {image_keyword} on "
        "http://pictures.crab.test and copy the address of the picture itself to the clipboard."
    ),
    inputs={"image_keyword": "image_keyword"},
    output="copied_picture_link",
    result="the copied address of the picture {image_keyword}",
    value=lambda scene, image_keyword: the_web(scene).picture(image_keyword).link,
    checkpoints=image_checkpoints,
    world=serve_web,
    solution=solving.find_image_link,
    alternatives={"by the search engine": solving.search_image_link},
    mutants={"the address of the page": solving.copy_page_address},
    steps=5,
    applications=("Firefox",),
)

SHARE_PLACE: Final = SubTask(
    id="share_place",
    environment=UBUNTU,
    description=(
        "In Firefox on the desktop, open the page of the {place_kind} in {city} on "
        "http://places.crab.test and copy its share link to the clipboard."
    ),
    inputs={"place_kind": "place_kind", "city": "city"},
    output="copied_link",
    result="the copied share link of the {place_kind} in {city}",
    value=lambda scene, place_kind, city: the_web(scene).place(place_kind, city).link,
    checkpoints=place_checkpoints,
    world=serve_web,
    solution=solving.share_place,
    alternatives={"by the search engine": solving.search_place},
    mutants={"another place of the city": solving.share_other_place},
    steps=6,
    applications=("Firefox",),
)

FIND_REPOSITORY_LINK: Final = SubTask(
    id="find_repository_link",
    environment=UBUNTU,
    description=(
        "In Firefox on the desktop, look on http://forge.crab.test for the repositories on the topic "
        "{repository_keyword}, open the page of the one with the most stars, and copy its clone address "
        "to the clipboard."
    ),
    inputs={"repository_keyword": "repository_keyword"},
    output="copied_link",
    result="the copied clone address of the repository on {repository_keyword}",
    value=lambda scene, repository_keyword: the_web(scene).repositories_on(repository_keyword)[0].link,
    checkpoints=repository_checkpoints,
    world=serve_web,
    solution=solving.find_repository_link,
    alternatives={"by the search engine": solving.search_repository_link},
    mutants={"the second most stars": solving.find_second_repository},
    steps=6,
    applications=("Firefox",),
)

COPY_CODE_EXAMPLE: Final = SubTask(
    id="copy_code_example",
    environment=UBUNTU,
    description=(
        "In Firefox on the desktop, find the example {code_topic} in the current version of the "
        "documentation at http://docs.crab.test and copy its code to the clipboard."
    ),
    inputs={"code_topic": "code_topic"},
    output="copied_code",
    result="the copied code of the example {code_topic}",
    value=lambda scene, code_topic: the_web(scene).example(code_topic).code,
    checkpoints=code_checkpoints,
    world=serve_web,
    solution=solving.copy_code_example,
    alternatives={"by the search engine": solving.search_code_example},
    mutants={"the example of version 1": solving.copy_old_code},
    steps=5,
    applications=("Firefox",),
)


# -- places and notices --------------------------------------------------------------------------------------


def address_checkpoints(place_kind: str, city: str, output: str) -> CheckpointGraph:
    """The page of the place was opened, and its address is shown."""
    return CheckpointGraph.chain(
        {
            f"page of the {place_kind} opened": site_request(
                host=PLACES, path=f"/place/{slug(city)}/{place_kind}"
            ),
            "address shown": element_shown(name=output, role="cell", app="firefox-esr"),
        }
    )


LOOK_UP_PLACE: Final = SubTask(
    id="look_up_place",
    environment=UBUNTU,
    description=(
        "In Firefox on the desktop, open the page of the {place_kind} in {city} on "
        "http://places.crab.test and look up its address."
    ),
    inputs={"place_kind": "place_kind", "city": "city"},
    output="address",
    result="the address of the {place_kind} in {city}",
    value=lambda scene, place_kind, city: the_web(scene).place(place_kind, city).whole_address,
    checkpoints=address_checkpoints,
    world=serve_web,
    solution=solving.look_up_place,
    alternatives={"by the search engine": solving.search_address},
    mutants={"another place of the city": solving.look_up_other_place},
    steps=5,
    applications=("Firefox",),
)


def notice_checkpoints(content: str) -> CheckpointGraph:
    """The board was opened, and the notice was posted there."""
    return CheckpointGraph.chain(
        {
            "board opened": site_request(host=BOARD, path="/"),
            "notice posted": site_request(host=BOARD, path=POST_PATH, method="POST", form={FIELD: content}),
        }
    )


POST_NOTICE: Final = SubTask(
    id="post_notice",
    environment=UBUNTU,
    description="In Firefox on the desktop, post {content} as a notice on http://board.crab.test.",
    inputs={"content": "content"},
    checkpoints=notice_checkpoints,
    world=serve_web,
    solution=solving.post_notice,
    alternatives={"pasted, by way of the start page": solving.paste_notice},
    mutants={"written into the search field": solving.search_for_notice},
    steps=6,
    applications=("Firefox",),
)


# -- downloads --------------------------------------------------------------------------------------------


def picture_checkpoints(url: str, path: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    """The picture is where it should be, to the byte."""
    from crab_bench.site.gallery import picture_at

    return _saved("picture", path, picture_at(url))


def copied_picture_checkpoints(link: str, path: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    """The picture is where it should be, to the byte."""
    from crab_bench.site.gallery import picture_at

    return _saved("picture", path, picture_at(link))


def sheet_checkpoints(url: str, path: str, output: str) -> CheckpointGraph:  # noqa: ARG001
    """The data sheet is where it should be, to the byte."""
    from crab_bench.site.encyclopedia import sheet_at

    return _saved("data sheet", path, sheet_at(url))


def _saved(what: str, path: str, data: bytes) -> CheckpointGraph:
    digest = hashlib.sha256(data).hexdigest()
    return CheckpointGraph({f"{what} saved": file_hash(path=path, digest=digest)})


def may_save(path: str, **_: str) -> Sequence[May]:
    """The file that is downloaded."""
    return [May(f"files/{path}")]


def saved_path(scene: Scene, path: str, **_: str) -> str:  # noqa: ARG001
    """Where the file was saved."""
    return path


def _download(name: str, given: Mapping[str, str], gives: str, checkpoints: Checkpoints) -> SubTask:
    """A download of what has an address that is told."""
    return SubTask(
        id=name,
        environment=UBUNTU,
        description="On the desktop, download what is at {url} and save it as {path}.",
        inputs=given,
        output=gives,
        result="the downloaded file {path}",
        value=saved_path,
        checkpoints=checkpoints,
        world=serve_web,
        solution=solving.download_in_terminal,
        alternatives={"with the browser": solving.download_in_browser},
        mutants={"saved elsewhere": solving.download_elsewhere},
        steps=2,
        may_change=may_save,
        applications=("Terminal",),
    )


DOWNLOAD_PICTURE: Final = _download(
    "download_picture", {"url": "picture_url", "path": "new_photo"}, "photo", picture_checkpoints
)
DOWNLOAD_SHEET: Final = _download(
    "download_sheet", {"url": "sheet_url", "path": "new_text_file"}, "text_file", sheet_checkpoints
)
DOWNLOAD_COPIED_PICTURE: Final = SubTask(
    id="download_copied_picture",
    environment=UBUNTU,
    description="On the desktop, download what is at {link} and save it as {path}.",
    inputs={"link": "copied_picture_link", "path": "new_photo"},
    output="photo",
    result="the downloaded picture {path}",
    value=saved_path,
    checkpoints=copied_picture_checkpoints,
    world=serve_web,
    solution=solving.download_copied_in_terminal,
    alternatives={"with the browser": solving.download_copied_in_browser},
    mutants={"the front page of the site": solving.download_copied_page},
    steps=4,
    may_change=may_save,
    applications=("Terminal",),
)
