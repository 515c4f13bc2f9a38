"""`crab doctor` says what reads pictures here, and what brings the rest."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from crab_visualprompt.detect.grounding import GroundingDetector
from crab_visualprompt.match.xfeat.matcher import XFeatMatcher
from crab_visualprompt.ocr.easy import EasyOcr
from crab_visualprompt.ocr.easy_weights import ENGLISH, Weights, weights_for

HEAVY = ("torch", "transformers", "easyocr")


def test_the_doctor_looks_at_every_engine_detector_and_matcher_and_imports_nothing_heavy(
    tmp_path: Path,
) -> None:
    program = (
        "import sys; from click.testing import CliRunner; from crab_core.cli import cli\n"
        "print(CliRunner().invoke(cli, ['doctor', '--json']).output)\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=os.environ | home
    )
    assert done.stderr.strip().endswith("[]")
    eyes = {(eye["kind"], eye["name"]): eye for eye in json.loads(done.stdout)["eyes"]}
    default = [("OCR engine", "rapidocr"), ("detector", "contours"), ("matcher", "sift")]
    assert all(eyes[name]["ok"] for name in default)
    assert not eyes["detector", "onnx"]["ok"]
    assert "name it by `file`" in eyes["detector", "onnx"]["error"]
    for name in (("OCR engine", "easyocr"), ("detector", "grounding-dino")):
        assert not eyes[name]["ok"]
        assert all(need["ok"] or need["fix"] for need in eyes[name]["requirements"])


def test_what_is_not_installed_is_told_with_the_extra_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for made, extra in ((EasyOcr, "easyocr"), (GroundingDetector, "grounding"), (XFeatMatcher, "xfeat")):
        needs = made.requirements()
        assert not any(need.ok for need in needs)
        assert all(need.fix == f"pip install 'crab-visualprompt[{extra}]'" for need in needs)


def test_damaged_weights_of_easyocr_are_no_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not EasyOcr.requirements()[0].ok:
        pytest.skip("EasyOCR is not installed")
    monkeypatch.setattr("crab_visualprompt.ocr.easy.DEFAULT_FOLDER", tmp_path)
    for weights in weights_for(ENGLISH):
        (tmp_path / weights.name).write_bytes(b"not a network")
    weights = EasyOcr.requirements()[-1]
    assert not weights.ok
    assert "damaged" in weights.found
    monkeypatch.setattr(Weights, "are_in", lambda self, folder: (folder / self.name).is_file())
    assert EasyOcr.requirements()[-1].ok


def test_weights_in_the_cache_of_the_hub_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    constants = pytest.importorskip("huggingface_hub.constants")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    if not GroundingDetector.requirements()[0].ok:
        pytest.skip("without torch nothing is detected")
    assert GroundingDetector.requirements()[-1].fix.startswith("hf download ")
    kept = tmp_path / "models--IDEA-Research--grounding-dino-tiny" / "snapshots" / "abc"
    kept.mkdir(parents=True)
    (kept / "model.safetensors").write_bytes(b"")
    assert GroundingDetector.requirements()[-1].ok
