"""The pages of docs.crab.test: the documentation of a program, with examples to copy."""

from __future__ import annotations

from html import escape
from typing import Final

from crab_bench.site.addresses import DOCS
from crab_bench.site.html import Look, Site, copy_button, link, links, paragraph
from crab_bench.site.model import Example, Web

NAME: Final = "Heron Documentation"
LOOK: Final = Look(DOCS, NAME, "#1f5f7a")


def manual(web: Web) -> Site:
    """All its pages."""
    site = Site(LOOK)
    chapters: dict[str, list[Example]] = {}
    for one in web.examples:
        chapters.setdefault(one.chapter, []).append(one)
    front = paragraph("Heron works with tables on the command line.")
    for chapter, examples in chapters.items():
        front += f"<h2>{link(examples[0].path, chapter)}</h2>"
        front += paragraph(", ".join(one.topic for one in examples), "dim")
    front += "<h2>Older versions</h2>"
    front += links((examples[0].old_path, f"{chapter} (version 1)") for chapter, examples in chapters.items())
    site.add("/", NAME, front, front=True)
    for chapter, examples in chapters.items():
        about = "Examples: " + ", ".join(one.topic for one in examples)
        text = "".join(_example(one.topic, one.about, one.code) for one in examples)
        text += f"<p>{link(examples[0].old_path, 'This chapter for version 1')}</p>"
        site.add(examples[0].path, chapter, text, about)
        text = paragraph("This is the documentation of version 1, which is no longer kept.", "note")
        text += "".join(_example(one.topic, one.about, one.old_code) for one in examples)
        site.add(examples[0].old_path, f"{chapter} (version 1)", text, about)
    return site


def _example(topic: str, about: str, code: str) -> str:
    return (
        f"<h2>{escape(topic.capitalize())}</h2>"
        + paragraph(about)
        + f'<div class="code"><pre>{escape(code)}</pre> {copy_button(code, "Copy")}</div>'
    )
