"""XFeat: its network as published, the places it gives, and the files it is loaded from."""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from crab_core import EnvironmentUnavailable, Match, UsageError

torch = pytest.importorskip("torch", reason="XFeat needs torch: scripts/setup --vision")

from crab_visualprompt.match.xfeat import features  # noqa: E402 - torch first
from crab_visualprompt.match.xfeat.matcher import OURS, XFeatMatcher, load  # noqa: E402
from crab_visualprompt.match.xfeat.model import Maps, XFeat  # noqa: E402

BROUGHT = Path(features.__file__).parents[1] / "weights" / OURS
CONVOLUTIONS = {
    "block1": [(4, 1, 3), (8, 4, 3), (8, 8, 3), (24, 8, 3)],
    "block2": [(24, 24, 3), (24, 24, 3)],
    "block3": [(64, 24, 3), (64, 64, 3), (64, 64, 1)],
    "block4": [(64, 64, 3), (64, 64, 3), (64, 64, 3)],
    "block5": [(128, 64, 3), (128, 128, 3), (128, 128, 3), (64, 128, 1)],
    "block_fusion": [(64, 64, 3), (64, 64, 3)],
    "heatmap_head": [(64, 64, 1), (64, 64, 1)],
    "keypoint_head": [(64, 64, 1), (64, 64, 1), (64, 64, 1)],
}
"""Of the published file: leaving, entering and size of each convolution that a normalisation follows."""
LAST = {
    "skip1.1": (24, 1, 1, 1),
    "block_fusion.2": (64, 64, 1, 1),
    "heatmap_head.2": (1, 64, 1, 1),
    "keypoint_head.3": (65, 64, 1, 1),
    "fine_matcher.0": (512, 128),
    "fine_matcher.3": (512, 512),
    "fine_matcher.6": (512, 512),
    "fine_matcher.9": (512, 512),
    "fine_matcher.12": (64, 512),
}
"""Layers with a bias."""


def published() -> dict[str, tuple[int, ...]]:
    """The names in the published weights file, and the shapes of what they name."""
    shapes: dict[str, tuple[int, ...]] = {}
    for block, layers in CONVOLUTIONS.items():
        for i, (leaving, entering, size) in enumerate(layers):
            shapes[f"{block}.{i}.layer.0.weight"] = (leaving, entering, size, size)
            _normalisation(shapes, f"{block}.{i}.layer.1", leaving)
    for name, shape in LAST.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    for i in (1, 4, 7, 10):
        _normalisation(shapes, f"fine_matcher.{i}", 512)
    return shapes


def _normalisation(shapes: dict[str, tuple[int, ...]], name: str, size: int) -> None:
    shapes |= {f"{name}.running_mean": (size,), f"{name}.running_var": (size,)}
    shapes[f"{name}.num_batches_tracked"] = ()


@pytest.fixture(scope="module")
def network() -> XFeat:
    torch.manual_seed(0)
    return XFeat().eval()


@pytest.fixture
def file(network: XFeat, tmp_path: Path) -> Path:
    """A weights file, as a user has it."""
    path = tmp_path / "xfeat.pt"
    torch.save(network.state_dict(), path)
    return path


def drawn(seed: int, width: int = 320, height: int = 256) -> np.ndarray:
    rng = np.random.default_rng(seed)
    picture = np.full((height, width, 3), rng.integers(180, 250), np.uint8)
    for _ in range(40):
        x, y, across, down = (int(v) for v in rng.integers((0, 0, 8, 8), (width, height, 70, 40)))
        color = [int(value) for value in rng.integers(0, 255, 3)]
        cv2.rectangle(picture, (x, y), (x + across, y + down), color, int(rng.choice([-1, 2])))
        cv2.putText(picture, str(rng.integers(1000)), (y, x), 1, 1.2, color, 1, cv2.LINE_AA)
    return picture


def tensor(picture: np.ndarray) -> Any:
    return torch.from_numpy(picture[:, :, 0].copy())[None, None].float() / 255


# The network


def test_names_and_shapes_are_those_of_the_published_file(network: XFeat):
    assert {name: tuple(value.shape) for name, value in network.state_dict().items()} == published()


