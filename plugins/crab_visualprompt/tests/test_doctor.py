"""`crab doctor` says what reads pictures here, and what brings the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from crab_core.cli import cli


def test_the_doctor_tries_every_engine_detector_and_matcher(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    done = CliRunner().invoke(cli, ["doctor", "--json"])
    eyes = {(eye["kind"], eye["name"]): eye for eye in json.loads(done.output)["eyes"]}
    default = [("OCR engine", "rapidocr"), ("detector", "contours"), ("matcher", "sift")]
    assert all(eyes[name]["ok"] for name in default)
    assert not eyes["detector", "onnx"]["ok"]
    assert "name it by `file`" in eyes["detector", "onnx"]["error"]
    assert not eyes["OCR engine", "easyocr"]["ok"]
    assert not eyes["detector", "grounding-dino"]["ok"]
