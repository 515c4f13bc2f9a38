"""Fixtures: a device with a screen and files, and pictures that have something to see."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from crab_core import Environment, Screenshot, Verdict, observation, png
from crab_visualprompt.evaluators.desktop import EVALUATORS


@observation
def screenshot(env: Any) -> Screenshot:
    """The screen."""
    return Screenshot(png.encode(env.screen), env.screen.shape[1], env.screen.shape[0])


class Desk(Environment):
    """Files in a folder, and a screen that tests draw."""

    name = "ubuntu"
    observations = (screenshot,)
    evaluators = EVALUATORS

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.screen = np.full((480, 640, 3), 220, np.uint8)

    def read_file(self, path: str, limit: int) -> bytes:
        file = self.folder / path
        if not file.is_file():
            raise OSError(f"{path} does not exist")
        if file.stat().st_size > limit:
            raise OSError(f"{path} has more than {limit} bytes")
        return file.read_bytes()

    def judge(self, name: str, **arguments: Any) -> Verdict:
        """What an evaluator says; it must say why."""
        evaluator = self.evaluator_space[name]
        verdict = evaluator.judge(evaluator.validate(arguments), self)
        assert verdict.reason
        return verdict

    def keep(self, path: str, pixels: np.ndarray, **options: Any) -> str:
        """Save a picture; the format goes by its name."""
        Image.fromarray(pixels).save(self.folder / path, **options)
        return path


class Pictures:
    """Makes pictures that have something to see, and does to them what agents and formats do."""

    @staticmethod
    def photo(seed: int, width: int = 240, height: int = 180) -> np.ndarray:
        """Soft shades with some shapes on them, as different as their seeds."""
        rng = np.random.default_rng(seed)
        shades = np.zeros((height, width, 3), np.float32)
        for cells in (4, 8, 16, 40):
            noise = rng.normal(0, 80 / cells**0.5, (cells, cells, 3)).astype(np.float32)
            shades += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)
        pixels = np.clip(shades + rng.uniform(80, 170, 3), 0, 255).astype(np.uint8)
        for _ in range(12):
            x, y, size = (int(v) for v in rng.integers((0, 0, 8), (width, height, 36)))
            color = [int(value) for value in rng.integers(0, 255, 3)]
            if rng.random() < 0.5:
                cv2.circle(pixels, (x, y), size, color, -1)
            else:
                cv2.rectangle(pixels, (x, y), (x + size, y + size), color, -1)
        return pixels

    @staticmethod
    def scaled(pixels: np.ndarray, by: float, upright: float | None = None) -> np.ndarray:
        """At another size; stretched when `upright` differs."""
        how = cv2.INTER_AREA if by < 1 else cv2.INTER_CUBIC
        return cv2.resize(pixels, None, fx=by, fy=by if upright is None else upright, interpolation=how)

    @staticmethod
    def jpeg(pixels: np.ndarray, quality: int) -> np.ndarray:
        """What is left of it after JPEG."""
        held = io.BytesIO()
        Image.fromarray(pixels).save(held, "JPEG", quality=quality)
        return np.array(Image.open(held))

    @staticmethod
    def data(pixels: np.ndarray) -> str:
        """As an argument that no agent can change."""
        return "data:;base64," + base64.b64encode(png.encode(np.ascontiguousarray(pixels))).decode()

    @staticmethod
    def pasted(
        inner: np.ndarray, x: int = 130, y: int = 70, width: int = 640, height: int = 400
    ) -> np.ndarray:
        """A picture on a photo of something else."""
        ground = Pictures.photo(99, width, height)
        ground[y : y + inner.shape[0], x : x + inner.shape[1]] = inner
        return ground

    @staticmethod
    def written(
        *lines: tuple[int, int, str], width: int = 480, height: int = 120, size: int = 18
    ) -> np.ndarray:
        """Dark texts on light ground, each with its left and top."""
        picture = Image.new("RGB", (width, height), (246, 245, 244))
        draw = ImageDraw.Draw(picture)
        for x, y, text in lines:
            draw.text((x, y), text, (40, 40, 40), font=ImageFont.load_default(size))
        return np.array(picture)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture(scope="session")
def pictures() -> type[Pictures]:
    return Pictures
