"""What a model is sent again, and what is left out."""

from __future__ import annotations

from crab_core.chat import Conversation, estimate
from crab_core.content import Screenshot, Text
from crab_core.model import Message, Reply, ToolCall, ToolResult


def play(conversation: Conversation, turns: int, *, calls: bool = False) -> None:
    """So many turns, in each of which the model is told a number and says it."""
    results: list[ToolResult] = []
    for number in range(1, turns + 1):
        told = [Text(f"told {number}")] if results else []
        conversation.begin_turn([Text(f"turn {number}")], results, told)
        made = (ToolCall(f"id{number}", "do", {}),) if calls else ()
        conversation.add(Reply(f"reply {number}", made).message)
        results = [ToolResult(f"id{number}", (Text(f"result {number}"),))] if calls else []


def texts(conversation: Conversation) -> list[str]:
    return [message.text for message in conversation]


def test_the_system_prompt_and_two_past_turns_are_sent() -> None:
    conversation = Conversation("system")
    play(conversation, 5, calls=True)
    assert [message.role for message in conversation] == [
        "system",
        *("user", "assistant", "tool"),
        *("user", "assistant", "tool"),
        *("user", "assistant"),
    ]
    assert texts(conversation)[:2] == ["system", "turn 3"]


def test_no_call_is_sent_without_its_result_and_no_result_without_its_call() -> None:
    for turns in (0, 1, 3, None):
        conversation = Conversation("system", turns=turns, tokens=400)
        play(conversation, 12, calls=True)
        parts = [part for message in conversation for part in message.parts]
        asked = [part.id for part in parts if isinstance(part, ToolCall)]
        answered = [part.id for part in parts if isinstance(part, ToolResult)]
        assert asked[:-1] == answered, turns


def test_what_became_of_calls_that_are_no_longer_sent_is_told_in_words() -> None:
    conversation = Conversation("system", turns=0)
    play(conversation, 2, calls=True)
    assert texts(conversation) == ["system", "told 2\nturn 2", "reply 2"]


def test_what_is_told_twice_is_told_once() -> None:
    conversation = Conversation("system")
    play(conversation, 2, calls=True)
    assert "told 2" not in "\n".join(texts(conversation))


def test_the_oldest_turns_go_first_when_tokens_are_limited() -> None:
    conversation = Conversation("system", turns=None, tokens=100)
    play(conversation, 50)
    conversation.begin_turn([Text("turn 51")])
    assert texts(conversation)[-3:] == ["turn 50", "reply 50", "turn 51"]
    assert 80 < estimate(conversation) <= 100


def test_the_turn_at_hand_is_sent_whole_however_long_it_is() -> None:
    conversation = Conversation("system", tokens=10)
    conversation.begin_turn([Text("long " * 100)])
    assert texts(conversation)[1] == "long " * 100


def test_pictures_count_by_their_size() -> None:
    small, large = (Message("user", (Screenshot(b"", size, size),)) for size in (300, 1500))
    assert estimate([large]) - estimate([small]) == (1500**2 - 300**2) // 750


def test_a_reply_without_words_still_has_content() -> None:
    conversation = Conversation("system")
    conversation.begin_turn([Text("turn")])
    conversation.add(Reply("").message)
    assert [message.text for message in conversation][-1] == "(no words)"


def test_the_memory_of_a_long_episode_is_bounded() -> None:
    conversation = Conversation("system")
    for _ in range(1000):
        conversation.begin_turn([Text("turn"), Screenshot(b"picture", 10, 10)])
        conversation.add(Reply("reply").message)
    assert len(conversation) == 3
    assert len(list(conversation)) == 7


def test_a_memo_is_sent_first_in_its_own_turn_and_never_again() -> None:
    conversation = Conversation("system")
    conversation.begin_turn([Text("turn 1")], memo="Remember.")
    conversation.add(Reply("reply 1").message)
    assert texts(conversation)[1] == "Remember.\nturn 1"
    conversation.begin_turn([Text("turn 2")])
    assert "Remember." not in "\n".join(texts(conversation))


def test_what_no_encoding_takes_is_replaced_whoever_said_it() -> None:
    # Names of files that are no text come to Python with lone surrogates.
    conversation = Conversation("\udcff system")
    conversation.begin_turn([Text("\udcff shown")], memo="\udcff memo")
    conversation.add(Reply("", (ToolCall("id", "do", {}),)).message)
    conversation.begin_turn([Text("shown")], [ToolResult("id", (Text("\udcff result"),))])
    parts = [part for message in conversation for part in message.parts]
    texts = [
        inner.text for part in parts for inner in getattr(part, "parts", (part,)) if isinstance(inner, Text)
    ]
    assert texts == ["\ufffd system", "\ufffd shown", "\ufffd result", "shown"]
