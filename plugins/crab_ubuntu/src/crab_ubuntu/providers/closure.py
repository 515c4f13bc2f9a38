"""Which Python packages the host needs, by installed metadata, so that nothing else is shown to it."""

from __future__ import annotations

import importlib.metadata
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlparse

from crab_core import EnvironmentUnavailable

REQUIREMENT_NAME = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)")


@dataclass(frozen=True, slots=True)
class Piece:
    """One top-level package, module or metadata folder of a distribution."""

    name: str
    """Its file name below the folder of packages."""
    path: Path
    """Where it lies on this machine."""
    editable: bool
    """Whether its source may change between two starts."""


def pieces(roots: Iterable[str]) -> list[Piece]:
    """All that the distributions named by `roots` need to be imported, themselves included, extras left out.

    Raises:
        EnvironmentUnavailable: One of `roots` is not installed.
    """
    found: dict[str, Piece] = {}
    for distribution in _closure(roots):
        for piece in _pieces_of(distribution):
            found.setdefault(piece.name, piece)
    return [found[name] for name in sorted(found)]


def _closure(roots: Iterable[str]) -> Iterator[importlib.metadata.Distribution]:
    todo, seen, required = list(roots), set[str](), set(roots)
    while todo:
        name = todo.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in seen:
            continue
        seen.add(key)
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError as error:
            # A requirement that is not installed belongs to another platform or Python version: its marker is
            # not ours to evaluate. A root that is missing is a broken installation.
            if name not in required:
                continue
            raise EnvironmentUnavailable(
                f"The distribution {name} is not installed, but the desktop's host needs it.",
                advice=f"Install it: pip install {name}",
            ) from error
        yield distribution
        for line in distribution.requires or ():
            match = REQUIREMENT_NAME.match(line)
            if match and not re.search(r";.*\bextra\b", line):
                todo.append(match.group(1))


def _pieces_of(distribution: importlib.metadata.Distribution) -> Iterator[Piece]:
    source = _editable_source(distribution)
    tops = sorted(
        {file.parts[0] for file in distribution.files or () if file.parts and ".." not in file.parts}
    )
    for top in tops:
        if top.endswith(".pth") or top == "__pycache__":
            continue
        path = Path(str(distribution.locate_file(top)))
        if path.exists():
            yield Piece(top, path, editable=False)
    if source is not None:
        package = re.sub(r"[-.]+", "_", distribution.metadata["Name"])
        for folder in (source, source / "src"):
            if (folder / package / "__init__.py").is_file():
                yield Piece(package, folder / package, editable=True)
                return


def _editable_source(distribution: importlib.metadata.Distribution) -> Path | None:
    text = distribution.read_text("direct_url.json")
    if text is None:
        return None
    origin = json.loads(text)
    if not origin.get("dir_info", {}).get("editable"):
        return None
    return Path(unquote(urlparse(origin["url"]).path))
