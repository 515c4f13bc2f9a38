"""EasyOCR, the engine of Crab's paper (arXiv 2407.01511); slow without a GPU."""

from __future__ import annotations

import functools
import importlib
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar

import cv2
import numpy as np

from crab_core import Box, Requirement, TextLine, UsageError
from crab_visualprompt.needs import package
from crab_visualprompt.ocr.easy_weights import DEFAULT_FOLDER, ENGLISH, weights_for
from crab_visualprompt.pixels import Pixels


class EasyOcr:
    """Reads text with EasyOCR's networks, whose weights the user has downloaded."""

    name = "easyocr"
    concurrent: ClassVar[bool] = True
    """Several threads may use one; one of them reads at a time."""

    def __init__(
        self,
        *,
        folder: str | Path = DEFAULT_FOLDER,
        languages: Sequence[str] = ("en",),
        network: str = ENGLISH,
        least: float = 0.3,
        smallest: int = 8,
        gpu: bool = False,
    ) -> None:
        """Load the networks; nothing is downloaded.

        Args:
            folder: Where the weights are: `crab vision weights easyocr` puts them there.
            languages: As EasyOCR calls them; characters of others are not read.
            network: The one that reads, as EasyOCR calls it.
            least: Confidence below which a line is left out, 0 to 1.
            smallest: Pixels of the longer side of a line, below which it is left out.
            gpu: Whether to use one.

        Raises:
            UsageError: EasyOCR, its weights or a language is missing, or an option makes no sense.
        """
        if not 0 <= least <= 1:
            raise UsageError(f"`least` is a confidence from 0 to 1, not {least}.")
        if isinstance(languages, str):
            languages = (languages,)
        self._least = least
        self._smallest = smallest
        self._folder = Path(folder).expanduser()
        self._reading = Lock()
        self._reader: Any = self._load(list(languages), network, gpu)

    @classmethod
    def requirements(cls) -> Sequence[Requirement]:
        """What has to be there before text can be read; nothing of it is imported."""
        packages = [package(name, "easyocr") for name in ("easyocr", "torch", "torchvision")]
        if not packages[0].ok:
            return packages
        folder = Path(DEFAULT_FOLDER).expanduser()
        wrong = [weights.name for weights in weights_for(ENGLISH) if not weights.are_in(folder)]
        if not wrong:
            return [*packages, Requirement("weights", True, str(folder))]
        found = f"{' and '.join(wrong)} missing or damaged in {folder}"
        return [*packages, Requirement("weights", False, found, "crab vision weights easyocr")]

    def read(self, pixels: Pixels) -> list[TextLine]:
        """The lines of text in a picture, in no particular order."""
        grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
        with self._reading, warnings.catch_warnings():
            # About memory that is pinned for a GPU which is not there, and of torch's own parts.
            warnings.simplefilter("ignore")
            # In two steps, because `readtext` takes arrays for blue, green, red in one and not in the other.
            upright, turned = self._reader.detect(pixels, min_size=self._smallest, reformat=False)
            found = self._reader.recognize(grey, upright[0], turned[0], reformat=False)
        height, width = grey.shape
        lines = [TextLine(_box(corners), text.strip(), float(sure)) for corners, text, sure in found]
        whole = Box(0, 0, width, height)
        return [
            TextLine(line.box.intersection(whole), line.text, line.confidence)
            for line in lines
            if line.text and line.confidence >= self._least and line.box.intersection(whole).area
        ]

    def _load(self, languages: list[str], network: str, gpu: bool) -> Any:
        missing = [w.name for w in weights_for(network) if not (self._folder / w.name).is_file()]
        command = f"`crab vision weights easyocr --network {network} --folder {self._folder}`"
        if missing:
            raise UsageError(
                f"EasyOCR's weights {' and '.join(missing)} are not in {self._folder}.",
                advice=f"{command} downloads them.",
            )
        easyocr = _imported()
        path = list(sys.path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # torch's, of how EasyOCR loads its weights
                return easyocr.Reader(
                    languages,
                    gpu=gpu,
                    model_storage_directory=str(self._folder),
                    user_network_directory=str(self._folder),
                    recog_network=network,
                    download_enabled=False,
                    verbose=False,
                )
        except FileNotFoundError as error:
            if "MD5" not in str(error):
                raise UsageError(f"EasyOCR knows no language of {', '.join(languages)}: {error}.") from error
            raise UsageError(
                f"A file of EasyOCR's weights is damaged: {error}.", advice=f"{command} downloads it again."
            ) from error
        except ValueError as error:
            raise UsageError(f"EasyOCR cannot read {', '.join(languages)}: {error}.") from error
        finally:
            sys.path[:] = path  # EasyOCR would import modules from among the weights


def _box(corners: Sequence[Sequence[float]]) -> Box:
    """The upright box around the corners of a line."""
    points = np.asarray(corners, np.float64)
    left, top = np.floor(points.min(axis=0)).astype(int).tolist()
    right, bottom = np.ceil(points.max(axis=0)).astype(int).tolist()
    return Box(left, top, right - left, bottom - top)


def _imported() -> Any:
    """EasyOCR as a module.

    Raises:
        UsageError: It, torch or torchvision is missing, or they do not fit together.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _let_torchvision_be_imported()
            return importlib.import_module("easyocr")
    except (ImportError, RuntimeError, OSError) as error:
        raise UsageError(
            f"EasyOCR cannot be imported: {error}.",
            advice='Install it with what it needs: `pip install "crab-visualprompt[easyocr]"`.',
        ) from error


def _let_torchvision_be_imported() -> None:
    """Import torchvision, also where its operators do not load.

    Built for another torch, as the index's is beside a torch for processors only, it stops at the first of
    its operators. EasyOCR uses none of them, so it is enough that they are declared.
    """
    try:
        importlib.import_module("torchvision")
    except RuntimeError as error:
        if "torchvision::" not in str(error):
            raise
        for name in [n for n in sys.modules if n.split(".")[0] == "torchvision"]:
            del sys.modules[name]
        _declared_operators()
        importlib.import_module("torchvision")


@functools.cache
def _declared_operators() -> Any:
    """Torchvision's operators, declared for as long as this object is kept."""
    library = importlib.import_module("torch").library.Library("torchvision", "FRAGMENT")
    for name in ("nms", "qnms"):
        library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    return library
