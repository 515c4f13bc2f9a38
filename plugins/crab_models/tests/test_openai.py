"""The backend `openai`, with the real SDK against a local server."""

from __future__ import annotations

import base64
import subprocess
import sys
import traceback

import pytest
from fake_openai import Answer, call, completion, error

from crab_core import (
    AgentError,
    Message,
    ModelUnavailable,
    Reply,
    Screenshot,
    Text,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
)
from crab_models.openai_backend import OpenAiBackend
from crab_models.plugin import crab_register_models

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PICTURE = Screenshot(PNG, 1, 1)
KEY = "sk-planted-5f1d0c"
CLICK = Tool("click", "Click an element.", {"type": "object", "properties": {"element": {"type": "integer"}}})


def user(*parts: str | Screenshot) -> Message:
    return Message("user", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def ask(backend: OpenAiBackend, server, answer, tools=(CLICK,), **more) -> Reply:
    server.answers = [answer]
    return backend.complete([user("Do it.")], tools, **more)


# -- what arrives at the service ---------------------------------------------------------------------


def test_texts_arrive_with_their_roles(backend, server):
    server.answers = [completion("Hello.")]
    reply = backend.complete([Message("system", (Text("Be brief."),)), user("Hi.")])
    assert server.arrived[0].messages == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hi."},
    ]
    assert server.arrived[0].body["model"] == "tiny"
    assert (reply.text, reply.stop_reason, reply.tool_calls) == ("Hello.", "stop", ())


def test_a_png_arrives_as_image_png_and_byte_for_byte(backend, server):
    """The original sent PNG as image/jpeg."""
    server.answers = [completion("A dot.")]
    backend.complete([user("What is this?", PICTURE)])
    text, picture = server.arrived[0].messages[0]["content"]
    head, _, data = picture["image_url"]["url"].partition(",")
    assert text == {"type": "text", "text": "What is this?"}
    assert head == "data:image/png;base64"
    assert base64.b64decode(data) == PNG


def test_the_media_type_is_that_of_the_bytes(backend, server):
    server.answers = [completion("A dot."), completion("A dot.")]
    backend.complete([user(Screenshot(PNG, 1, 1, "image/jpeg"))])
    backend.complete([user(Screenshot(b"\xff\xd8\xff\xe0", 1, 1))])
    kinds = [a.messages[0]["content"][0]["image_url"]["url"].partition(";")[0] for a in server.arrived]
    assert kinds == ["data:image/png", "data:image/jpeg"]


def test_tools_arrive_as_json_schema(backend, server):
    ask(
        backend, server, completion("No."), [CLICK, Tool("complete", "End the task.")], tool_choice="required"
    )
    body = server.arrived[0].body
    assert body["tool_choice"] == "required"
    assert body["tools"][0] == {
        "type": "function",
        "function": {
            "name": "click",
            "description": "Click an element.",
            "parameters": dict(CLICK.parameters),
        },
    }
    assert body["tools"][1]["function"]["parameters"] == {"type": "object", "properties": {}}


def test_without_tools_nothing_is_said_about_them(backend, server):
    ask(backend, server, completion("Hello."), ())
    assert not {"tools", "tool_choice"} & set(server.arrived[0].body)


def test_results_of_tools_arrive_under_the_ids_of_their_calls(backend, server):
    server.answers = [completion("Done.")]
    backend.complete(
        [
            user("Do it."),
            Message(
                "assistant",
                (Text("Two."), ToolCall("a", "click", {"element": 1}), ToolCall("b", "click", {})),
            ),
            Message("tool", (ToolResult("a", (Text("ok"),)),)),
            Message("tool", (ToolResult("b", (Text("no element"),)),)),
        ]
    )
    said = server.arrived[0].messages
    assert [c["id"] for c in said[1]["tool_calls"]] == ["a", "b"]
    assert said[1]["tool_calls"][0]["function"] == {"name": "click", "arguments": '{"element": 1}'}
    assert said[2:] == [
        {"role": "tool", "tool_call_id": "a", "content": "ok"},
        {"role": "tool", "tool_call_id": "b", "content": "no element"},
    ]


def test_a_picture_from_a_tool_follows_after_all_results(backend, server):
    server.answers = [completion("Done.")]
    backend.complete(
        [
            user("Look."),
            Message("assistant", (ToolCall("a", "look", {}), ToolCall("b", "click", {}))),
            Message("tool", (ToolResult("a", (PICTURE,)), ToolResult("b", (Text("ok"),)))),
            user("Go on."),
        ]
    )
    said = server.arrived[0].messages
    assert [message["role"] for message in said] == ["user", "assistant", "tool", "tool", "user", "user"]
    assert "call a" in said[4]["content"][0]["text"]
    assert said[4]["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")


