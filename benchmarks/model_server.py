"""A service that speaks just enough of OpenAI's chat completions to be measured against.

`python benchmarks/model_server.py SECONDS` prints its port and answers every request after so many seconds,
with a call of the tool `add`.
"""

from __future__ import annotations

import asyncio
import json
import sys

ANSWER = json.dumps(
    {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "tiny",
        "choices": [
            {
                "index": 0,
                "finish_reason": "tool_calls",
                "message": {
                    "role": "assistant",
                    "content": "I raise the number.",
                    "tool_calls": [
                        {"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
                    ],
                },
            }
        ],
        "usage": {"prompt_tokens": 900, "completion_tokens": 30, "total_tokens": 930},
    }
).encode()
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(ANSWER)


async def serve(seconds: float) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
                await reader.readexactly(length)
                await asyncio.sleep(seconds)
                writer.write(HEAD + ANSWER)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, limit=1 << 22, backlog=256)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
