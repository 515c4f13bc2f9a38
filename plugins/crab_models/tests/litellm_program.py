"""What `test_litellm.py` runs in an environment with LiteLLM: asks services, and prints what came back.

Its input is a JSON list of plans: `model`, `options` of the backend, and how many `turns` there are.
"""

import base64
import json
import sys
import traceback

from crab_core import CrabError, Message, Screenshot, Text, Tool, ToolResult
from crab_models.litellm.backend import LiteLlmBackend

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PICTURE = Screenshot(PNG, 1, 1)
CLICK = Tool("click", "Click.", {"type": "object", "properties": {"element": {"type": "integer"}}})


def turn(backend: LiteLlmBackend, history: list[Message]) -> dict:
    try:
        reply = backend.complete(history, [CLICK])
    except CrabError as error:
        told = "".join(traceback.format_exception(error))
        return {"error": type(error).__name__, "told": str(error), "traceback": told}
    history.append(reply.message)
    history += [Message("tool", (ToolResult(c.id, (Text("ok"), PICTURE)),)) for c in reply.tool_calls]
    return {
        "text": reply.text,
        "calls": [[call.name, dict(call.arguments)] for call in reply.tool_calls],
        "stop": reply.stop_reason,
        "tokens": [reply.usage.input_tokens, reply.usage.output_tokens],
        "cost": reply.usage.cost,
        "model": reply.model,
    }


def main() -> None:
    answers = []
    for plan in json.load(sys.stdin):
        backend = LiteLlmBackend(plan["model"], **plan["options"])
        history = [Message("system", (Text("Be brief."),)), Message("user", (Text("Look."), PICTURE))]
        answers.append([turn(backend, history) for _ in range(plan["turns"])])
        backend.close()
    print(json.dumps(answers))


main()