@pytest.mark.parametrize(("height", "width"), [(32, 32), (64, 96), (256, 320)])
@pytest.mark.parametrize("colours", [1, 3])
def test_maps_have_a_cell_for_eight_by_eight_pixels(network: XFeat, height: int, width: int, colours: int):
    with torch.inference_mode():
        maps = network(torch.rand(2, colours, height, width))
    cells = (height // 8, width // 8)
    assert maps.descriptors.shape == (2, 64, *cells)
    assert maps.keypoints.shape == (2, 65, *cells)
    assert maps.reliability.shape == (2, 1, *cells)
    assert maps.reliability.min() >= 0
    assert maps.reliability.max() <= 1


def test_brightness_and_contrast_make_no_difference(network: XFeat):
    picture = tensor(drawn(1))
    with torch.inference_mode():
        one, other = network(picture), network(picture * 0.5 + 0.2)
    assert torch.allclose(one.descriptors, other.descriptors, atol=1e-3)


def test_the_keypoint_head_sees_each_cell_row_by_row(network: XFeat):
    """Its 64 places are those of the pixels: place 8 y + x is the pixel x, y of the cell."""
    logits = torch.full((1, 65, 4, 4), -9.0)
    logits[0, 8 * 5 + 2, 1, 3] = 9.0
    row, column = torch.nonzero(features._heat(logits)[0, 0] > 0.5)[0].tolist()
    assert (column, row) == (3 * 8 + 2, 1 * 8 + 5)


# The places that it gives


class Told(torch.nn.Module):  # type: ignore[misc]
    """A network that says what a test tells it."""

    def __init__(self, maps: Maps, offset: int = 36) -> None:
        super().__init__()
        self.maps, self.offset = maps, offset

    def forward(self, pictures: Any) -> Maps:
        rows, columns = pictures.shape[-2] // 8, pictures.shape[-1] // 8
        return Maps(*(part[..., :rows, :columns] for part in self.maps))

    def refine(self, first: Any, second: Any) -> Any:
        logits = torch.zeros(len(first), 64)
        logits[:, self.offset] = 20.0
        return logits


def maps(rows: int, columns: int) -> Maps:
    torch.manual_seed(1)
    keypoints = torch.full((1, 65, rows, columns), -9.0)
    keypoints[:, 64] = 9.0
    return Maps(torch.randn(1, 64, rows, columns), keypoints, torch.rand(1, 1, rows, columns))


def test_sparse_points_lie_where_the_network_sees_them_strongest_first():
    told = maps(8, 8)
    told.reliability[:] = 0.5
    told.reliability[0, 0, 2, 1] = 1.0
    for row, column, place in ((2, 1, 8 * 3 + 4), (5, 6, 8 * 7 + 1)):
        told.keypoints[0, place, row, column] = 20.0
    found = features.sparse(Told(told), torch.rand(1, 1, 64, 64))
    assert found.points.tolist() == [[12.0, 19.0], [49.0, 47.0]]
    assert torch.allclose(found.descriptors.norm(dim=-1), torch.ones(2))
    assert found.scores[0] > found.scores[1]
    assert len(features.sparse(Told(told), torch.rand(1, 1, 64, 64), most=1).points) == 1


def test_sides_that_are_no_multiples_of_32_are_taken_back_to_the_pictures_pixels():
    told = maps(8, 8)
    told.keypoints[0, 0, 4, 4] = 20.0
    found = features.sparse(Told(told), torch.rand(1, 1, 80, 95))  # seen at 64 by 64
    assert found.points.tolist() == [[pytest.approx(32 * 95 / 64), pytest.approx(32 * 80 / 64)]]


def test_a_picture_in_which_nothing_is_seen_has_no_points():
    found = features.sparse(Told(maps(8, 8)), torch.rand(1, 1, 64, 64))
    assert found.points.shape == (0, 2)
    assert found.descriptors.shape == (0, 64)


def test_the_semi_dense_grid_has_two_scales_and_the_most_reliable_cells():
    picture = torch.rand(1, 1, 320, 320)
    told = maps(60, 60)
    found = features.semi_dense(Told(told), picture, most=100)
    coarse, fine = found.points[:20], found.points[20:]
    assert len(fine) == 80
    # 320 pixels are seen as 192 and as 416: a cell is 8 of those.
    assert torch.allclose(coarse / (8 * 320 / 192), (coarse / (8 * 320 / 192)).round(), atol=1e-4)
    assert torch.allclose(fine / (8 * 320 / 416), (fine / (8 * 320 / 416)).round(), atol=1e-4)
    assert torch.all(found.scores[:19] >= found.scores[1:20])
    left_out = told.reliability[0, 0, :24, :24].flatten().sort(descending=True).values[20]
    assert found.scores[:20].min() >= left_out


def test_pairs_are_each_others_nearest():
    ours = torch.eye(64)[[0, 1, 2, 2]]
    theirs = torch.eye(64)[[2, 0, 5]]
    here, there = features.mutual(ours, theirs, 0.5)
    assert list(zip(here.tolist(), there.tolist(), strict=True)) == [(0, 1), (2, 0)]
    none = features.mutual(ours, theirs[:0])
    assert [len(side) for side in none] == [0, 0]


@pytest.mark.parametrize(("place", "moved"), [(36, (0, 0)), (8 * 4 + 6, (2, 0)), (8 * 1 + 4, (0, -3))])
def test_refinement_moves_the_first_point_within_its_cell(place: int, moved: tuple[int, int]):
    """Place 36, row 4 and column 4, is the middle; a pixel counts as much as its scale makes of it."""
    points = torch.tensor([[16.0, 24.0], [40.0, 8.0]])
    one = features.Features(points, torch.rand(2, 64), torch.ones(2), torch.tensor([[2.0, 2.0], [0.5, 0.5]]))
    both = torch.arange(2), torch.arange(2)
    pairs = features.refined(Told(maps(1, 1), place), one, one, both)
    by = torch.tensor(moved).float()
    assert torch.allclose(pairs[:, :2], points + by * one.sizes, atol=1e-3)
    assert torch.equal(pairs[:, 2:], points)


def test_pairs_of_which_the_refinement_is_not_sure_are_dropped(network: XFeat):
    class Unsure(Told):
        def refine(self, first: Any, second: Any) -> Any:
            return torch.zeros(len(first), 64)

    one = features.Features(torch.rand(5, 2), torch.rand(5, 64), torch.ones(5), torch.ones(5, 2))
    both = torch.arange(5), torch.arange(5)
    assert features.refined(Unsure(maps(1, 1)), one, one, both).shape == (0, 4)


# With the weights of the package


@pytest.fixture(scope="module", params=["sparse", "semi-dense"])
def trained(request: pytest.FixtureRequest) -> XFeatMatcher:
    if not BROUGHT.exists():
        pytest.skip(f"{OURS} is not there yet: train it by plugins/crab_visualprompt/training")
    return XFeatMatcher(mode=request.param)


def corner_error(match: Match, homography: Any, width: int, height: int) -> float:
    assert match.corners is not None
    seen = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]]) @ np.array(homography).T
    return float(np.linalg.norm(seen[:, :2] / seen[:, 2:] - match.corners, axis=1).max())


