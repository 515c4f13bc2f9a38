"""What an icon was read as is told from text."""

from __future__ import annotations

import pytest

from crab_visualprompt.ocr.icons import without_icons


@pytest.mark.parametrize(
    ("read", "text"),
    [
        ("三", ""),
        ("□", ""),
        ("☆", ""),
        ("日Videos", "Videos"),
        ("★Starred", "Starred"),
        ("Applications 〉", "Applications 〉"),
        ("Files → □", "Files"),
        ("凸 ≡", ""),
        ("▲▼", ""),
    ],
)
def test_an_icon_is_taken_away(read: str, text: str) -> None:
    assert without_icons(read) == text


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "7",
        "OK",
        "日本語",
        "日本語 naive",
        "100%",
        "© 2026 Crab",
        "+ Other",
        "# 1",
        "$ ls",
        "…",
        "a → b",
        "1 + 1 = 2",
        "Я",
    ],
)
def test_text_stays(text: str) -> None:
    assert without_icons(text) == text
