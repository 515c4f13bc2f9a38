"""The fake service refuses what Google refuses: each way to spoil a request is found."""

from __future__ import annotations

import base64
import copy

import pytest
from fake import google as wire

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SIGNATURE = base64.b64encode(b"signed:r1").decode()
PATH = "/v1beta/models/gemini-3.5-flash:generateContent"
CLICK = {"name": "click", "parameters": {"type": "OBJECT", "properties": {"element": {"type": "INTEGER"}}}}


def request() -> dict:
    calls = [{"functionCall": {"name": "click", "args": {}, "id": name}} for name in "ab"]
    calls[0]["thoughtSignature"] = SIGNATURE
    given = [
        {"functionResponse": {"name": "click", "response": {"output": "ok"}, "id": name}} for name in "ab"
    ]
    given[0]["functionResponse"]["parts"] = [{"inlineData": {"mimeType": "image/png", "data": PNG}}]
    return {
        "systemInstruction": {"parts": [{"text": "Be brief."}]},
        "contents": [
            {
                "role": "user",
                "parts": [{"text": "Do it."}, {"inlineData": {"mimeType": "image/png", "data": PNG}}],
            },
            {"role": "model", "parts": [{"text": "Two."}, *calls]},
            {"role": "user", "parts": given},
        ],
        "tools": [{"functionDeclarations": [copy.deepcopy(CLICK)]}, {"computerUse": computer()}],
        "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}},
    }


def computer(**more) -> dict:
    return {"environment": "ENVIRONMENT_DESKTOP", "excludedPredefinedFunctions": ["click"], **more}


def faults(body, path=PATH):
    return list(wire.faults(path, body))


def part(body, content, place):
    return body["contents"][content]["parts"][place]


def picture(body):
    return part(body, 0, 1)["inlineData"]


def response(body):
    return part(body, 2, 1)["functionResponse"]


def schema(body):
    return body["tools"][0]["functionDeclarations"][0]["parameters"]


def test_a_request_as_it_should_be_has_no_fault_and_is_read():
    assert faults(request()) == []
    asked = wire.read(PATH, request())
    assert (asked.model, asked.system, asked.texts) == ("gemini-3.5-flash", "Be brief.", ["Do it.", "Two."])
    assert asked.pictures == 2 * [("image/png", 1, 1)]
    assert (asked.tools, asked.results) == (["click", "computer_use"], ["ok", "ok"])
    assert (asked.last_user_text, asked.stream) == ("Do it.", False)


