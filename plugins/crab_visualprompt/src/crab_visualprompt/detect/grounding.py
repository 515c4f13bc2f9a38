"""The detector `grounding-dino`: the paper's, which finds what words describe (arXiv 2303.05499)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, Final

from crab_core import Box, Detection, EnvironmentUnavailable, Pixels, Requirement, UsageError
from crab_visualprompt.needs import package

PUBLISHED: Final = "IDEA-Research/grounding-dino-tiny"
"""On the Hugging Face Hub: 172 million parameters, 690 MB."""
PROMPT: Final = "icon . logo ."
"""What Crab's paper looks for (arXiv 2407.01511, section 5)."""
THRESHOLD: Final = 0.02
"""What the authors' published program takes; the paper names none. The network's own default, 0.35, is for
photographs and finds next to nothing on a screen."""
OVERLAP: Final = 0.5
"""Intersection over union above which the same program keeps one box of two."""


class GroundingDetector:
    """Finds what words describe. Needs torch and transformers: crab-visualprompt[grounding]."""

    name = "grounding-dino"
    concurrent: ClassVar[bool] = True
    """Several threads may use one; one of them looks at a time, since tokenizers cannot be shared."""

    def __init__(
        self,
        *,
        folder: str = "",
        prompt: str = PROMPT,
        threshold: float = THRESHOLD,
        overlap: float = OVERLAP,
        device: str = "",
    ) -> None:
        """Load the network; nothing is downloaded.

        Args:
            folder: Of the published weights, as `hf download` writes it; the Hub's own cache when empty.
            prompt: Words of what is looked for, each followed by a dot.
            threshold: Score below which nothing is told, 0 to 1.
            overlap: Intersection over union above which two boxes are around one thing, 0 to 1.
            device: As torch names it, such as "cpu" or "cuda"; the fastest one when empty.

        Raises:
            EnvironmentUnavailable: A package is not installed.
            UsageError: The weights are missing, or an option makes no sense.
        """
        for option, value in (("threshold", threshold), ("overlap", overlap)):
            if not 0 <= value <= 1:
                raise UsageError(f"`{option}` is a share from 0 to 1, not {value}.")
        self._prompt = as_prompt(prompt)
        self._threshold = threshold
        self._overlap = overlap
        self._looking = Lock()
        self._processor, network = _load(folder)
        self._device = device or _fastest()
        try:
            self._network = network.to(self._device).eval()
        except (RuntimeError, AssertionError) as error:
            raise UsageError(f"torch cannot use the device {device!r}: {error}.") from error

    @classmethod
    def requirements(cls) -> Sequence[Requirement]:
        """What has to be there before anything can be detected; torch and transformers are not imported."""
        packages = [package(name, "grounding") for name in ("torch", "transformers")]
        if not packages[1].ok:
            return packages
        from huggingface_hub import constants

        cache = Path(constants.HF_HUB_CACHE) / f"models--{PUBLISHED.replace('/', '--')}"
        kept = any(cache.glob("snapshots/*/*.safetensors"))
        found = f"{PUBLISHED} in the cache of the Hub" if kept else "none in the cache of the Hub"
        return [*packages, Requirement("weights", kept, found, "" if kept else f"hf download {PUBLISHED}")]

    def detect(self, pixels: Pixels) -> list[Detection]:
        """What the words describe in a picture, the surest first; each with its word.

        Args:
            pixels: Shape (height, width, 3), red, green, blue.
        """
        import numpy as np
        import torch

        height, width = pixels.shape[:2]
        with self._looking, torch.inference_mode():
            given = self._processor(
                images=np.ascontiguousarray(pixels), text=self._prompt, return_tensors="pt"
            )
            given = {name: values.to(self._device) for name, values in given.items()}
            told = self._network(**given)
        shares = told.logits[0].float().sigmoid().cpu().numpy()
        centres, sizes = np.split(told.pred_boxes[0].float().cpu().numpy(), 2, axis=1)
        boxes = np.concatenate([centres - sizes / 2, centres + sizes / 2], axis=1).clip(0, 1)
        boxes = (boxes * np.array([width, height] * 2)).astype(np.float32)
        return self._detections(shares, boxes, self._words(given["input_ids"][0].tolist()))

    def _words(self, tokens: list[int]) -> list[str]:
        """For each token of the prompt the word or words between dots that it belongs to."""
        tokenizer = self._processor.tokenizer
        special = set(tokenizer.all_special_ids)
        parts: list[list[int]] = [[]]
        places = []
        for token in tokens:
            dot = token in special or tokenizer.convert_ids_to_tokens(token) == "."
            if dot and parts[-1]:
                parts.append([])
            elif not dot:
                parts[-1].append(token)
            places.append(-1 if dot else len(parts) - 1)
        words = [tokenizer.decode(part) for part in parts]
        return ["" if place < 0 else words[place] for place in places]

    def _detections(self, shares: Any, boxes: Any, words: list[str]) -> list[Detection]:
        """Boxes around something, from the share that each has in each token, and from corners in pixels."""
        import numpy as np

        from crab_visualprompt.detect.suppress import suppress

        scores = shares.max(axis=1)
        named = [place for place, word in enumerate(words) if word]
        sure = np.flatnonzero(scores > self._threshold)
        kept = sure[suppress(boxes[sure], scores[sure], self._overlap)]
        found = []
        for place in kept.tolist():
            left, top, right, bottom = np.rint(boxes[place]).astype(int).tolist()
            word = words[named[int(shares[place, named].argmax())]]
            if right > left and bottom > top:
                found.append(
                    Detection(Box(left, top, right - left, bottom - top), word, float(scores[place]))
                )
        return found


