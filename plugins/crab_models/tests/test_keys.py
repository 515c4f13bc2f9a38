"""Where keys come from, and that a file of keys is for its owner only."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from crab_core import AgentError
from crab_models.keys import find_key
from crab_models.settings import ModelSettings, Secret

KEY = "sk-planted-5f1d0c"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "keys.toml"
    made.write_text(f'OPENAI_API_KEY = "{KEY}"\nROUTER_KEY = "r"\n')
    made.chmod(0o600)
    return made


def settings(file: Path | str = "", **variables: str) -> ModelSettings:
    return ModelSettings.load({"CRAB_KEYS": str(file), "HOME": "/nowhere", **variables})


def test_a_key_is_read_from_its_variable():
    assert find_key(["A"], settings(A=" a ")).reveal() == "a"


def test_a_key_is_read_from_the_file(file):
    assert find_key(["OPENAI_API_KEY"], settings(file)).reveal() == KEY


def test_a_variable_goes_before_the_file(file):
    assert find_key(["OPENAI_API_KEY"], settings(file, OPENAI_API_KEY="v")).reveal() == "v"


def test_the_first_of_several_names_is_preferred(file):
    assert find_key(["B", "A"], settings(A="a", B="b")).reveal() == "b"
    assert find_key(["NONE", "ROUTER_KEY"], settings(file)).reveal() == "r"


def test_without_variable_and_file_there_is_no_key():
    assert not find_key(["A"], settings())
    assert not find_key([], settings(A="a"))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_file_that_others_may_read_is_refused_with_the_command_that_mends_it(file, mode):
    file.chmod(mode)
    with pytest.raises(AgentError, match=f"mode {mode:03o}.*Run: chmod 600 .*keys.toml"):
        find_key(["OPENAI_API_KEY"], settings(file))


def test_a_file_that_others_may_read_does_not_matter_when_it_is_not_needed(file):
    file.chmod(0o644)
    assert find_key(["A"], settings(file, A="a")).reveal() == "a"


@pytest.mark.parametrize("text", [f"OPENAI_API_KEY = {KEY}", f"{KEY}", f'"{KEY}" = ['])
def test_a_file_that_is_no_toml_is_refused_without_quoting_it(file, text):
    file.write_text(text)
    with pytest.raises(AgentError, match="cannot be read") as raised:
        find_key(["OPENAI_API_KEY"], settings(file))
    assert KEY not in repr(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None


@pytest.mark.parametrize("between", ["\n", "\r", "\t", " ", "\x01", "\x7f", "ä", "€"])
def test_a_key_that_cannot_be_sent_is_refused_without_quoting_it(file, between):
    """Broken in the middle, its second half would stand in the words of a library."""
    key = f"sk-planted{between}5f1d0c77aa42"
    file.write_text(f"OPENAI_API_KEY = {json.dumps(key)}\n")
    for known in (settings(OPENAI_API_KEY=key), settings(file)):
        with pytest.raises(
            AgentError, match=r"key .*OPENAI_API_KEY.* holds a character that no key has"
        ) as raised:
            find_key(["OPENAI_API_KEY"], known)
        assert not [part for part in ("planted", "77aa42") if part in repr(raised.value) + str(raised.value)]


def test_a_key_that_is_no_text_is_told_and_not_shown(file):
    file.write_text("OPENAI_API_KEY = 5\n")
    with pytest.raises(AgentError, match=r"OPENAI_API_KEY.*text"):
        find_key(["OPENAI_API_KEY"], settings(file))


def test_the_file_is_among_the_users_configuration_when_nothing_is_said():
    assert ModelSettings.load({"HOME": "/home/ann"}).keys == Path("/home/ann/.config/crab/keys.toml")
    assert ModelSettings.load({"XDG_CONFIG_HOME": "/etc/x"}).keys == Path("/etc/x/crab/keys.toml")


def test_a_secret_shows_itself_to_nobody_who_does_not_ask():
    secret = Secret('p@ss/w"ord')
    assert "ord" not in f"{secret!r} {secret}"
    for told in ('no p@ss/w"ord here', "no p%40ss%2Fw%22ord here", 'no p@ss/w\\"ord here'):
        assert secret.hide(told) == "no … here"


def test_a_secret_that_was_cut_off_is_hidden_too():
    secret = Secret("sk-planted-5f1d0c-77aa42")
    assert secret.hide("they said sk-planted-5f1d") == "they said …"
    assert secret.hide("sk-planted-5f1…") == "……"
    assert secret.hide("sk-plan") == "sk-plan"


def test_nothing_is_left_of_a_key_that_may_be_spelt_in_several_ways():
    """The beginning of one spelling stands in the others, too; in which order sets are walked is chance."""
    key = "sk-planted/5f1d0c+77aa42=="
    for cut in range(10, len(key) + 1):
        for told in (key[:cut], quote(key, safe="")[:cut]):
            assert Secret(key).hide(f"they said {told}") == "they said …"


def test_a_word_that_stands_for_no_key_is_no_secret():
    """Services without keys are given any word, which a reply may well say."""
    assert Secret("EMPTY").hide("The list is EMPTY.") == "The list is EMPTY."


def test_a_secret_is_hidden_at_every_depth():
    hidden = Secret(KEY).hide_in({"a": [f"x{KEY}", 3, {"b": (KEY,)}], KEY: None})
    assert hidden == {"a": ["x…", 3, {"b": ["…"]}], "…": None}


def test_settings_do_not_show_the_environment():
    assert KEY not in repr(settings(OPENAI_API_KEY=KEY))