SPOILT = {
    "another field": (lambda b: b.update(message="Hi."), 'Unknown name "message"'),
    "nothing said": (lambda b: b.update(contents=[]), "contents are required"),
    "an empty instruction": (lambda b: b.update(systemInstruction={"parts": [{"text": ""}]}), "no text"),
    "another role": (lambda b: b["contents"][0].update(role="assistant"), "valid role"),
    "no parts": (lambda b: b["contents"][0].update(parts=[]), "must not be empty"),
    "an empty text": (lambda b: part(b, 0, 0).update(text=""), "must have a text parameter"),
    "two things in a part": (lambda b: part(b, 0, 0).update(inlineData=picture(b)), "oneof"),
    "another media type": (lambda b: picture(b).update(mimeType="image/jpeg"), "is image/png"),
    "a type it does not take": (lambda b: picture(b).update(mimeType="image/gif"), "Unsupported"),
    "half a picture": (lambda b: picture(b).update(data=PNG[:60]), "cannot be decoded"),
    "half a picture from a tool": (
        lambda b: part(b, 2, 0)["functionResponse"]["parts"][0]["inlineData"].update(data=PNG[:60]),
        "cannot be decoded",
    ),
    "a picture of the model's": (lambda b: b["contents"][1]["parts"].append(part(b, 0, 1)), "only the user"),
    "a result too few": (lambda b: b["contents"][2]["parts"].pop(), "2 calls, 1 responses"),
    "a result too many": (lambda b: b["contents"][2]["parts"].append(part(b, 2, 1)), "2 calls, 3 responses"),
    "a result of another call": (lambda b: response(b).update(id="c"), "do not fit"),
    "a result of another function": (lambda b: response(b).update(name="x"), "do not fit"),
    "no results": (lambda b: b["contents"].pop(), "no function response"),
    "results without calls": (lambda b: b["contents"].pop(1), "immediately after a function call"),
    "more than results": (lambda b: b["contents"][2]["parts"].append({"text": "Hi."}), "other parts too"),
    "a result that is no object": (lambda b: response(b).update(response="ok"), "JSON object"),
    "an unsigned call": (lambda b: part(b, 1, 1).pop("thoughtSignature"), "missing a thought_signature"),
    "a changed signature": (lambda b: part(b, 1, 1).update(thoughtSignature="AAAA"), "not valid"),
    "the model's word is the last": (
        lambda b: b.update(contents=[*b["contents"], {"role": "model", "parts": [{"text": "Hm."}]}]),
        "ends with a user turn",
    ),
    "a name with a space": (
        lambda b: b["tools"][0]["functionDeclarations"][0].update(name="do it"),
        "Invalid function name",
    ),
    "no object": (lambda b: schema(b).update(type="STRING"), "are no OBJECT"),
    "an object of nothing": (lambda b: schema(b).update(properties={}), "non-empty for OBJECT"),
    "an unknown word": (lambda b: schema(b).update(additionalProperties=False), "Cannot find field"),
    "no type": (lambda b: schema(b)["properties"]["element"].pop("type"), "schema type field"),
    "a choice among others": (
        lambda b: schema(b)["properties"]["element"].update(anyOf=[{"type": "INTEGER"}]),
        "only field set",
    ),
    "numbers to choose from": (
        lambda b: schema(b)["properties"]["element"].update(enum=["1"]),
        "only allowed for STRING",
    ),
    "another format": (
        lambda b: schema(b)["properties"]["element"].update(format="uri"),
        "not supported for INTEGER",
    ),
    "a list of anything": (lambda b: schema(b)["properties"].update(keys={"type": "ARRAY"}), "missing field"),
    "an unknown requirement": (lambda b: schema(b).update(required=["x"]), "is not defined"),
    "two tools of one name": (lambda b: b["tools"].append(copy.deepcopy(b["tools"][0])), "Duplicate"),
    "an action's name taken": (
        lambda b: b["tools"][1]["computerUse"].update(excludedPredefinedFunctions=[]),
        "Duplicate",
    ),
    "another environment": (
        lambda b: b["tools"][1].update(computerUse=computer(environment="ENVIRONMENT_CAR")),
        "no environment",
    ),
    "excluding what is not there": (
        lambda b: b["tools"][1].update(computerUse=computer(excludedPredefinedFunctions=["fly", "click"])),
        "no such predefined",
    ),
    "a call required of nothing": (
        lambda b: b.update(tools=[], toolConfig={"functionCallingConfig": {"mode": "ANY"}}),
        "no function is",
    ),
}


@pytest.mark.parametrize(("spoil", "words"), SPOILT.values(), ids=SPOILT)
def test_a_spoilt_request_is_refused(spoil, words):
    body = request()
    spoil(body)
    assert any(words in fault for fault in faults(body)), faults(body)


def test_older_models_take_less():
    old = "/v1beta/models/gemini-2.5-flash:generateContent"
    found = " ".join(faults(request(), old))
    assert "does not take media in function responses" in found
    assert "knows only ENVIRONMENT_BROWSER" in found


def test_a_stream_is_asked_for_as_events():
    path = "/v1beta/models/gemini-3.5-flash:streamGenerateContent"
    assert faults(request(), path) == ["the SDK streams server-sent events"]
    assert faults(request(), f"{path}?alt=sse") == []
    assert wire.read(f"{path}?alt=sse", request()).stream
