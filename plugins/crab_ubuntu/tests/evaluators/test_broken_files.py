"""Every evaluator that reads a file: passes on a good one, and fails, with a reason, on a broken one."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from crab_core import Verdict
from crab_ubuntu import evaluators
from crab_ubuntu.environment import UbuntuEnvironment

TEXT = b"one\ntwo\n"


def picture() -> bytes:
    rng = random.Random(1)
    image = Image.frombytes(
        "RGBA", (16, 12), bytes(rng.randrange(256) | (255 if n % 4 == 3 else 0) for n in range(768))
    )
    image.paste((0, 0, 0, 0), (0, 0, 4, 4))
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def gray() -> bytes:
    file = io.BytesIO()
    Image.linear_gradient("L").resize((16, 12)).save(file, "PNG")
    return file.getvalue()


def archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.txt", "one")
    return file.getvalue()


PICTURE, GRAY, ZIP = picture(), gray(), archive()
BOX = {"left": 0, "top": 0, "width": 16, "height": 12}

# Evaluator: content of the file "target" with which it passes, and its arguments.
GOOD: dict[str, tuple[bytes, dict[str, Any]]] = {
    "file_exists": (TEXT, {"kind": "file"}),
    "file_content": (TEXT, {"content": "one\ntwo"}),
    "file_lines": (TEXT, {"lines": ["one", "two"]}),
    "file_line_count": (TEXT, {"count": 2}),
    "file_same_as": (TEXT, {"reference": "copy"}),
    "file_hash": (TEXT, {"digest": hashlib.sha256(TEXT).hexdigest()}),
    "file_size": (TEXT, {"smallest": 8, "largest": 8}),
    "file_permissions": (TEXT, {"mode": "640"}),
    "file_modified": (TEXT, {"newer_than": "/usr"}),
    "file_type": (TEXT, {"type": "plain"}),
    "file_value": (b'{"a": 1}', {"at": ["a"], "value": 1, "format": "json"}),
    "file_value_absent": (b"a: 1\n", {"at": ["b"], "format": "yaml"}),
    "csv_cell": (b"a,b\n1,2\n", {"row": 2, "column": "b", "value": 2}),
    "csv_rows": (b"a,b\n1,2\n", {"rows": [["a", "b"], ["1", "2"]]}),
    "shell_history": (TEXT, {"command": "two"}),
    "image_size": (PICTURE, {"width": 16, "height": 12}),
    "image_format": (PICTURE, {"format": "PNG"}),
    "image_measure": (PICTURE, {"measure": "contrast", "at_least": 1}),
    "image_changed": (PICTURE, {"reference": "copy", "measure": "brightness", "change": "same"}),
    "image_similar": (PICTURE, {"reference": "copy"}),
    "image_grayscale": (GRAY, {"reference": "copy"}),
    "image_transparent": (PICTURE, {}),
    "image_pixel": (PICTURE, {"x": 0, "y": 0, "color": "#00000000"}),
    "image_same": (PICTURE, {"reference": "copy"}),
    "image_turned": (GRAY, {"reference": "copy", "how": "mirrored_left_right"}),
    "image_cropped": (PICTURE, {"reference": "copy", **BOX}),
    "images_joined": (PICTURE, {"first": "left", "second": "right"}),
    "archive_contents": (ZIP, {"names": ["a.txt"]}),
    "archive_content": (ZIP, {"member": "a.txt", "content": "one"}),
}
PATHS = {"shell_history": "file"}
ELSEWHERE = {
    "file_absent": "passes on what is missing: test_files.py",
    "file_link": "looks at links alone: test_files.py",
    "wallpaper": "needs a desktop: test_on_a_desktop.py",
} | dict.fromkeys(
    (
        *("folder_contents", "folder_count", "files_copied", "folder_bookmarked"),
        *("recent_file", "web_bookmark", "web_visited", "default_application"),
        *(e.name for e in evaluators.repositories.EVALUATORS),
    ),
    "has a test of broken data of its own",
)
SPACE = UbuntuEnvironment().evaluator_space


def judge(evaluator: str, path: str = "target") -> Verdict:
    arguments = {**GOOD[evaluator][1], PATHS.get(evaluator, "path"): path}
    verdict = SPACE[evaluator].judge(arguments)
    assert verdict.reason
    return verdict


def furnish(home: Path, evaluator: str) -> Path:
    """A home in which the evaluator passes, and the file that it looks at."""
    target, content = home / "target", GOOD[evaluator][0]
    for name in ("target", "copy"):
        (home / name).write_bytes(content)
    if evaluator == "images_joined":
        whole = Image.open(io.BytesIO(content))
        whole.crop((0, 0, 10, 12)).save(home / "left", "PNG")
        whole.crop((10, 0, 16, 12)).save(home / "right", "PNG")
    target.chmod(0o640)
    return target


def test_no_evaluator_that_reads_files_is_forgotten() -> None:
    families = (
        *(
            evaluators.files,
            evaluators.attributes,
            evaluators.folders,
            evaluators.values,
            evaluators.bookmarks,
        ),
        *(evaluators.images, evaluators.joining, evaluators.archives, evaluators.repositories),
        *(evaluators.history, evaluators.defaults),
    )
    names = {e.name for family in families for e in family.EVALUATORS}
    assert names == GOOD.keys() | ELSEWHERE.keys()
    assert not GOOD.keys() & ELSEWHERE.keys()


@pytest.mark.parametrize("evaluator", GOOD)
def test_the_good_file_passes(home: Path, evaluator: str) -> None:
    furnish(home, evaluator)
    verdict = judge(evaluator)
    assert verdict.passed, verdict.reason


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def link(path: Path, target: str) -> None:
    path.unlink()
    path.symlink_to(target)


BROKEN: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "noise": lambda path: path.write_bytes(bytes(random.Random(2).randrange(256) for _ in range(5000))),
    "another kind": lambda path: path.write_bytes(b"%PDF-1.7\n\xff" + b"0" * 100),
    "sparse": sparse,
    "folder": folder,
    "pipe": pipe,
    "circle": lambda path: link(path, "target"),
    "dangling": lambda path: link(path, "nowhere"),
    "device": lambda path: link(path, "/dev/zero"),
    "terminal": lambda path: link(path, "/dev/tty"),
    "errors": lambda path: link(path, "/proc/self/mem"),  # a regular file that cannot be read
    "endless": lambda path: link(path, "/proc/kmsg"),
}
FINE = {
    # these only look at what there is
    *(("file_exists", how) for how in ("empty", "noise", "another kind", "sparse")),
    ("file_exists", "errors"), ("file_exists", "endless"),
    *(("file_modified", how) for how in ("empty", "noise", "another kind", "sparse", "folder", "pipe")),
    *(("file_modified", how) for how in ("device", "terminal", "errors", "endless")),
    *(("file_permissions", how) for how in ("empty", "noise", "another kind", "sparse")),
    ("file_value_absent", "empty"), ("file_value_absent", "another kind"),
}  # fmt: skip


@pytest.mark.parametrize("evaluator", GOOD)
def test_a_broken_file_fails_and_says_why(home: Path, evaluator: str) -> None:
    wrong = []
    for how, damage in BROKEN.items():
        shutil.rmtree(home)
        home.mkdir()
        damage(furnish(home, evaluator))
        verdict = judge(evaluator)
        if verdict.passed and (evaluator, how) not in FINE:
            wrong.append((how, verdict.reason))
    wrong += [
        (path, "passes")
        for path in ("x" * 300, "target/x", "\udcff", "target\n")
        if judge(evaluator, path).passed
    ]
    assert wrong == []


@pytest.mark.parametrize("evaluator", [e for e in GOOD if GOOD[e][0] in (PICTURE, GRAY, ZIP)])
def test_a_file_cut_anywhere_fails(home: Path, evaluator: str) -> None:
    target = furnish(home, evaluator)
    content = target.read_bytes()
    # At the end of a PNG file there are two checksums and its end, no pixels.
    whole = len(content) - (0 if content == ZIP else 24)
    for length in range(0, whole, 1 + whole // 30):
        target.write_bytes(content[:length])
        assert not judge(evaluator).passed, length


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)
@given(data=st.data())
@pytest.mark.parametrize("evaluator", GOOD)
def test_any_bytes_are_judged(home: Path, evaluator: str, data: st.DataObject) -> None:
    target = furnish(home, evaluator)
    content = bytearray(GOOD[evaluator][0])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=6))
    target.write_bytes(content)
    assert isinstance(judge(evaluator), Verdict)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
@pytest.mark.parametrize(
    "evaluator", sorted(GOOD.keys() - {"file_exists", "file_size", "file_permissions", "file_modified"})
)
def test_a_file_that_may_not_be_read_fails(home: Path, evaluator: str) -> None:
    furnish(home, evaluator).chmod(0)
    assert "Permission denied" in judge(evaluator).reason


def test_a_reason_is_never_long(home: Path) -> None:
    (home / "target").write_text(json.dumps({"a": ["x" * 10_000] * 1000}))
    for evaluator in GOOD:
        assert len(judge(evaluator).reason) < 1000
    assert stat.S_ISREG((home / "target").stat().st_mode)
