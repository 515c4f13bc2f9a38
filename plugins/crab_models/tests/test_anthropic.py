"""What the backend `anthropic` sends, through the real SDK, to a service that is as strict as Anthropic's."""

from __future__ import annotations

import base64
import io
import subprocess
import sys
from typing import Any

import pytest
from fake.neutral import Said
from PIL import Image

from crab_core import (
    AgentError,
    Message,
    Screenshot,
    Text,
    Tool,
    ToolCall,
    ToolResult,
)
from crab_models.anthropic.backend import AnthropicBackend

CLICK = Tool("click", "Click an element.", {"type": "object", "properties": {"element": {"type": "integer"}}})
MARK = {"type": "ephemeral"}


def picture(kind: str = "PNG", size: tuple[int, int] = (8, 6)) -> Screenshot:
    written = io.BytesIO()
    Image.new("RGB", size, "teal").save(written, kind)
    return Screenshot(written.getvalue(), *size)


def user(*parts: str | Screenshot) -> Message:
    return Message("user", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def tool(*results: ToolResult) -> Message:
    return Message("tool", results)


# -- conversations -----------------------------------------------------------------------------------


def test_the_system_prompt_stands_apart_from_what_is_said(ask_claude):
    body = ask_claude([Message("system", (Text("Be brief."),)), user("Hi.")])
    assert [block["text"] for block in body["system"]] == ["Be brief."]
    assert body["messages"] == [{"role": "user", "content": [{"type": "text", "text": "Hi."}]}]


@pytest.mark.parametrize(("kind", "media_type"), [("PNG", "image/png"), ("JPEG", "image/jpeg")])
def test_a_picture_arrives_byte_for_byte_under_the_type_of_its_bytes(ask_claude, kind, media_type):
    """The original sent PNG as image/jpeg."""
    shown = picture(kind)
    body = ask_claude([user("What is this?", shown)])
    source = body["messages"][0]["content"][1]["source"]
    assert base64.b64decode(source["data"]) == shown.data
    assert source["media_type"] == media_type


def test_pictures_are_shrunk_when_asked(ask_claude, fake):
    ask_claude([user(picture(size=(400, 200)))], image_size=100)
    assert fake.arrived[0].pictures == [("image/png", 100, 50)]


def test_results_of_one_turn_arrive_together_and_before_what_the_user_says(ask_claude):
    body = ask_claude(
        [
            user("Do it."),
            Message("assistant", (ToolCall("a", "click", {"element": 1}), ToolCall("b", "click", {}))),
            tool(ToolResult("a", (Text("ok"), picture()))),
            tool(ToolResult("b", (Text("no element"),), error=True)),
            user("Go on."),
        ],
        [CLICK],
    )
    first, second, said = body["messages"][2]["content"]
    assert [block["type"] for block in first["content"]] == ["text", "image"]
    assert (first["tool_use_id"], "is_error" in first) == ("a", False)
    assert (second["tool_use_id"], second["is_error"]) == ("b", True)
    assert said == {"type": "text", "text": "Go on."}


def test_the_picture_of_a_failed_call_follows_after_the_results(ask_claude, fake):
    """The service takes only text in the result of a call that failed."""
    body = ask_claude(
        [
            user("Do it."),
            Message("assistant", (ToolCall("a", "click", {}), ToolCall("b", "click", {}))),
            tool(ToolResult("a", (picture(),), error=True), ToolResult("b", (Text("ok"),))),
        ],
        [CLICK],
    )
    kinds = [block["type"] for block in body["messages"][2]["content"]]
    assert kinds == ["tool_result", "tool_result", "text", "image"]
    assert "a" in fake.arrived[0].last_user_text


def test_an_empty_result_and_texts_of_blanks_are_not_refused(ask_claude):
    body = ask_claude(
        [
            user("Do it.", "  "),
            Message("assistant", (Text("\n"), ToolCall("a", "click", {}))),
            tool(ToolResult("a", (Text(""),), error=True)),
        ],
        [CLICK],
    )
    assert [len(message["content"]) for message in body["messages"]] == [1, 1, 1]


def test_a_message_of_nothing_is_left_out(ask_claude):
    body = ask_claude([user("Do it."), Message("assistant", ()), user("Well?")])
    assert [block["text"] for block in body["messages"][0]["content"]] == ["Do it.", "Well?"]


def test_ids_of_other_services_are_written_as_this_one_wants_them(ask_claude):
    body = ask_claude(
        [
            user("Do it."),
            Message("assistant", (ToolCall("call:1+2", "click", {}),)),
            tool(ToolResult("call:1+2", (Text("ok"),))),
        ],
        [CLICK],
    )
    assert body["messages"][1]["content"][0]["id"] == "call_1_2"
    assert body["messages"][2]["content"][0]["tool_use_id"] == "call_1_2"


def test_a_conversation_with_calls_can_go_on_without_tools(ask_claude):
    """The service refuses calls in a request that has no tools."""
    body = ask_claude(
        [
            user("Do it."),
            Message("assistant", (ToolCall("a", "click", {}),)),
            tool(ToolResult("a", (Text("ok"),))),
            user("Is it done?"),
        ]
    )
    assert [tool["name"] for tool in body["tools"]] == ["click"]
    assert body["tool_choice"] == {"type": "none"}


def test_a_message_that_its_role_cannot_say_is_refused_before_it_is_sent(make_claude, fake):
    with pytest.raises(AgentError, match=r"'system' cannot hold a Screenshot.*Text"):
        make_claude().complete([Message("system", (picture(),)), user("Hi.")])
    assert fake.arrived == []


@pytest.mark.parametrize(("choice", "sent"), [("auto", "auto"), ("required", "any"), ("none", "none")])
def test_tools_and_the_choice_among_them_arrive(ask_claude, choice, sent):
    body = ask_claude([user("Do it.")], [CLICK, Tool("complete", "")], tool_choice=choice, cache=False)
    assert body["tool_choice"] == {"type": sent}
    assert body["tools"][0]["input_schema"] == CLICK.parameters
    assert body["tools"][1] == {"name": "complete", "input_schema": {"type": "object", "properties": {}}}


@pytest.mark.parametrize("stream", [False, True])
def test_a_model_that_refuses_to_be_forced_is_asked_without_force(make_claude, fake, stream):
    backend = make_claude("claude-opus-5-5", stream=stream)
    fake.answers = [Said("No."), Said("No.")]
    for _ in range(2):
        assert backend.complete([user("Do it.")], [CLICK], tool_choice="required").text == "No."
    assert len(fake.refused) == 1
    assert [asked.body["tool_choice"] for asked in fake.arrived] == [{"type": "auto"}] * 2


# -- what is kept by the service ---------------------------------------------------------------------


def _marks(body: dict[str, Any]) -> list[str]:
    """Where the marks are: of which field, and of which message."""
    found = [name for name in ("tools", "system") for block in body.get(name, []) if "cache_control" in block]
    for place, message in enumerate(body["messages"]):
        found += [f"message {place}" for block in message["content"] if "cache_control" in block]
    return found


def test_tools_and_system_prompt_are_marked_for_keeping(ask_claude):
    system = Message("system", (Text("Be brief."),))
    assert _marks(ask_claude([system, user("Hi.")], [CLICK])) == ["system"]
    assert _marks(ask_claude([user("Hi.")], [CLICK])) == ["tools"]
    assert _marks(ask_claude([user("Hi.")])) == []
    assert _marks(ask_claude([system, user("Hi.")], [CLICK], cache=False)) == []


def test_a_conversation_is_marked_once_it_grows_at_its_end(make_claude, fake):
    backend = make_claude()
    history = [Message("system", (Text("Be brief."),)), user("One.", picture())]
    for number in range(3):
        fake.answers = [Said(f"Answer {number}.")]
        history.append(backend.complete(history).message)
        history.append(user("Next.", picture()))
    assert [_marks(asked.body) for asked in fake.arrived] == [
        ["system"],
        ["system", "message 2"],
        ["system", "message 4"],
    ]


def test_a_conversation_that_forgets_its_beginning_is_never_marked(make_claude, fake):
    """Keeping it would cost a quarter more, and nobody would read it."""
    backend = make_claude()
    for number in range(4):
        fake.answers = [Said("Go on.")]
        turns = [user("The task."), Message("assistant", (Text(f"Step {number}."),)), user(f"{number}")]
        backend.complete([Message("system", (Text("Be brief."),)), *turns])
    assert [_marks(asked.body) for asked in fake.arrived] == [["system"]] * 4


def test_the_same_request_again_is_not_taken_for_one_that_grew(make_claude, fake):
    backend = make_claude()
    for _ in range(2):
        fake.answers = [Said("Hello.")]
        backend.complete([user("Hi.")])
    assert [_marks(asked.body) for asked in fake.arrived] == [[], []]


# -- options, keys, the SDK --------------------------------------------------------------------------


def test_options_reach_the_request(ask_claude, fake):
    body = ask_claude(
        [user("Hi.")], max_tokens=50, extra={"stop_sequences": ["END"]}, betas=["context-1m-2025-08-07"]
    )
    assert (body["max_tokens"], body["stop_sequences"]) == (50, ["END"])
    assert fake.arrived[0].headers["anthropic-beta"] == "context-1m-2025-08-07"


def test_a_temperature_goes_with_the_last_version_of_the_protocol_that_has_one(ask_claude, fake):
    assert ask_claude([user("Hi.")], temperature=0.0)["temperature"] == 0.0
    assert fake.arrived[0].headers["anthropic-version"] == "2023-06-01"
    assert "temperature" not in ask_claude([user("Hi.")])
    assert fake.arrived[1].headers["anthropic-version"] == "2026-10-21"


def test_the_key_goes_to_the_service_that_it_is_meant_for(make_claude, fake, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-planted-5f1d0c")
    fake.answers = [Said("Hello.")] * 2
    make_claude().complete([user("Hi.")])
    assert "sk-planted" not in str(fake.arrived[0].headers)
    make_claude(key_variable="ANTHROPIC_API_KEY").complete([user("Hi.")])
    headers = {name.lower(): value for name, value in fake.arrived[1].headers.items()}
    assert headers["authorization"] == "Bearer sk-planted-5f1d0c"
    assert headers["x-api-key"] == "sk-planted-5f1d0c"


def test_the_users_environment_may_name_another_service(make_claude, fake, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-planted-5f1d0c")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"{fake.base_url('anthropic')}/v1/")
    fake.answers = [Said("Hello.")]
    assert make_claude(base_url="").complete([user("Hi.")]).text == "Hello."


def test_a_missing_key_names_the_variable_to_set():
    with pytest.raises(AgentError, match=r"no key for anthropic:claude-tiny.*ANTHROPIC_API_KEY"):
        AnthropicBackend("claude-tiny")


def test_without_the_sdk_the_error_says_how_to_install_it(make_claude, monkeypatch):
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(AgentError, match=r"pip install 'crab-models\[anthropic\]'"):
        make_claude()


def test_the_module_of_the_backend_does_not_import_the_sdk():
    code = "import sys, crab_models.anthropic.backend; print('anthropic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
