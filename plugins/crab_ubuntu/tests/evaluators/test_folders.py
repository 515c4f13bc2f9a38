"""Folders: what is in them, and what was copied between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from crab_core import DefinitionError


@pytest.fixture
def photos(home: Path) -> Path:
    folder = home / "photos"
    folder.mkdir()
    for name in ("a.png", "b.PNG", "c.jpg", ".hidden.png"):
        (folder / name).write_text(name)
    (folder / "d.png").mkdir()
    return folder


@pytest.mark.parametrize(
    ("arguments", "passes"),
    [
        ({"names": ["a.png", "b.PNG", "c.jpg", "d.png"]}, True),
        ({"names": ["d.png", "c.jpg", "b.PNG", "a.png"]}, True),
        ({"names": ["a.png", "b.PNG", "c.jpg", "d.png"], "hidden": True}, False),
        ({"names": ["a.png", "b.PNG", "c.jpg", "d.png", ".hidden.png"], "hidden": True}, True),
        ({"names": ["a.png", "b.png", "c.jpg", "d.png"]}, False),
        ({"names": ["a.png", "b.PNG", "c.jpg"]}, False),
        ({"names": ["a.png", "b.PNG", "c.jpg", "d.png", "e"]}, False),
        ({"names": ["a.png"], "match": "contains"}, True),
        ({"names": ["a.pn"], "match": "contains"}, False),
        ({"names": [], "match": "contains"}, False),
    ],
)
def test_contents(photos: Path, judge, arguments, passes: bool) -> None:
    assert judge("folder_contents", path="photos", **arguments).passed is passes


def test_an_empty_folder_is_told_from_none(home: Path, judge) -> None:
    (home / "empty").mkdir()
    (home / "file").touch()
    assert judge("folder_contents", path="empty", names=[]).passed
    assert not judge("folder_contents", path="missing", names=[]).passed
    assert not judge("folder_contents", path="file", names=[]).passed


def test_counts(photos: Path, judge) -> None:
    assert judge("folder_count", path="photos", count=3).passed
    assert judge("folder_count", path="photos", count=2, extension="png").passed
    assert judge("folder_count", path="photos", count=2, extension=".png").passed
    assert judge("folder_count", path="photos", count=1, of="folder").passed
    assert judge("folder_count", path="photos", count=0, extension="pn").passed
    assert not judge("folder_count", path="photos", count=4).passed
    assert not judge("folder_count", path="missing", count=0).passed


def copied(photos: Path, folder: str, *names: str) -> None:
    target = photos.parent / folder
    target.mkdir(exist_ok=True)
    for name in names:
        (target / name).write_text(name)


def test_all_files_of_an_extension_were_copied(photos: Path, judge) -> None:
    copied(photos, "copies", "a.png", "b.PNG", "more.txt")
    assert judge("files_copied", source="photos", target="copies", extension="png").passed
    names = ["a.png", "b.PNG"]
    assert judge("files_copied", source="photos", target="copies", extension="png", names=names).passed


def test_what_is_nearly_a_copy_is_none(photos: Path, judge) -> None:
    home = photos.parent
    copied(photos, "one", "a.png")
    copied(photos, "case", "a.png", "b.png")
    copied(photos, "other", "a.png", "b.PNG")
    (home / "other/a.png").write_text("a.pngx")
    copied(photos, "links", "b.PNG")
    (home / "links/a.png").symlink_to(photos / "a.png")
    copied(photos, "photos2")
    (home / "same").symlink_to("photos")
    for target in ("one", "case", "other", "links", "photos2", "photos", "same", "missing", "photos/a.png"):
        assert not judge("files_copied", source="photos", target=target, extension="png").passed


def test_nothing_to_copy_is_no_copy(photos: Path, judge) -> None:
    copied(photos, "copies", "a.png", "b.PNG")
    assert not judge("files_copied", source="photos", target="copies", extension="gif").passed
    (photos / "a.png").unlink()  # who removes what was to be copied gains nothing where names are given
    names = ["a.png", "b.PNG"]
    assert not judge("files_copied", source="photos", target="copies", extension="png", names=names).passed


def test_moved_files_are_gone_where_they_came_from(photos: Path, judge) -> None:
    copied(photos, "copies", "a.png", "b.PNG")
    move = {"source": "photos", "target": "copies", "names": ["a.png", "b.PNG"], "moved": True}
    assert not judge("files_copied", **move).passed
    (photos / "a.png").unlink()
    assert "b.PNG is still in photos" in judge("files_copied", **move).reason
    (photos / "b.PNG").unlink()
    assert judge("files_copied", **move).passed
    with pytest.raises(DefinitionError):
        judge("files_copied", source="photos", target="copies", moved=True)
