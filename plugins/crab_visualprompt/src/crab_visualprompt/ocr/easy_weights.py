"""EasyOCR's weights: which files it needs, and their download, by the user's command only."""

from __future__ import annotations

import hashlib
import importlib.util
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from crab_core import UsageError

LINES = "craft"
"""The network that finds lines, as EasyOCR calls it."""
ENGLISH = "english_g2"
"""The network that reads English."""
DEFAULT_FOLDER = "~/.cache/crab/easyocr"
PATIENCE = 30
"""Seconds without a byte after which a download is given up."""
CHUNK = 1 << 18
LARGEST = 1 << 30
"""Bytes of a file; whatever unpacks to more is none of EasyOCR's."""

Told = Callable[[int, int | None], None]
"""Called with the bytes that have come, and how many there will be, as far as the server tells."""


@dataclass(frozen=True, slots=True)
class Weights:
    """One file, as the installed EasyOCR describes it."""

    name: str
    """Of the file."""
    address: str
    """Of a ZIP archive that holds it."""
    md5: str
    """Of the file, in hexadecimal: the only checksum that EasyOCR publishes."""

    def are_in(self, folder: Path) -> bool:
        """Whether the folder holds the file, undamaged."""
        file = folder / self.name
        return file.is_file() and _md5(file) == self.md5


def known_networks() -> Mapping[str, Weights]:
    """All networks of the installed EasyOCR by their names.

    Its table is read without importing EasyOCR, and torch with it.

    Raises:
        UsageError: EasyOCR is not installed.
    """
    spec = importlib.util.find_spec("easyocr")
    if spec is None or not spec.submodule_search_locations:
        raise UsageError(
            "EasyOCR is not installed.", advice='Install it: `pip install "crab-visualprompt[easyocr]"`.'
        )
    file = Path(spec.submodule_search_locations[0], "config.py")
    table = importlib.util.spec_from_file_location("easyocr_table", file)
    if table is None or table.loader is None:
        raise UsageError(f"EasyOCR's table of networks {file} cannot be read.")
    module = importlib.util.module_from_spec(table)
    table.loader.exec_module(module)
    networks: dict[str, dict[str, Any]] = {LINES: module.detection_models[LINES]}
    for generation in module.recognition_models.values():
        networks |= generation
    return {
        name: Weights(network["filename"], network["url"], network["md5sum"])
        for name, network in networks.items()
    }


def weights_for(network: str) -> list[Weights]:
    """The files that reading with a network takes: the one that finds lines, and its own.

    Raises:
        UsageError: EasyOCR is not installed or has no such network.
    """
    known = known_networks()
    if network not in known or network == LINES:
        names = ", ".join(sorted(name for name in known if name != LINES))
        raise UsageError(f"EasyOCR has no network {network!r} that reads.", advice=f"It has: {names}.")
    return [known[LINES], known[network]]


def download(weights: Weights, folder: Path, told: Told) -> Path:
    """Download a file, check it, and only then put it in its place.

    Args:
        weights: What to download.
        folder: Where to; it is made if there is none.
        told: Hears of the progress.

    Returns:
        Where the file is.

    Raises:
        UsageError: The file cannot be had, is not what was published, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".download-", dir=folder) as room:
            part = Path(room, weights.name)
            with Path(room, "archive").open("w+b") as file:
                _fetch(weights.address, file, told)
                with zipfile.ZipFile(file) as held, held.open(weights.name) as source:
                    part.write_bytes(source.read(LARGEST))
            if _md5(part) != weights.md5:
                raise UsageError(
                    f"What {weights.address} gave is not the {weights.name} that EasyOCR published.",
                    advice="Try again; if it stays so, put the file there yourself.",
                )
            return part.replace(folder / weights.name)
    except (urllib.error.URLError, HTTPException, TimeoutError, ConnectionError) as error:
        raise UsageError(
            f"{weights.address} cannot be downloaded: {error}.",
            advice=f"Download it elsewhere and put {weights.name} from it into {folder}.",
        ) from error
    except (zipfile.BadZipFile, KeyError) as error:
        raise UsageError(
            f"What {weights.address} gave is no archive with {weights.name} in it: {error}.",
            advice="Something between here and there may have answered in its place; try another network.",
        ) from error
    except OSError as error:
        raise UsageError(f"{folder / weights.name} cannot be written: {error}.") from error


def _fetch(address: str, file: IO[bytes], told: Told) -> None:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # the address is EasyOCR's own
        length = answer.headers.get("Content-Length")
        total = int(length) if length else None
        come = 0
        while chunk := answer.read(CHUNK):
            file.write(chunk)
            come += len(chunk)
            told(come, total)
    if total is not None and come < total:
        raise ConnectionError(f"only {come} of {total} bytes came")


def _md5(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
