"""forge.crab.test: repositories of programs."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..blocks import AnyBlock, Banner, Code, Download, Entry, Grid, Heading, Page, Paragraph

HOST = "forge.crab.test"
_BANNER = Banner(text="Forge", icon="code", links=[("Repositories", "/"), ("Docs", "https://docs.crab.test")])


class _Repository(NamedTuple):
    name: str
    text: str
    language: str
    license: str
    stars: int
    version: str
    issues: tuple[str, ...]


_REPOSITORIES = (
    _Repository("tideline", "Series of measurements over time.", "Python", "MIT", 2140, "2.4.1",
                ("Reading times with two time zones", "Charts without a legend")),
    _Repository("lanternfish", "A small web server for files.", "Go", "Apache-2.0", 861, "0.9.3",
                ("Folders with a dot in their name", "Show the size of folders")),
    _Repository("mossgarden", "Makes a watering plan from a list of pots.", "Dart", "MIT", 317, "1.2.0",
                ("Remind me in the evening",)),
    _Repository("quillpen", "Turns Markdown into letters.", "Rust", "MPL-2.0", 1275, "3.0.0",
                ("Line breaks in addresses", "A4 and Letter in one file", "Smaller margins")),
    _Repository("stonecutter", "Cuts large pictures into tiles.", "C++", "BSD-3-Clause", 498, "1.8.2",
                ("Tiles of 1 pixel at the edge",)),
    _Repository("wayfarer", "Finds ways through a graph of streets.", "Python", "MIT", 1903, "5.1.0",
                ("Ferries have no timetable", "One-way streets by bicycle")),
)  # fmt: skip


@lru_cache(maxsize=1)
def pages() -> dict[str, Page]:
    """All pages by path."""
    entries: list[AnyBlock] = [
        Entry(title=r.name, link=f"/{r.name}", text=r.text, meta=f"{r.language} · {r.stars:,} stars")
        for r in _REPOSITORIES
    ]
    head: list[AnyBlock] = [_BANNER, Heading(text="Repositories", level=1)]
    made = {"": Page(title="Forge: repositories", blocks=[*head, *entries])}
    for repository in _REPOSITORIES:
        made[f"/{repository.name}"] = _page(repository)
    return made


def clone_address(name: str) -> str:
    """The address that a repository is cloned from."""
    return f"https://{HOST}/{name}.git"


def _page(repository: _Repository) -> Page:
    name = repository.name
    readme = f"# {name}\n\n{repository.text}\n\nVersion {repository.version}, {repository.license}.\n"
    return Page(
        title=f"{name} - Forge",
        blocks=[
            _BANNER,
            Heading(text=name, level=1),
            Paragraph(text=repository.text),
            Heading(text="Clone"),
            Code(text=clone_address(name)),
            Grid(
                rows=[
                    ["Language", repository.language],
                    ["License", repository.license],
                    ["Stars", f"{repository.stars:,}"],
                    ["Latest release", repository.version],
                    ["Open issues", str(len(repository.issues))],
                ]
            ),
            Download(text="Download README.md", file=f"{name}-README.md", content=readme),
            Heading(text="Open issues"),
            *[Paragraph(text=f"#{number} {text}") for number, text in enumerate(repository.issues, 1)],
        ],
    )