@pytest.mark.parametrize(
    "homography",
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[1, 0, 37], [0, 1, -21], [0, 0, 1]],
        [[0.85, 0, 30], [0, 0.85, 20], [0, 0, 1]],
        [[0.97, 0.1, 0], [-0.1, 0.97, 30], [0, 0, 1]],
    ],
    ids=["where it was", "shifted", "smaller", "turned"],
)
def test_corners_lie_where_the_homography_puts_them(trained: XFeatMatcher, homography: Any):
    first = drawn(1, 640, 480)
    second = cv2.warpPerspective(first, np.array(homography, float), (640, 480), borderValue=(99, 99, 99))
    match = trained.match(first, second)
    assert corner_error(match, homography, 640, 480) < 6
    assert match.confidence > 0.7


def test_other_mirrored_and_plain_pictures_do_not_match(trained: XFeatMatcher):
    first = drawn(1)
    assert trained.match(first, drawn(2)) == Match()
    assert trained.match(first, first[:, ::-1]) == Match()
    plain = np.full_like(first, 128)
    assert trained.match(plain, first) == Match()
    assert trained.match(plain, plain) == Match()


# Any weights


@pytest.mark.parametrize("mode", ["sparse", "semi-dense"])
@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 300), (9, 5), (31, 33), (32, 32)])
def test_pictures_of_hardly_a_pixel_match_nothing(file: Path, mode: Any, height: int, width: int):
    matcher = XFeatMatcher(weights=str(file), mode=mode)
    small = np.random.default_rng(0).integers(0, 255, (height, width, 3), dtype=np.uint8)
    assert matcher.match(small, drawn(1)) == Match()
    assert matcher.match(drawn(1), small) == Match()


