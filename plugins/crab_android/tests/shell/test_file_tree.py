"""The file system itself: what the phone's apps and the shell both stand on."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from pydantic import BaseModel, Field

from crab_android.phone.system.files import FileError, FileTree, Node


@pytest.fixture
def tree() -> FileTree:
    return FileTree()


def test_a_fresh_phone_has_androids_folders(tree):
    for path in ("/sdcard/DCIM/Camera", "/sdcard/Pictures/Screenshots", "/sdcard/Android/data", "/data/app"):
        assert tree.is_folder(path), path
    assert [name for name, _ in tree.children("/sdcard/DCIM")] == ["Camera"]


def test_the_shared_storage_has_several_names(tree):
    tree.write("/storage/emulated/0/Download/a", b"1")
    for name in (
        "/sdcard/Download/a",
        "/storage/self/primary/Download/a",
        "/mnt/sdcard/./Download/../Download/a",
    ):
        assert tree.read(name) == b"1"
    assert tree.resolve("/storage/emulated/0") == "/sdcard"
    assert tree.resolve("../../..", "/sdcard") == "/"


def test_a_copy_is_independent_and_takes_no_time(tree):
    for number in range(2000):
        tree.write(f"/sdcard/many/{number % 50}/{number}", b"x" * 100, parents=True)
    assert min(_seconds(tree.copy) for _ in range(20)) < 0.001  # takes microseconds
    copy = tree.copy()
    tree.write("/sdcard/many/0/0", b"new")
    tree.remove("/sdcard/many/1", recursive=True)
    assert copy.read("/sdcard/many/0/0") == b"x" * 100
    assert copy.exists("/sdcard/many/1/1")
    assert sorted(path for path, *_ in tree.differences(copy))[:2] == ["/sdcard/many/0/0", "/sdcard/many/1"]


def test_listing_a_folder_does_not_look_at_others(tree):
    for number in range(3000):
        tree.write(f"/sdcard/other/{number}", b"", parents=True)
    # All 3,000 would take a hundred times as long.
    assert min(_seconds(lambda: list(tree.children("/sdcard/DCIM"))) for _ in range(100)) < 0.0005


def _seconds(work: Callable[[], object]) -> float:
    """Of processor time: what else the machine does plays no part."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def test_nodes_never_change(tree):
    tree.write("/sdcard/a", b"1")
    before = tree.stat("/sdcard/a")
    tree.write("/sdcard/a", b"2", mtime=7)
    assert (before.content, tree.stat("/sdcard/a").content) == (b"1", b"2")
    with pytest.raises(AttributeError):
        before.mtime = 3


def test_what_does_not_fit_is_refused_and_changes_nothing():
    tree = FileTree(capacity=FileTree().used + 100)
    tree.write("/sdcard/a", b"x" * 60)
    with pytest.raises(FileError, match="No space left on device"):
        tree.write("/sdcard/b", b"x" * 60)
    assert not tree.exists("/sdcard/b")
    tree.write("/sdcard/a", b"x" * 100)
    tree.remove("/sdcard/a")
    tree.write("/sdcard/b", b"x" * 100)


