"""Evaluators that look at what the phone has stored: settings, rows of content providers, files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from crab_android.device.link import quoted
from crab_android.device.windows import setting
from crab_core import DeviceError, Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment


@evaluator(env="android")
def setting_is(
    env: AndroidEnvironment, namespace: Literal["system", "secure", "global"], key: str, value: str
) -> Verdict:
    """A setting has this value.

    Args:
        namespace: The table of the settings provider.
        key: Such as "ui_night_mode".
        value: As `settings get` prints it.
    """
    found = setting(env.link, namespace, key)
    if found is None:
        return Verdict(False, f"{namespace} {key} is not set")
    return Verdict(
        found == value, f"{namespace} {key} is {found!r}" + ("" if found == value else f", not {value!r}")
    )


@evaluator(env="android")
def content_row(
    env: AndroidEnvironment, uri: str, values: Annotated[dict[str, str], Field(min_length=1)]
) -> Verdict:
    """A content provider has a row with all of these values.

    Args:
        uri: Such as "content://org.crab.tasks/tasks".
        values: Column → value, as `content query` prints it.

    Raises:
        DeviceError: The provider cannot be asked.
    """
    # One column at a time: values may contain anything, also what looks like the next column.
    columns = {column: _column(env, uri, column) for column in values}
    rows = set.intersection(*(set(found) for found in columns.values()))
    for number in sorted(rows):
        if all(columns[column][number] == value for column, value in values.items()):
            return Verdict(True, f"row {number} of {uri} has {values}")
    return Verdict(False, f"none of {len(rows)} rows of {uri} has {values}")


def _column(env: AndroidEnvironment, uri: str, column: str) -> dict[int, str]:
    """The values of one column, by row."""
    answer = env.link.run(quoted(["content", "query", "--uri", uri, "--projection", column]))
    if answer.code != 0 or answer.text.startswith("Error"):
        raise DeviceError(f"{uri} cannot be read: {answer.text.strip()}")
    parts = re.split(rf"(?:^|\n)Row: (\d+) {re.escape(column)}=", answer.text.rstrip("\n"))
    return {int(number): value for number, value in zip(parts[1::2], parts[2::2], strict=True)}


@evaluator(env="android")
def file_contains(env: AndroidEnvironment, path: str, text: Annotated[str, Field(min_length=1)]) -> Verdict:
    """A file on the phone contains a text.

    Args:
        path: Absolute, such as "/sdcard/Download/list.txt".
        text: What must be in it.
    """
    answer = env.link.run(quoted(["cat", path]))
    if answer.code != 0:
        return Verdict(False, f"{path} cannot be read: {answer.text.strip()}")
    return Verdict(
        text in answer.text, f"{path} {'contains' if text in answer.text else 'does not contain'} {text!r}"
    )
