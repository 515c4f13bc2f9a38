"""GroundingDINO as transformers loads it, with a network of the same shape and few, random weights."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from crab_core import Box, EnvironmentUnavailable, UsageError
from crab_visualprompt.detect.grounding import GroundingDetector, as_prompt
from crab_visualprompt.pixels import Pixels

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "icon", "logo", "button", "##s", "."]
QUERIES = 24


def save(folder: Path, **changes: Any) -> Path:
    """Weights, words and settings, as the published folder holds them."""
    import torch
    from transformers import (
        BertConfig,
        BertTokenizer,
        GroundingDinoConfig,
        GroundingDinoForObjectDetection,
        SwinConfig,
    )

    torch.manual_seed(7)
    sizes = {
        "backbone_config": SwinConfig(
            embed_dim=8,
            depths=[1, 1, 1, 1],
            num_heads=[1, 1, 2, 2],
            window_size=4,
            out_features=["stage2", "stage3", "stage4"],
        ),
        "text_config": BertConfig(
            vocab_size=len(WORDS),
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
            max_position_embeddings=64,
        ),
        "d_model": 32,
        "encoder_layers": 1,
        "decoder_layers": 2,
        "encoder_attention_heads": 2,
        "decoder_attention_heads": 2,
        "encoder_ffn_dim": 16,
        "decoder_ffn_dim": 16,
        "num_queries": QUERIES,
        "max_text_len": 32,
    }
    folder.mkdir(exist_ok=True)
    GroundingDinoForObjectDetection(GroundingDinoConfig(**sizes | changes)).save_pretrained(folder)
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    settings = {
        "image_processor_type": "GroundingDinoImageProcessor",
        "processor_class": "GroundingDinoProcessor",
        "size": {"shortest_edge": 96, "longest_edge": 160},
        "image_mean": [0.485, 0.456, 0.406],
        "image_std": [0.229, 0.224, 0.225],
    }
    (folder / "preprocessor_config.json").write_text(json.dumps(settings))
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(tmp_path_factory.mktemp("grounding"))


@pytest.fixture
def pixels() -> Pixels:
    return np.random.default_rng(3).integers(0, 256, (150, 240, 3), np.uint8)


@pytest.mark.vision
def test_it_finds_what_the_model_cards_post_processing_finds(folder: Path, pixels: Pixels) -> None:
    import torch
    from transformers import AutoProcessor, GroundingDinoForObjectDetection

    processor = AutoProcessor.from_pretrained(folder)
    network = GroundingDinoForObjectDetection.from_pretrained(folder).eval()
    given = processor(images=pixels, text="icon . logo .", return_tensors="pt")
    with torch.inference_mode():
        told = network(**given)
    (card,) = processor.post_process_grounded_object_detection(
        told, given["input_ids"], 0.3, 0.3, [(150, 240)]
    )
    limits = torch.tensor([240, 150, 240, 150])
    expected = [
        (round(score, 4), tuple(np.rint(box.clamp(min=0).minimum(limits).numpy()).astype(int).tolist()))
        for score, box in zip(card["scores"].tolist(), card["boxes"], strict=True)
    ]
    found = GroundingDetector(folder=str(folder), threshold=0.3, overlap=1, device="cpu").detect(pixels)
    ours = [
        (
            round(one.confidence, 4),
            (one.box.x, one.box.y, one.box.x + one.box.width, one.box.y + one.box.height),
        )
        for one in found
    ]
    assert len(ours) > 5
    assert sorted(ours) == sorted((s, b) for s, b in expected if b[2] > b[0] and b[3] > b[1])


@pytest.mark.vision
def test_the_surest_come_first_and_lie_in_the_picture(folder: Path, pixels: Pixels) -> None:
    found = GroundingDetector(folder=str(folder)).detect(pixels)
    assert found
    assert [one.confidence for one in found] == sorted((one.confidence for one in found), reverse=True)
    assert all(Box(0, 0, 240, 150).contains(one.box) for one in found)
    assert {one.label for one in found} <= {"icon", "logo"}


class FakeNetwork:
    """Tells one box, which is more a logo than an icon and reaches over the left and upper edge."""

    def __call__(self, **given: Any) -> SimpleNamespace:
        import torch

        logits = torch.full((1, 1, 32), -9.0)
        logits[0, 0, [1, 3]] = torch.tensor([0.5, 2])
        return SimpleNamespace(logits=logits, pred_boxes=torch.tensor([[[0.1, 0.1, 0.4, 0.6]]]))


@pytest.mark.vision
def test_a_box_has_the_likeliest_word_and_is_cut_at_the_edges(folder: Path, pixels: Pixels) -> None:
    detector = GroundingDetector(folder=str(folder), device="cpu")
    detector._network = FakeNetwork()
    (found,) = detector.detect(pixels)
    assert found.box == Box(0, 0, 72, 60)
    assert found.label == "logo"
    assert found.confidence == pytest.approx(0.881, abs=0.001)


@pytest.mark.vision
def test_overlap_and_threshold_leave_boxes_out(folder: Path, pixels: Pixels) -> None:
    def count(**options: float) -> int:
        return len(GroundingDetector(folder=str(folder), device="cpu", **options).detect(pixels))  # type: ignore[arg-type]

    every = count(threshold=0, overlap=1)
    assert count(threshold=0, overlap=0.1) < every
    assert count(threshold=0.9, overlap=1) < every
    assert count(threshold=1) == 0


@pytest.mark.vision
def test_a_label_is_all_words_between_two_dots(folder: Path, pixels: Pixels) -> None:
    detector = GroundingDetector(folder=str(folder), prompt="Icon logo. Buttons")
    assert {one.label for one in detector.detect(pixels)} <= {"icon logo", "buttons"}
    assert detector._words([2, 5, 6, 9, 7, 8, 9, 3]) == [
        "", "icon logo", "icon logo", "", "buttons", "buttons", "", "",
    ]  # fmt: skip


@pytest.mark.vision
def test_a_part_of_a_picture_is_looked_at_like_a_copy(folder: Path, pixels: Pixels) -> None:
    detector, part = GroundingDetector(folder=str(folder), device="cpu"), pixels[20:, 10:, ::-1]
    assert detector.detect(part) == detector.detect(part.copy())


@pytest.mark.vision
def test_nothing_is_written_while_it_loads(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    GroundingDetector(folder=str(folder))
    assert capfd.readouterr() == ("", "")


@pytest.mark.vision
def test_missing_weights_are_told_with_the_command_that_gets_them(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder") as caught:
        GroundingDetector(folder=str(tmp_path / "weights"))
    assert "hf download IDEA-Research/grounding-dino-tiny --local-dir" in caught.value.advice


@pytest.mark.vision
def test_a_folder_of_something_else_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be loaded"):
        GroundingDetector(folder=str(tmp_path))


@pytest.mark.vision
def test_weights_that_are_not_all_there_are_told(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = save(tmp_path / "weights") / "model.safetensors"
    kept = {name: values for name, values in load_file(weights).items() if "encoder.layers.0" not in name}
    save_file(kept, weights, {"format": "pt"})
    with pytest.raises(UsageError, match="missing"):
        GroundingDetector(folder=str(weights.parent))


@pytest.mark.vision
def test_weights_of_another_size_are_told(tmp_path: Path) -> None:
    folder = save(tmp_path / "weights")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"num_queries": QUERIES + 1}))
    with pytest.raises(UsageError, match="cannot be loaded"):
        GroundingDetector(folder=str(folder))


@pytest.mark.vision
def test_weights_that_were_cut_off_are_told(tmp_path: Path) -> None:
    weights = save(tmp_path / "weights") / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:5000])
    with pytest.raises(UsageError, match="cannot be loaded"):
        GroundingDetector(folder=str(weights.parent))


@pytest.mark.vision
def test_weights_in_a_format_that_may_hold_code_are_not_loaded(tmp_path: Path) -> None:
    import torch

    folder = save(tmp_path / "weights")
    (folder / "model.safetensors").unlink()
    torch.save({}, folder / "pytorch_model.bin")
    with pytest.raises(UsageError, match="cannot be loaded"):
        GroundingDetector(folder=str(folder))


@pytest.mark.vision
def test_a_device_that_is_not_there_is_told(folder: Path) -> None:
    with pytest.raises(UsageError, match="device"):
        GroundingDetector(folder=str(folder), device="nonsense")


@pytest.mark.parametrize("package", ["torch", pytest.param("transformers", marks=pytest.mark.vision)])
def test_a_missing_package_is_told_with_what_installs_it(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(EnvironmentUnavailable, match=package) as caught:
        GroundingDetector()
    assert "crab-visualprompt[grounding]" in caught.value.advice


@pytest.mark.parametrize(
    ("words", "prompt"),
    [
        ("icon . logo .", "icon . logo ."),
        ("icon. Logo", "icon . logo ."),
        ("  Close  button ", "close button ."),
        ("icon..logo...", "icon . logo ."),
    ],
)
def test_the_prompt_is_asked_as_the_network_was_trained(words: str, prompt: str) -> None:
    assert as_prompt(words) == prompt


@pytest.mark.parametrize("words", ["", " . . "])
def test_a_prompt_without_words_is_told(words: str) -> None:
    with pytest.raises(UsageError, match="prompt"):
        as_prompt(words)


@pytest.mark.parametrize("options", [{"threshold": 2}, {"overlap": -0.5}])
def test_an_option_outside_its_range_is_told(options: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=next(iter(options))):
        GroundingDetector(**options)  # type: ignore[arg-type]