def test_a_users_file_is_loaded_from_home_and_in_half_precision(
    file: Path, network: XFeat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOME", str(tmp_path))
    state = {k: v.half() if v.is_floating_point() else v for k, v in network.state_dict().items()}
    torch.save(state, tmp_path / "half.pt")
    loaded = load("~/half.pt")
    assert not loaded.training
    given = network.skip1[1].weight
    assert loaded.skip1[1].weight.dtype == torch.float32
    assert torch.allclose(loaded.skip1[1].weight, given, atol=1e-3)


class Payload:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("how", ["torch", "pickle"])
def test_code_in_a_weights_file_is_not_run(tmp_path: Path, how: str):
    done, path = tmp_path / "done", tmp_path / "hostile.pt"
    if how == "torch":
        torch.save({"skip1.1.weight": Payload(done)}, path)
    else:
        path.write_bytes(pickle.dumps(Payload(done), protocol=2))
    with pytest.raises(UsageError, match=r"hostile\.pt holds no weights"):
        load(str(path))
    assert not done.exists()


def damage(network: XFeat, path: Path, how: str) -> None:
    state = dict(network.state_dict())
    if how == "wrong shape":
        state["skip1.1.weight"] = torch.zeros(24, 3, 1, 1)
    elif how == "a name too few":
        del state["skip1.1.weight"]
    elif how == "not finite":
        state["skip1.1.weight"] = torch.full((24, 1, 1, 1), float("nan"))
    elif how == "a list":
        state = [1, 2]  # type: ignore[assignment]
    elif how == "texts":
        state = {"skip1.1.weight": "none"}
    torch.save(state, path)
    if how == "cut short":
        path.write_bytes(path.read_bytes()[:-4000])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "a picture":
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))


@pytest.mark.parametrize(
    "how",
    ["wrong shape", "a name too few", "not finite", "a list", "texts", "cut short", "empty", "a picture"],
)
def test_a_damaged_weights_file_is_named_and_the_published_one_too(network: XFeat, tmp_path: Path, how: str):
    path = tmp_path / "damaged.pt"
    damage(network, path, how)
    with pytest.raises(UsageError, match=r"damaged\.pt holds no weights of XFeat: .") as raised:
        load(str(path))
    assert "accelerated_features" in raised.value.advice


def test_a_file_too_large_for_weights_is_not_read(tmp_path: Path):
    path = tmp_path / "large.pt"
    with path.open("wb") as large:
        large.truncate(1 << 30)
    with pytest.raises(UsageError, match="more than 64 MiB"):
        load(str(path))


def test_a_missing_weights_file_says_where_to_get_one(tmp_path: Path):
    for path in (tmp_path / "none.pt", tmp_path):
        with pytest.raises(UsageError, match=r"cannot be read|holds no weights") as raised:
            load(str(path))
        assert str(path) in str(raised.value)
        assert "xfeat.pt" in raised.value.advice


def test_without_torch_the_command_that_brings_it_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(EnvironmentUnavailable, match="torch") as raised:
        XFeatMatcher()
    assert "crab-visualprompt[xfeat]" in raised.value.advice


def test_options_that_cannot_be_are_refused_before_anything_is_loaded():
    with pytest.raises(UsageError, match="dense"):
        XFeatMatcher(weights="none.pt", mode="dense")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="points"):
        XFeatMatcher(weights="none.pt", points=3)