def as_prompt(words: str) -> str:
    """Words as the network was trained to be asked: in small letters, and a dot after each.

    Raises:
        UsageError: There are none.
    """
    parts = [" ".join(part.split()) for part in words.lower().split(".")]
    if not any(parts):
        raise UsageError("GroundingDINO needs a `prompt`.", advice=f"Crab's paper takes {PROMPT!r}.")
    return " . ".join(part for part in parts if part) + " ."


def _load(folder: str) -> tuple[Any, Any]:
    """What prepares pictures and words, and the network."""
    try:
        import torch  # noqa: F401 - transformers can be imported without it, and then has no network
        from safetensors import SafetensorError
        from transformers import AutoProcessor, GroundingDinoForObjectDetection
    except ImportError as error:
        raise EnvironmentUnavailable(
            f"GroundingDINO needs {error.name}, which is not installed.",
            advice="Install it: `pip install crab-visualprompt[grounding]`.",
        ) from error
    if folder and not Path(folder).expanduser().is_dir():
        raise UsageError(f"There is no folder {folder}.", advice=_advice(folder))
    place = str(Path(folder).expanduser()) if folder else PUBLISHED
    try:
        with _quiet():
            processor = AutoProcessor.from_pretrained(place, local_files_only=True)
            network, told = GroundingDinoForObjectDetection.from_pretrained(
                # Weights in this format hold no code.
                place,
                local_files_only=True,
                use_safetensors=True,
                output_loading_info=True,
            )
    except (OSError, ValueError, RuntimeError, KeyError, TypeError, AttributeError, SafetensorError) as error:
        raise UsageError(
            f"The weights of GroundingDINO cannot be loaded from {folder or 'the cache of the Hub'}: "
            f"{str(error).splitlines()[0]}",
            advice=_advice(folder),
        ) from error
    if told["missing_keys"]:
        raise UsageError(
            f"{folder or PUBLISHED} is no GroundingDINO: {len(told['missing_keys'])} weights are missing.",
            advice=_advice(folder),
        )
    return processor, network


def _advice(folder: str) -> str:
    where = folder or "DIR"
    return f"Get them with `hf download {PUBLISHED} --local-dir {where}` and name the `folder` {where}."


def _fastest() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep transformers from drawing progress bars and reports of weights."""
    from transformers.utils import logging

    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