def test_an_unreadable_call_can_be_told_back(backend, server):
    server.answers = [completion("Sorry.")]
    backend.complete(
        [
            user("Do it."),
            Message("assistant", (ToolCall("a", "click", {}, "not JSON"),)),
            Message("tool", (ToolResult("a", (Text("The arguments are not valid JSON."),)),)),
        ]
    )
    assert server.arrived[0].messages[1]["tool_calls"][0]["function"]["arguments"] == "{}"


def test_a_message_that_its_role_cannot_say_is_refused_before_it_is_sent(backend, server):
    with pytest.raises(AgentError, match=r"'system' cannot hold a Screenshot.*Text"):
        backend.complete([Message("system", (PICTURE,))])
    assert server.arrived == []


def test_options_reach_the_request(server):
    options = {"max_tokens": 50, "temperature": 0.0, "extra": {"top_k": 1}}
    backend = OpenAiBackend("tiny", base_url=server.base_url, **options)
    ask(backend, server, completion("Hello."))
    backend.close()
    body = server.arrived[0].body
    assert (body["max_tokens"], body["temperature"], body["top_k"]) == (50, 0.0, 1)


# -- what comes back ---------------------------------------------------------------------------------


def test_tool_calls_are_read(backend, server):
    reply = ask(
        backend,
        server,
        completion(
            "Clicking.", calls=[call("click", '{"element": 3}'), call("click", "", "b")], finish="tool_calls"
        ),
    )
    assert reply.tool_calls == (ToolCall("call_a", "click", {"element": 3}), ToolCall("b", "click", {}))
    assert (reply.text, reply.stop_reason) == ("Clicking.", "tool_calls")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [('{"element": ', "not valid JSON"), ("element 3", "not valid JSON"), ("[3]", "a JSON object, not list")],
)
def test_unreadable_arguments_are_a_problem_of_the_call(backend, server, arguments, problem):
    (made,) = ask(
        backend, server, completion(calls=[call("click", arguments)], finish="tool_calls")
    ).tool_calls
    assert made.arguments == {}
    assert problem in made.problem


def test_a_free_text_call_is_a_problem_of_the_call(backend, server):
    custom = {"id": "c", "type": "custom", "custom": {"name": "click", "input": "the third one"}}
    (made,) = ask(backend, server, completion(calls=[custom], finish="tool_calls")).tool_calls
    assert (made.id, made.name, made.arguments) == ("c", "click", {})
    assert made.problem


def test_what_other_services_do_differently_is_understood(backend, server):
    """No id, no type, an object for the arguments, the reason "stop" or none, and no usage."""
    odd = {"function": {"name": "click", "arguments": {"element": 3}}}
    for finish in ("stop", None):
        reply = ask(backend, server, completion(calls=[odd, odd], finish=finish, usage=None))
        assert [(c.id, c.arguments) for c in reply.tool_calls] == [
            ("call_1", {"element": 3}),
            ("call_2", {"element": 3}),
        ]
        assert (reply.stop_reason, reply.usage) == ("tool_calls", Usage())


def test_usage_counts_cached_and_reasoning_tokens(backend, server):
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 80,
        "total_tokens": 1080,
        "prompt_tokens_details": {"cached_tokens": 900},
        "completion_tokens_details": {"reasoning_tokens": 64},
    }
    reply = ask(backend, server, completion("Hello.", usage=usage))
    assert reply.usage == Usage(1000, 80, 900, 64)
    assert reply.usage.total == 1080


@pytest.mark.parametrize(
    ("answer", "text", "reason"),
    [
        (completion(None, refusal="I cannot help with that."), "I cannot help with that.", "refusal"),
        (completion("", finish="content_filter"), "", "refusal"),
        (completion("The first thing is", finish="length"), "The first thing is", "length"),
        (completion(None), "", "stop"),
        (completion("Hm.", finish="tired"), "Hm.", "other"),
    ],
    ids=["refused", "filtered", "cut off", "empty", "another reason"],
)
def test_why_a_reply_ended_is_told(backend, server, answer, text, reason):
    reply = ask(backend, server, answer)
    assert (reply.text, reply.stop_reason, reply.tool_calls) == (text, reason, ())


def test_a_call_that_was_cut_off_is_a_problem_and_not_a_crash(backend, server):
    reply = ask(backend, server, completion(calls=[call("click", '{"elem')], finish="length"))
    assert reply.stop_reason == "length"
    assert "not valid JSON" in reply.tool_calls[0].problem


