"""Puts the page of a run together and writes it."""

from __future__ import annotations

import base64
import hashlib
import tempfile
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, Final

from crab_core.errors import RecordError
from crab_core.markup import Html, data_block, join, tag
from crab_core.report.attempts import read_record
from crab_core.report.html import overview
from crab_core.report.html.conversation import Conversation
from crab_core.report.html.episode import episode_section
from crab_core.report.html.pictures import Pictures, relative
from crab_core.report.summary import report_of

_STYLES: Final = ("base.css", "overview.css", "episode.css", "step.css", "exchange.css", "print.css")
_SCRIPT: Final = "player.js"

PICTURE_BUDGET: Final = 256 * 2**20
"""Bytes of pictures that a page embeds at most: what a browser still opens without effort."""


def write_html(
    run_dir: Path,
    out: Path | None = None,
    *,
    standalone: bool = False,
    picture_budget: int = PICTURE_BUDGET,
) -> Path:
    """Write the page of a run; the run may still go on, and nothing in its record is changed.

    A page inside the run directory links the pictures that lie there; one anywhere else embeds them.

    Args:
        run_dir: The run directory.
        out: Where to write; `report.html` in the run directory when left out.
        standalone: Embed the pictures in any case, so that the page can be moved.
        picture_budget: Bytes of pictures to embed at most; what goes beyond is linked in the run directory.

    Returns:
        The path of the page.

    Raises:
        RecordError: It is no run directory, a file in it cannot be read, or the page cannot be written.
    """
    record = read_record(run_dir)
    facts = report_of(record)
    out = out or run_dir / "report.html"
    beside = out.resolve().is_relative_to(run_dir.resolve()) and not standalone
    frames = run_dir / "frames"
    pictures = Pictures(frames, 0 if beside else picture_budget)
    conversation = Conversation(frames, relative(frames, out), pictures)
    with closing(pictures):
        pairs = zip(record.attempts, facts["episodes"], strict=True)
        sections = [episode_section(attempt, episode, pictures, conversation) for attempt, episode in pairs]
        try:
            _write(out, facts, sections, pictures)
        except OSError as error:
            raise RecordError(
                f"The page {out} cannot be written: {error}.", advice="Name another file with --html."
            ) from error
    return out


def _write(out: Path, facts: dict[str, Any], sections: list[Html], pictures: Pictures) -> None:
    """Whole or not at all: who looks at the page of a running run never meets half of it."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=out.parent, suffix=".html", delete=False
    ) as file:
        temporary = Path(file.name)
        try:
            _page(file, out, facts, sections, pictures)
        except BaseException:
            temporary.unlink()
            raise
    temporary.chmod(0o644)
    temporary.replace(out)


def _page(file: IO[str], out: Path, facts: dict[str, Any], sections: list[Html], pictures: Pictures) -> None:
    style, script = "\n".join(map(_part, _STYLES)), _part(_SCRIPT)
    file.write("<!doctype html>\n")
    # The closing tags of html and body may be left out; pictures are written last, piece by piece.
    file.write('<html lang="en">\n')
    file.write(_head(facts, _policy(style, script, pictures), style))
    file.write(
        join(
            overview.header(facts),
            tag(
                "main",
                overview.tiles(facts["summary"]),
                overview.episodes(facts),
                _notes(pictures),
                *sections,
            ),
            _dialog(),
            data_block("crab-report", facts),
            data_block("picture-links", pictures.links(out)),
        )
    )
    file.write("\n")
    pictures.write(file)
    file.write(tag("script", Html(script)))
    file.write("\n")


def _head(facts: dict[str, Any], policy: str, style: str) -> Html:
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("link", rel="icon", href="data:,"),
        tag("title", f"{facts['run']['name']} – Crab run"),
        tag("style", Html(style)),
    )


def _policy(style: str, script: str, pictures: Pictures) -> str:
    """Only this style and this script run, whatever a record holds, and nothing is fetched."""
    images = "data: file: 'self'" if pictures.linked else "data:"
    films = "media-src file: 'self'; " if pictures.films else ""
    return (
        f"default-src 'none'; img-src {images}; {films}style-src '{_hash(style)}'; "
        f"script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _notes(pictures: Pictures) -> Html:
    linked = None
    if pictures.linked:
        some = "Pictures show" if not pictures.embedded else f"{pictures.linked} pictures show"
        text = f"{some} while this page stays where it is in its run directory"
        advice = "" if pictures.embedded else "; crab report --standalone writes one that can be moved"
        linked = tag("p", f"{text}{advice}.", class_="missing")
    noscript = tag(
        "noscript",
        tag("p", "Without scripts, this page shows every step as text, and no pictures.", class_="note"),
    )
    return join(linked, noscript)


def _dialog() -> Html:
    """A picture in full size."""
    return tag(
        "dialog",
        tag("form", tag("button", "Close", class_="control"), method="dialog"),
        tag("img", alt=""),
        class_="large",
        aria_label="Screen in full size",
    )


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8").strip()
