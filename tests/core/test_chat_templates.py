"""Prompts as templates in files."""

from __future__ import annotations

from pathlib import Path

import pytest

import crab_core as crab
from crab_core.chat import Prompts, fill


def test_names_are_replaced_and_values_are_left_as_they_are() -> None:
    assert fill("Do $task, ${task}!", "one", task='{"$x": 1} $$') == 'Do {"$x": 1} $$, {"$x": 1} $$!'


def test_braces_and_percent_signs_need_no_care() -> None:
    assert fill('{"name": "x"} 50 % $$5', "one") == '{"name": "x"} 50 % $5'


def test_a_name_that_there_is_not_is_told_with_its_file() -> None:
    with pytest.raises(crab.UsageError, match=r"mine.md uses \$tusk. Did you mean '\$task'\?"):
        fill("$tusk", "mine.md", task="")


def test_a_lone_dollar_sign_is_told() -> None:
    with pytest.raises(crab.UsageError, match=r"lone dollar sign. Write \$\$"):
        fill("costs 5 $", "mine.md")


def test_a_users_template_replaces_ours_and_the_others_stay(tmp_path: Path) -> None:
    (tmp_path / "single").mkdir()
    (tmp_path / "single" / "agent.md").write_text("Only $task.", encoding="utf-8")
    prompts = Prompts(str(tmp_path))
    assert prompts.fill("single/agent.md", task="this") == "Only this."
    assert prompts.fill("seeing/text.md") == Prompts().fill("seeing/text.md")


def test_a_template_that_replaces_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "agents.md").write_text("", encoding="utf-8")
    with pytest.raises(crab.UsageError, match="replaces no prompt"):
        Prompts(str(tmp_path))


def test_a_missing_folder_is_told_with_the_place_of_ours(tmp_path: Path) -> None:
    with pytest.raises(crab.UsageError, match=r"Copy those to change from .*prompts"):
        Prompts(str(tmp_path / "none"))


def test_a_template_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "seeing").mkdir()
    (tmp_path / "seeing" / "text.md").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(crab.UsageError, match="cannot be read"):
        Prompts(str(tmp_path)).fill("seeing/text.md")