def test_links_are_followed_and_circles_are_an_error(tree):
    tree.write("/data/local/tmp/real", b"1")
    tree.link("/data/local/tmp/link", "real")
    tree.link("/data/local/tmp/self", "self")
    assert tree.read("/data/local/tmp/link") == b"1"
    assert tree.real_path("/data/local/tmp/link") == "/data/local/tmp/real"
    assert tree.get("/data/local/tmp/link", follow=False).is_link
    assert tree.get("/data/local/tmp/self") is None
    with pytest.raises(FileError, match="Too many symbolic links"):
        tree.real_path("/data/local/tmp/self")
    with pytest.raises(FileError, match="Operation not permitted"):
        tree.link("/sdcard/link", "real")


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda tree: tree.read("/sdcard/none"), "No such file or directory"),
        (lambda tree: tree.read("/sdcard"), "Is a directory"),
        (lambda tree: tree.write("/sdcard/DCIM", b""), "Is a directory"),
        (lambda tree: tree.write("/sdcard/no/a", b""), "No such file or directory"),
        (lambda tree: tree.write("/sdcard/f/a", b""), "Not a directory"),
        (lambda tree: tree.write("/sdcard/" + "a" * 256, b""), "File name too long"),
        (lambda tree: tree.write("/sdcard/\0", b""), "Invalid argument"),
        (lambda tree: tree.write("/sdcard/\udc80", b""), "Invalid argument"),
        (lambda tree: tree.make_folder("/sdcard/f"), "File exists"),
        (lambda tree: tree.remove("/sdcard/DCIM"), "is a directory"),
        (lambda tree: tree.remove("/system", recursive=True), "Permission denied"),
        (lambda tree: tree.move("/sdcard/DCIM", "/sdcard/DCIM/Camera/x"), "Invalid argument"),
        (lambda tree: tree.duplicate("/sdcard/DCIM", "/sdcard/DCIM/x"), "Invalid argument"),
    ],
)
def test_what_cannot_be_done_says_why(tree, act, reason):
    tree.write("/sdcard/f", b"")
    with pytest.raises(FileError, match=reason) as caught:
        act(tree)
    assert caught.value.errno


def test_public_folders_that_were_deleted_come_back_when_written_to(tree):
    tree.remove("/sdcard/DCIM", recursive=True)
    tree.write("/sdcard/DCIM/Camera/a.jpg", b"1")
    assert tree.is_folder("/sdcard/DCIM/Camera")


def test_a_tree_survives_json_as_part_of_a_model(tree):
    class Holder(BaseModel):
        files: FileTree = Field(default_factory=FileTree)

    tree.write("/sdcard/bytes", bytes(range(256)), mtime=5)
    tree.link("/data/local/tmp/link", "/sdcard/bytes")
    again = Holder.model_validate_json(Holder(files=tree).model_dump_json())
    assert again.files == tree
    assert again.files.used == tree.used
    assert isinstance(again.files.nodes["/sdcard/bytes"], Node)


NAMES = st.sampled_from(["a", "b", "ü", "with blank", "$x", "-r", "*"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map(lambda parts: "/sdcard/Music/" + "/".join(parts))


class AgainstAModel(RuleBasedStateMachine):
    """The tree does what a dictionary of paths would."""

    def __init__(self) -> None:
        super().__init__()
        self.tree = FileTree()
        self.model: dict[str, bytes | None] = {"/sdcard/Music": None}

    def _above(self, path: str) -> bool:
        above = path.rpartition("/")[0]
        return above in self.model and self.model[above] is None

    def _attempt(self, act, allowed: bool) -> bool:
        try:
            act()
        except FileError:
            assert not allowed
            return False
        assert allowed
        return True

    @rule(path=PATHS, content=st.binary(max_size=8))
    def write(self, path, content):
        allowed = self._above(path) and self.model.get(path, b"") is not None
        if self._attempt(lambda: self.tree.write(path, content), allowed):
            self.model[path] = content

    @rule(path=PATHS)
    def make_folder(self, path):
        allowed = self._above(path) and path not in self.model
        if self._attempt(lambda: self.tree.make_folder(path), allowed):
            self.model[path] = None

    @rule(path=PATHS)
    def remove(self, path):
        if self._attempt(lambda: self.tree.remove(path, recursive=True), path in self.model):
            self.model = {
                name: c for name, c in self.model.items() if not (name + "/").startswith(path + "/")
            }

    @rule(source=PATHS, goal=PATHS)
    def move(self, source, goal):
        inside = (goal + "/").startswith(source + "/")
        if source == goal or inside or source not in self.model or not self._above(goal):
            return
        if goal in self.model:
            return
        self.tree.move(source, goal)
        moved = {n: c for n, c in self.model.items() if (n + "/").startswith(source + "/")}
        self.model = {n: c for n, c in self.model.items() if n not in moved}
        self.model |= {goal + n[len(source) :]: c for n, c in moved.items()}

    @invariant()
    def same(self):
        found = {path: node.content for path, node in self.tree.walk("/sdcard/Music")}
        assert found == self.model
        assert self.tree.used == FileTree().used + sum(len(c) for c in self.model.values() if c is not None)


AgainstAModel.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestAgainstAModel = AgainstAModel.TestCase
