"""Asks a model where to point; what it answers is written down at once, and never asked for again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path

from crab_core import Message, ModelBackend, ModelUnavailable, Text, Usage
from crab_visualprompt.dataset.answers import Answer, read_answers
from crab_visualprompt.dataset.examples import Example
from crab_visualprompt.written import writing

PROMPT = (
    "You see a screen of {width} x {height} pixels. Say where to point for the instruction. Answer with the "
    "point only, in pixels from the top left corner, as (x, y)."
)
PATIENCE = 3
"""Calls that fail before any succeeds, after which the service counts as gone."""


def ask(
    model: ModelBackend,
    examples: Sequence[Example],
    file: Path,
    *,
    workers: int = 4,
    tell: Callable[[int, int], None] = lambda _done, _of: None,
) -> tuple[dict[str, Answer], Usage]:
    """The answers of a model.

    Args:
        model: Who is asked.
        examples: What is asked.
        file: Where answers are written, a JSON line each; those that are there are taken as they are.
        workers: Questions at the same time.
        tell: Is told how many answers are there, and of how many.

    Returns:
        The answers by example, and what those that were asked for now took. An example whose call failed has
        none, and is asked again the next time.

    Raises:
        ModelUnavailable: The service does not answer at all.
        AgentError: The request is wrong and would fail again.
        UsageError: The file cannot be written.
    """
    answers = read_answers(file) if file.exists() else {}
    left = [example for example in examples if example.id not in answers]
    usage, failures, asked = Usage(), 0, 0
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.open("a").close()  # before answers are paid for that cannot be kept
    pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="asking")
    try:
        waiting: list[Future[tuple[Answer, Usage]]] = [pool.submit(_ask, model, example) for example in left]
        for future in as_completed(waiting):
            try:
                answer, took = future.result()
            except ModelUnavailable:
                failures += 1
                if not asked and failures >= min(PATIENCE, len(left)):
                    raise
                continue
            asked += 1
            usage += took
            answers[answer.id] = answer
            _write(answer, model.name, file)
            tell(len(answers), len(examples))
    finally:
        pool.shutdown(cancel_futures=True)
    return answers, usage


def question(example: Example, width: int, height: int) -> tuple[Message, Message]:
    """What is asked: the task, with the size of the picture as the model sees it, picture and instruction."""
    return (
        Message("system", (Text(PROMPT.format(width=width, height=height)),)),
        Message("user", (example.screenshot(), Text(example.instruction))),
    )


def _ask(model: ModelBackend, example: Example) -> tuple[Answer, Usage]:
    seen = model.picture_size(example.width, example.height)
    reply = model.complete(question(example, *seen))
    return Answer(example.id, reply.text, seen), reply.usage


def _write(answer: Answer, model: str, file: Path) -> None:
    fields = {"id": answer.id, "answer": answer.text, "seen": answer.seen, "model": model}
    with writing(file), file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(fields, ensure_ascii=False) + "\n")