# -- trouble -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (error(500, "oh no"), "failed with status 500.*Try again later"),
        (error(503, "overloaded"), "failed with status 503"),
        (error(429, "slow down"), "limits the rate"),
        (error(429, "pay first", "insufficient_quota"), "credit .* used up.*Add credit"),
        (error(401, "bad key"), "does not serve this key: .*bad key.*environment variable"),
        (error(403, "not for you"), "does not serve this key: .*not for you"),
        (
            Answer(b"<html>Welcome</html>", content_type="text/html"),
            "not a chat completion: .*Welcome.*base_url",
        ),
        (Answer(b'{"choices": [', content_type="application/json"), "not a chat completion"),
        (Answer({"error": {"message": "upstream died"}}), "not a chat completion: .*upstream died"),
        (completion(choices=[]), "not a chat completion"),
    ],
)
def test_a_service_that_does_not_serve_leaves_the_episode_unscored(backend, server, answer, words):
    with pytest.raises(ModelUnavailable, match=words):
        ask(backend, server, answer)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (error(404, "no such model", "model_not_found"), "no model 'tiny'.*Check the model's name"),
        (error(400, "no images here"), "rejects the request with status 400: .*no images here.*pictures"),
        (error(400, "too long", "context_length_exceeded"), "too long for 'tiny'.*fewer turns"),
    ],
)
def test_a_request_that_would_fail_again_is_the_agents_error(backend, server, answer, words):
    with pytest.raises(AgentError, match=words) as raised:
        ask(backend, server, answer)
    assert not isinstance(raised.value, ModelUnavailable)
    assert raised.value.__cause__ is not None


def test_a_service_that_is_silent_is_given_up(server):
    backend = OpenAiBackend("tiny", base_url=server.base_url, retries=0, timeout=0.2)
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.2 s.*timeout"):
        ask(backend, server, server.never)
    backend.close()


def test_a_service_that_is_not_there_is_named():
    backend = OpenAiBackend("tiny", base_url="http://me:hush@127.0.0.1:9/v1", retries=0)
    with pytest.raises(
        ModelUnavailable, match=r"http://127\.0\.0\.1:9/v1 cannot be reached.*base_url"
    ) as raised:
        backend.complete([user("Hi.")])
    backend.close()
    assert "hush" not in f"{raised.value}{backend!r}"


def test_an_overloaded_service_is_asked_again_when_it_says(server):
    backend = OpenAiBackend("tiny", base_url=server.base_url, retries=1)
    server.answers = [error(429, "slow down", headers={"Retry-After-Ms": "5"}), completion("Hello.")]
    assert backend.complete([user("Hi.")]).text == "Hello."
    backend.close()
    assert len(server.arrived) == 2


# -- keys --------------------------------------------------------------------------------------------


def test_a_missing_key_names_the_variable_to_set(server):
    with pytest.raises(
        AgentError, match=r"no key for openai:gpt.*Set the environment variable OPENAI_API_KEY"
    ):
        OpenAiBackend("gpt")
    with pytest.raises(AgentError, match="Set the environment variable ROUTER_KEY"):
        OpenAiBackend("gpt", base_url=server.base_url, key_variable="ROUTER_KEY")


def test_the_key_goes_to_the_service_that_it_is_meant_for(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    sent = []
    for options in (
        {"base_url": server.base_url},
        {"base_url": server.base_url, "key_variable": "OPENAI_API_KEY"},
    ):
        backend = OpenAiBackend("tiny", **options)
        ask(backend, server, completion("Hello."))
        backend.close()
        sent.append(server.arrived[-1].headers["Authorization"])
    assert KEY not in sent[0]
    assert sent[1] == f"Bearer {KEY}"


def test_the_users_environment_may_name_another_service(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
    backend = OpenAiBackend("tiny")
    ask(backend, server, completion("Hello."))
    backend.close()
    assert server.arrived[0].headers["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("status", [400, 401, 500])
def test_the_key_is_in_no_error_and_no_repr(server, monkeypatch, status):
    """Even when the service repeats it."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    backend = OpenAiBackend("tiny", base_url=server.base_url, key_variable="OPENAI_API_KEY", retries=0)
    with pytest.raises(AgentError, match="strange key") as raised:
        ask(backend, server, error(status, f"strange key {KEY}"))
    backend.close()
    told = "".join(traceback.format_exception(raised.value))
    assert raised.value.__context__ is None
    assert KEY not in f"{told}{raised.value!r}{raised.value}{backend!r}{vars(backend)}"


# -- the plugin --------------------------------------------------------------------------------------


def test_the_plugin_registers_the_backend_without_importing_the_sdk():
    (spec,) = crab_register_models()
    assert (spec.name, spec.load()) == ("openai", OpenAiBackend)
    code = "import sys, crab_models.plugin, crab_models.openai_backend; print('openai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_without_the_sdk_the_error_says_how_to_install_it(server, monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(AgentError, match=r"pip install 'crab-models\[openai\]'"):
        OpenAiBackend("tiny", base_url=server.base_url)


def test_closing_twice_is_safe_and_nothing_is_sent_afterwards(backend, server):
    backend.close()
    backend.close()
    with pytest.raises(RuntimeError, match="closed"):
        backend.complete([Message("user", (Text("hello"),))])
    assert server.arrived == []
