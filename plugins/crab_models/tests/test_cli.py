"""`crab model`: what it sends, and what it says of what comes back."""

from __future__ import annotations

import base64
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fake.neutral import Asked, Failure, Said
from PIL import Image

from crab_core import AgentError, UnknownNameError, UsageError
from crab_models.cli import model
from crab_models.probe import COLOURS

PROVIDERS = ("openai", "anthropic", "google")


def look(asked: Asked) -> str:
    """The colour of the picture in a request."""
    data = re.search(r"iVBORw0KGgo[A-Za-z0-9+/_-]+=*", json.dumps(asked.body))[0]
    raw = base64.b64decode(data.replace("-", "+").replace("_", "/"))
    with Image.open(io.BytesIO(raw)) as opened:
        pixel = opened.convert("RGB").getpixel((0, 0))
    return next(name for name, colour in COLOURS.items() if colour == pixel)


def clever(asked: Asked) -> Said:
    usage = {"input": 100, "output": 20, "cached": 40, "reasoning": 8}
    return Said("I see.", [("report_colour", {"colour": look(asked)})], usage)


def crab_model(*words: str) -> str:
    done = CliRunner().invoke(model, words, catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def at(fake: Any, provider: str, **options: Any) -> list[str]:
    """Words of the command for a model at the fake service."""
    options = {"base_url": fake.base_url(provider), "retries": 0, **options}
    return [f"{provider}:tiny", *(w for name, value in options.items() for w in ("-o", f"{name}={value}"))]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_it_shows_that_text_picture_and_tool_arrive(fake, provider):
    fake.script = clever
    printed = crab_model(*at(fake, provider))
    assert f"{provider}:tiny" in printed
    assert re.search(r'call +report_colour\({"colour": "\w+"}\)', printed)
    assert "called as its schema says" in printed
    assert re.search(r"picture +seen: it was \w+", printed)
    assert "100 in (40 cached" in printed
    assert re.search(r"price +not known; the option `price`", printed)
    assert fake.refused == []


def test_it_prints_one_json_object_with_the_price(fake):
    fake.script = clever
    facts = json.loads(crab_model(*at(fake, "openai", price='{"input": 1, "output": 10}'), "--json"))
    assert (facts["tool_called"], facts["picture_seen"], facts["text"]) == (True, True, "I see.")
    assert facts["usage"]["reasoning_tokens"] == 8
    assert facts["usage"]["cost"] == pytest.approx(300e-6)
    assert facts["seconds"] > 0


def test_it_says_when_a_model_neither_sees_nor_calls(fake):
    fake.script = lambda _asked: Said("No idea.")
    printed = crab_model(*at(fake, "openai"))
    assert "NOT called as its schema says" in printed
    assert "NOT seen" in printed


def test_a_model_without_pictures_and_tools_can_be_tried_too(fake):
    fake.script = lambda _asked: Said("Blue.")
    printed = crab_model(*at(fake, "openai"), "--no-picture", "--no-tool")
    assert (fake.arrived[0].pictures, fake.arrived[0].tools) == ([], [])
    assert "Blue." in printed
    assert "picture" not in printed


def test_a_name_of_an_experiment_stands_for_its_model_and_options(fake, tmp_path: Path):
    file = tmp_path / "experiment.toml"
    address = fake.base_url("anthropic")
    file.write_text(
        f'tasks = ["t"]\n[models.main]\nmodel = "anthropic:tiny"\nbase_url = "{address}"\nmax_tokens = 5\n'
    )
    fake.script = lambda _asked: Said("Blue.")
    printed = crab_model("main", "--experiment", str(file), "--no-tool", "-o", "max_tokens=77")
    assert "anthropic:tiny" in printed
    assert fake.arrived[0].body["max_tokens"] == 77


def test_trouble_is_told_in_the_words_of_its_error(fake):
    fake.answers = [Failure(401, "bad key")]
    with pytest.raises(AgentError, match=r"does not serve this key: .*bad key"):
        crab_model(*at(fake, "openai"))


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        (["gpt-5"], UsageError, "names no model"),
        (["opena:gpt-5"], UnknownNameError, "Did you mean 'openai'"),
        (["openai:gpt-5", "-o", "base_url"], UsageError, "not of the form KEY=VALUE"),
        (["openai:gpt-5", "-o", "colour=red"], UsageError, "colour"),
        (["openai:gpt-5"], AgentError, "OPENAI_API_KEY"),
    ],
)
def test_a_wrong_name_or_option_says_what_is_right(words, error, said):
    with pytest.raises(error, match=said):
        crab_model(*words)
