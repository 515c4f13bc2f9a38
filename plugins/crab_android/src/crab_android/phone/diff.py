"""What changed between two states of a phone, said exactly, so that a check can say that nothing else did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .snapshot import told
from .state import PhoneState

_KEYS = ("id", "_id", "tag", "package", "name", "number")


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs: where it is, and what it was and is.

    A path reads like ``apps.org.crab.tasks.items[id=3].done`` or ``files./sdcard/Download/list.txt``.
    """

    path: str
    before: Any
    after: Any
    added: bool = False
    removed: bool = False

    def as_json(self) -> dict[str, Any]:
        """The change as plain values."""
        return {
            "path": self.path,
            "kind": "added" if self.added else "removed" if self.removed else "changed",
            "before": self.before,
            "after": self.after,
        }

    def __str__(self) -> str:
        """The change in one line."""
        if self.added:
            return f"+ {self.path} = {self.after!r}"
        if self.removed:
            return f"- {self.path} = {self.before!r}"
        return f"  {self.path}: {self.before!r} → {self.after!r}"


def difference(before: PhoneState, after: PhoneState) -> list[Change]:
    """Every change from one state to another, in the order of the state's fields."""
    changes: list[Change] = []
    for name in PhoneState.model_fields:
        if name in ("lines", "files", "apps"):
            continue
        first, second = getattr(before, name), getattr(after, name)
        if first is not second:
            changes.extend(_compare(name, _plain(first), _plain(second)))
    for package in sorted({*before.apps, *after.apps}):
        first, second = before.apps.get(package), after.apps.get(package)
        if first is not second:
            changes.extend(_compare(f"apps.{package}", _plain(first), _plain(second)))
    if before.files is not after.files:
        changes.extend(_files(before, after))
    return changes


def _files(before: PhoneState, after: PhoneState) -> Iterator[Change]:
    for path, was, now in before.files.differences(after.files):
        if was is None:
            yield Change(f"files.{path}", None, told(now), added=True)
        elif now is None:
            yield Change(f"files.{path}", told(was), None, removed=True)
        elif was.content != now.content or was.mode != now.mode or was.target != now.target:
            yield Change(f"files.{path}", told(was), told(now))


def _plain(value: Any) -> Any:
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _compare(path: str, before: Any, after: Any) -> Iterator[Change]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _compare_mappings(path, before, after, ".{}")
    elif isinstance(before, list) and isinstance(after, list):
        key = _key(before, after)
        if key is None:
            numbered = [{str(number): item for number, item in enumerate(part)} for part in (before, after)]
            yield from _compare_mappings(path, numbered[0], numbered[1], "[{}]")
        else:
            first, second = ({str(item[key]): item for item in part} for part in (before, after))
            yield from _compare_mappings(path, first, second, f"[{key}={{}}]")
            shared = [[name for name in part if name in first and name in second] for part in (first, second)]
            if shared[0] != shared[1]:
                yield Change(f"{path}.order", shared[0], shared[1])
    else:
        yield Change(path, before, after)


def _compare_mappings(
    path: str, before: Mapping[str, Any], after: Mapping[str, Any], form: str
) -> Iterator[Change]:
    for name in [*before, *(name for name in after if name not in before)]:
        where = path + form.format(name)
        if name not in after:
            yield Change(where, before[name], None, removed=True)
        elif name not in before:
            yield Change(where, None, after[name], added=True)
        else:
            yield from _compare(where, before[name], after[name])


def _key(before: list[Any], after: list[Any]) -> str | None:
    """What the members of a list are told apart by: a field that each has and no two share."""
    members = [*before, *after]
    if not members or not all(isinstance(item, dict) for item in members):
        return None
    for key in _KEYS:
        if all(key in item for item in members) and all(
            len({str(item[key]) for item in part}) == len(part) for part in (before, after)
        ):
            return key
    return None
