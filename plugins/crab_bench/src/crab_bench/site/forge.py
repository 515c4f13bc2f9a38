"""The pages of forge.crab.test: repositories by topic, each with an address to clone."""

from __future__ import annotations

from typing import Final

from crab_bench.site.addresses import FORGE, slug
from crab_bench.site.html import Look, Site, copy_button, facts, link, links, paragraph, table
from crab_bench.site.model import Repository, Web
from crab_bench.site.words import TOPICS

NAME: Final = "Crab Forge"
LOOK: Final = Look(FORGE, NAME, "#8a4b1f")


def topic_path(topic: str) -> str:
    """Of the list of repositories on a topic."""
    return f"/topic/{slug(topic)}"


def forge(web: Web) -> Site:
    """All its pages."""
    site = Site(LOOK)
    body = (
        paragraph("Source code, by topic.")
        + links((topic_path(topic), topic.capitalize()) for topic in TOPICS)
        + "<h2>All repositories</h2>"
        + links(
            (one.path, f"{one.owner}/{one.name}") for one in sorted(web.repositories, key=lambda r: r.path)
        )
    )
    site.add("/", NAME, body, front=True)
    for topic in TOPICS:
        here = [one for one in web.repositories if one.topic == topic]
        rows = [
            (link(one.path, f"{one.owner}/{one.name}"), one.about, one.language, f"{one.stars:,}")
            for one in here
        ]
        listed = table(("Repository", "About", "Language", "Stars"), rows)
        site.add(topic_path(topic), topic.capitalize(), listed, f"{len(here)} repositories on {topic}")
    for one in web.repositories:
        site.add(one.path, f"{one.owner}/{one.name}", _repository(one), one.about)
    return site


def _repository(one: Repository) -> str:
    return (
        paragraph(one.about)
        + facts(
            {
                "Language": one.language,
                "Stars": f"{one.stars:,}",
                "Last change": one.updated,
                "Clone address": one.link,
            }
        )
        + f"<p>{copy_button(one.link, 'Copy clone address')}</p>"
        + f"<h2>README</h2><p><b>{one.name}</b></p>"
        + paragraph(f"{one.about}. Written in {one.language}; see the folder `docs` for how to use it.")
        + f"<p>{link(topic_path(one.topic), f'More on {one.topic}')}</p>"
    )
