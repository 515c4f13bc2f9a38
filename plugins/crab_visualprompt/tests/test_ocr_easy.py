"""EasyOCR is loaded from files with its names and shapes, which the tests write."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from crab_core import Box, UsageError
from crab_visualprompt.ocr import easy
from crab_visualprompt.ocr.easy import EasyOcr
from crab_visualprompt.ocr.easy_weights import Weights, known_networks, weights_for

pytestmark = pytest.mark.vision


def fake_torchvision() -> ModuleType:
    """The two parts that EasyOCR uses of torchvision, for where the real one is not installed."""
    import torch
    from torch import nn

    plan = (64, 64, "M", 128, 128, "M", 256, 256, 256, "M", 512, 512, 512, "M", 512, 512, 512, "M")

    def vgg16_bn(weights: None) -> nn.Module:
        layers: list[nn.Module] = []
        channels = 3
        for width in plan:
            if width == "M":
                layers.append(nn.MaxPool2d(2, 2))
            else:
                layers += [
                    nn.Conv2d(channels, int(width), 3, padding=1),
                    nn.BatchNorm2d(int(width)),
                    nn.ReLU(),
                ]
                channels = int(width)
        network = nn.Module()
        network.features = nn.Sequential(*layers)
        return network

    whole, models, transforms = (
        ModuleType(n) for n in ("torchvision", "torchvision.models", "torchvision.transforms")
    )
    whole.__version__ = "0.28.0"  # type: ignore[attr-defined]
    whole.models, whole.transforms = models, transforms  # type: ignore[attr-defined]
    models.vgg16_bn = vgg16_bn  # type: ignore[attr-defined]
    transforms.ToTensor = lambda: (  # type: ignore[attr-defined]
        lambda picture: torch.from_numpy(np.asarray(picture).copy())[None].float() / 255
    )
    return whole


@pytest.fixture(scope="module", autouse=True)
def torchvision() -> Iterator[None]:
    """Torchvision, the real one where there is one."""
    pytest.importorskip("torch")
    pytest.importorskip("packaging")
    if importlib.util.find_spec("torchvision") is not None:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        whole = fake_torchvision()
        for module in (whole, whole.models, whole.transforms):
            patch.setitem(sys.modules, module.__name__, module)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, torchvision: None) -> Iterator[Path]:
    """Weights of networks that take the whole of a picture for one line, and read one K in it."""
    import torch

    easyocr = easy._imported()
    from easyocr import config
    from easyocr.craft import CRAFT
    from easyocr.model.vgg_model import Model

    folder = tmp_path_factory.mktemp("weights")
    lines = CRAFT(pretrained=False)
    with torch.no_grad():
        lines.conv_cls[8].weight.zero_()
        lines.conv_cls[8].bias.copy_(torch.tensor([1.0, 0.0]))  # text everywhere, links nowhere
    characters = config.recognition_models["gen2"]["english_g2"]["characters"]
    words = Model(1, 256, 256, len(characters) + 1)
    with torch.no_grad():
        words.Prediction.weight.zero_()
        words.Prediction.bias.zero_()
        words.Prediction.bias[characters.index("K") + 1] = 12.0
    files = {"craft_mlt_25k.pth": lines, "english_g2.pth": words}
    for name, network in files.items():
        # As published: saved from several GPUs at once, which puts "module." before each name.
        torch.save({f"module.{key}": value for key, value in network.state_dict().items()}, folder / name)
    with pytest.MonkeyPatch.context() as patch:
        for table, name in (
            (config.detection_models["craft"], "craft_mlt_25k.pth"),
            (config.recognition_models["gen2"]["english_g2"], "english_g2.pth"),
        ):
            patch.setitem(table, "md5sum", hashlib.md5((folder / name).read_bytes()).hexdigest())
        assert easyocr.config is config
        yield folder


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Callable[[str], Path]:
    """A folder of links to the weights, without one of them."""

    def without(name: str) -> Path:
        for file in folder.glob("*.pth"):
            if file.name != name:
                (tmp_path / file.name).symlink_to(file)
        return tmp_path

    return without


def page(width: int = 160, height: int = 64) -> np.ndarray:
    return np.full((height, width, 3), 200, np.uint8)


def test_what_the_networks_find_are_lines(folder: Path) -> None:
    (line,) = EasyOcr(folder=folder).read(page())
    assert line.text == "K"
    assert line.confidence > 0.9
    assert all(type(value) is int for value in line.box)
    whole = Box(0, 0, 160, 64)
    assert whole.contains(line.box)
    assert line.box.area > 0.8 * whole.area


def test_lines_less_sure_or_smaller_than_wanted_are_left_out(folder: Path) -> None:
    assert EasyOcr(folder=folder, least=1.0).read(page()) == []
    assert EasyOcr(folder=folder, smallest=200).read(page()) == []


def test_nothing_is_written_and_no_module_is_looked_for_among_the_weights(folder: Path) -> None:
    before, paths = sorted(folder.iterdir()), list(sys.path)
    EasyOcr(folder=folder)
    assert sorted(folder.iterdir()) == before
    assert sys.path == paths


@pytest.mark.parametrize("name", ["craft_mlt_25k.pth", "english_g2.pth"])
def test_a_missing_file_is_told_with_the_command_that_downloads_it(
    copied: Callable[[str], Path], name: str
) -> None:
    folder = copied(name)
    with pytest.raises(UsageError, match=rf"{name} are not in .*`crab vision weights easyocr") as told:
        EasyOcr(folder=folder)
    assert f"--folder {folder}`" in told.value.advice


@pytest.mark.parametrize("name", ["craft_mlt_25k.pth", "english_g2.pth"])
def test_a_damaged_file_is_told_and_left_alone(copied: Callable[[str], Path], name: str) -> None:
    folder = copied(name)
    (folder / name).write_bytes(b"damaged")
    with pytest.raises(UsageError, match=r"is damaged: MD5 mismatch.*`crab vision weights easyocr"):
        EasyOcr(folder=folder)
    assert (folder / name).read_bytes() == b"damaged"


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="are not in"):
        EasyOcr(folder=tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"network": "klingon_g2"}, "no network 'klingon_g2'"),
        ({"network": "craft"}, "no network 'craft' that reads"),
        ({"languages": ("xx",)}, "no language of xx"),
        ({"least": 2.0}, "`least` is a confidence"),
    ],
)
def test_options_that_make_no_sense_are_told(folder: Path, options: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        EasyOcr(folder=folder, **options)  # type: ignore[arg-type]


def test_the_table_of_the_installed_easyocr_is_read() -> None:
    known = known_networks()
    assert known["english_g2"].name == "english_g2.pth"
    assert weights_for("english_g2") == [known["craft"], known["english_g2"]]
    for network in known.values():
        assert isinstance(network, Weights)
        assert network.address.startswith("https://")
        assert len(network.md5) == 32
