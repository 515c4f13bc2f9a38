"""What the phone draws looks as it did: every app's screens against ``pictures/apps``.

After a change that is meant to be seen, run ``python pictures/make.py`` and look at the pictures.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from crab_android.phone import Phone
from crab_android.phone.crawl import Crawl, crawl
from crab_android.phone.ui.fonts import family_found

PICTURES = Path(__file__).parent.parent / "pictures"
sys.path.insert(0, str(PICTURES))

from sheets import COLUMNS, HEIGHT, WIDTH, WORLD, place, save, screens_of, sheet, small  # noqa: E402

BLOCK = 24  # pixels of a sheet; one that differs by more than this in the mean is seen by a person
LIMIT = 12.0


@pytest.fixture(scope="module")
def found() -> Crawl:
    return crawl(Phone(WORLD, 0))


def worst_block(one: np.ndarray, other: np.ndarray) -> float:
    """The largest mean difference of a block between two pictures, in levels of 0 to 255."""
    difference = np.abs(one[..., :3].astype(np.int16) - other[..., :3]).mean(axis=2)
    blocks = difference[: HEIGHT // BLOCK * BLOCK, : WIDTH // BLOCK * BLOCK]
    return float(blocks.reshape(HEIGHT // BLOCK, BLOCK, WIDTH // BLOCK, BLOCK).mean(axis=(1, 3)).max())


@pytest.mark.parametrize("package", list(Phone().apps))
def test_the_screens_of_an_app_look_as_they_did(package, found, tmp_path):
    assert family_found() == "Roboto-Regular", "the pictures were drawn with Debian's fonts-roboto-unhinted"
    spots = screens_of(found, package)
    golden = np.asarray(Image.open(PICTURES / "apps" / f"{package}.png").convert("RGBA"))
    wrong = []
    for number, spot in enumerate(spots):
        left, top = place(number, min(COLUMNS, len(spots)))
        inner = golden[top : top + HEIGHT, left : left + WIDTH]
        assert inner.shape == (HEIGHT, WIDTH, 4), f"{package} has other screens than in its picture"
        now = small(found.phones[spot])
        # The corners are rounded on the sheet.
        now[:BLOCK, :] = inner[:BLOCK, :]
        now[-BLOCK:, :] = inner[-BLOCK:, :]
        if (difference := worst_block(now, inner)) > LIMIT:
            wrong.append(f"{spot} by {difference:.0f}")
    if wrong:
        save(sheet([found.phones[spot] for spot in spots]), str(tmp_path / f"{package}.png"))
    assert not wrong, f"look at {tmp_path / package}.png"


def test_a_screen_that_looks_different_is_noticed(found):
    spot = screens_of(found, "org.crab.tasks")[0]
    before = small(found.phones[spot])
    twin = found.phones[spot].fork()
    twin.app_state("org.crab.tasks").items[2].title = "Something else altogether"
    twin.changed()
    assert worst_block(before, small(twin)) > LIMIT


def test_the_same_phone_is_drawn_to_the_byte_alike_in_another_process():
    program = (
        "import hashlib\nfrom crab_android.phone import Phone\np = Phone({}, 7)\n"
        "parts = [p.png()]\np.launch('org.crab.tasks')\nparts.append(p.png())\n"
        "parts.append(p.ui_xml().encode())\n"
        "print(hashlib.sha256(b''.join(parts)).hexdigest())"
    )
    run = [subprocess.run([sys.executable, "-c", program], capture_output=True, check=True) for _ in range(2)]
    assert run[0].stdout == run[1].stdout
    assert len(run[0].stdout.strip()) == 64
