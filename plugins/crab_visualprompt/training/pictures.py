"""Pictures to learn from: screens of the simulated phone, those of a folder, and drawings made by chance."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Gray = NDArray[np.uint8]
"""Shape (height, width)."""
PHONE = (720, 1600)
"""Width and height at which a phone's screen is taken: two thirds of its own."""


def phone_screens() -> Iterator[tuple[str, Gray]]:
    """Every screen of every app of the simulated phone, with the app's name; the same each time."""
    import skia

    from crab_android.phone.crawl import crawl
    from crab_android.phone.phone import Phone

    for spot, phone in crawl(Phone()).phones.items():
        image = phone.draw().small(*PHONE)
        picture = cv2.imdecode(np.frombuffer(bytes(image.encodeToData(skia.kPNG, 100)), np.uint8), 0)
        yield spot.package, picture


def phone(path: Path) -> list[tuple[str, Gray]]:
    """`phone_screens`, kept as pictures in a folder, and made when there are none; with the app's name."""
    if not any(path.glob("*.png")):
        path.mkdir(parents=True, exist_ok=True)
        for number, (app, picture) in enumerate(phone_screens()):
            cv2.imwrite(str(path / f"{app}-{number:03}.png"), picture)
    return [(name.rpartition("-")[0], picture) for name, picture in folder(path)]


def folder(path: Path) -> Iterator[tuple[str, Gray]]:
    """The PNG and JPEG pictures of a folder, by name; desktop screens, say."""
    for file in [*sorted(path.glob("*.png")), *sorted(path.glob("*.jpg"))]:
        picture = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
        if picture is not None:
            yield file.stem, picture


def drawing(chance: np.random.Generator, height: int = 720, width: int = 960) -> Gray:
    """Something like a screen, or like nothing: plains, boxes, lines, rounds, words and noise."""
    picture = np.full((height, width), chance.integers(0, 256), np.uint8)
    if chance.random() < 0.5:
        ramp = np.linspace(0, chance.integers(20, 120), width)
        picture = np.clip(picture + ramp[None, :], 0, 255).astype(np.uint8)
    for _ in range(chance.integers(20, 120)):
        _shape(picture, chance)
    for _ in range(chance.integers(5, 60)):
        _word(picture, chance)
    if chance.random() < 0.3:
        noise = chance.normal(0, chance.uniform(1, 12), picture.shape)
        picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return picture


def _shape(picture: Gray, chance: np.random.Generator) -> None:
    height, width = picture.shape
    shade = int(chance.integers(0, 256))
    x, y = int(chance.integers(0, width)), int(chance.integers(0, height))
    across, down = int(chance.integers(4, width // 3)), int(chance.integers(4, height // 4))
    thick = int(chance.choice([-1, -1, 1, 2, 4]))
    kind = chance.integers(0, 4)
    if kind == 0:
        cv2.rectangle(picture, (x, y), (x + across, y + down), shade, thick)
    elif kind == 1:
        cv2.line(picture, (x, y), (x + across, y + down - 40), shade, max(thick, 1), cv2.LINE_AA)
    elif kind == 2:
        size = (max(across // 4, 2), max(down // 4, 2))
        cv2.ellipse(picture, (x, y), size, float(chance.uniform(0, 180)), 0, 360, shade, thick, cv2.LINE_AA)
    else:
        corners = np.array([x, y]) + chance.integers(-80, 80, (int(chance.integers(3, 7)), 2))
        cv2.fillPoly(picture, [corners.astype(np.int32)], shade, cv2.LINE_AA)


_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:-"
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)


def _word(picture: Gray, chance: np.random.Generator) -> None:
    height, width = picture.shape
    text = "".join(chance.choice(list(_LETTERS), int(chance.integers(2, 20))))
    place = int(chance.integers(0, width)), int(chance.integers(10, height))
    font = _FONTS[int(chance.integers(0, len(_FONTS)))]
    size, shade = float(chance.uniform(0.35, 1.2)), int(chance.integers(0, 256))
    cv2.putText(picture, text, place, font, size, shade, int(chance.integers(1, 3)), cv2.LINE_AA)
