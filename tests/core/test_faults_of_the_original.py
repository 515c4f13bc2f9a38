"""Every fault seen in the published CRAB that the core could have, one test each, named after it.

Faults that belong to other parts of Crab, where each has its own test:

- a template of an agent formats with a missing key; names containing `_in_` break the single agent; an
  unterminated code block raises; PNG is sent as image/jpeg: agents and model backends;
- evaluators that pass on an empty clipboard, on a missing row, on absent files; XPath built from task text
  without quoting: evaluators of desktop and phone;
- text typed by the model reaches a shell on the host machine: actions of desktop and phone;
- a server exception kills the next request; an encrypted request can be replayed: `tests/host`;
- importing a module needs a provider's SDK: model backends.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from toys import COMPLETE, Notes, Script, at_least, call, climb, counter_benchmark, play, raises_below

import crab_core as crab
from crab_core.record import Recorder, RunDirectory

ADD = call("add")


@pytest.mark.parametrize("wrong", [call("add", "nowhere"), call("nothing"), call("nothing", "nowhere")])
def test_unknown_environment_or_action_counts_as_invalid_and_does_not_crash(wrong: crab.ActionCall) -> None:
    result = play(climb(1), Script(wrong, ADD))
    assert result.metrics.success
    assert (result.metrics.steps, result.metrics.actions) == (2, 1)


def test_complete_evaluates_the_final_state() -> None:
    benchmark = counter_benchmark()
    benchmark.begin(climb(1))
    benchmark.devices["counter"].act("add", {})
    assert benchmark.step(COMPLETE).passed == ["at least 1"]


def test_complete_closes_the_task() -> None:
    policy = Script(COMPLETE, ADD)
    result = play(climb(1), policy)
    assert result.termination is crab.Termination.FALSE_COMPLETION
    assert len(policy.turns) == 1


def test_nothing_leaks_into_the_next_task() -> None:
    benchmark = counter_benchmark()
    crab.Episode("one", climb(1), benchmark, Script([ADD, COMPLETE])).run()
    benchmark.devices["counter"].reset({})  # type: ignore[attr-defined]
    policy = Script(COMPLETE)
    second = crab.Episode("two", climb(1), benchmark, policy).run()
    assert second.termination is crab.Termination.FALSE_COMPLETION, "not complete before any action"
    assert policy.turns[0].feedback == ()
    assert second.metrics.steps == 1


def test_actions_added_for_one_device_do_not_reach_the_next() -> None:
    from toys import Counter

    @crab.action
    def extra() -> None:
        """Only here."""

    first = Counter()
    first.extend([extra])
    assert "extra" not in Counter().action_space


def test_success_on_the_last_allowed_step_is_not_a_step_limit() -> None:
    result = play(climb(1, limits=crab.Limits(steps=1)), Script(ADD))
    assert result.termination is crab.Termination.SUCCESS


def test_an_evaluators_exception_does_not_end_the_task() -> None:
    graph = crab.CheckpointGraph({"seen": raises_below(2), "other": at_least(1)})
    task = crab.Task(id="t", description="", worlds={"counter": {}}, graph=graph)
    assert play(task, Script(ADD, ADD)).metrics.success


def test_validation_errors_are_not_swallowed_and_raw_values_never_passed_on() -> None:
    seen: list[Any] = []

    @crab.action
    def take(number: int) -> None:
        seen.append(number)

    with pytest.raises(crab.InvalidAction):
        take.invoke({"number": "seven"})
    take.invoke({"number": "7"})
    assert seen == [7]


def test_a_sequence_does_not_lose_a_required_argument() -> None:
    @crab.action
    def first(a: int) -> int:
        return a

    @crab.action
    def second(b: int) -> int:
        return b

    assert (first + second).schema["parameters"]["required"] == ["a", "b"]


def test_parameters_with_a_default_keep_their_description() -> None:
    @crab.action
    def wait_for(seconds: float = 1.0) -> None:
        """Wait.

        Args:
            seconds: How long.
        """

    assert wait_for.schema["parameters"]["properties"]["seconds"] == {
        "type": "number",
        "description": "How long.",
        "default": 1.0,
    }


def test_evaluators_that_take_env_can_be_combined() -> None:
    task = crab.Task(
        id="t",
        description="",
        worlds={"counter": {}},
        graph=crab.CheckpointGraph({"two": at_least(2) & ~at_least(3) | at_least(9)}),
    )
    assert play(task, Script(ADD, ADD)).metrics.success


def test_graph_metrics_are_neither_exponential_nor_over_counted_on_diamonds() -> None:
    rows, columns = range(4), range(60)  # 4 ** 60 paths
    nodes = {f"{c}.{r}": at_least(c * 4 + r) for c in columns for r in rows}
    edges = [
        (f"{a}.{r}", f"{b}.{s}")
        for a, b in itertools.pairwise(columns)
        for r, s in itertools.product(rows, repeat=2)
    ]
    live = crab.GraphEvaluator(crab.CheckpointGraph(nodes, edges))
    assert (live.longest_unfinished_path(), live.edges_left) == (60, 59 * 16)


def test_reset_keeps_no_counters() -> None:
    benchmark = counter_benchmark()
    benchmark.begin(climb(1, 2))
    benchmark.step(ADD)
    benchmark.devices["counter"].reset({})  # type: ignore[attr-defined]
    benchmark.begin(climb(1, 2))
    graph = benchmark.graph
    assert graph is not None
    assert (graph.passed_count, graph.edges_left, graph.longest_unfinished_path()) == (0, 1, 2)
    assert benchmark.step(ADD).number == 1


def test_adjacency_is_read_as_directed() -> None:
    graph = crab.CheckpointGraph({"late": at_least(2), "early": at_least(1)}, [("early", "late")])
    assert (graph.sources, graph.sinks) == (("early",), ("late",))


def test_a_description_with_a_missing_key_is_refused_when_written() -> None:
    with pytest.raises(crab.DefinitionError, match="folder"):
        crab.SubTask(
            id="s",
            environment="counter",
            description="Put {file} into {folder}.",
            inputs={"file": "path"},
            checkpoints=lambda file: crab.CheckpointGraph({"a": at_least(1)}),
        )


def test_names_containing_in_are_names_like_any_other() -> None:
    from toys import Counter

    @crab.action(name="type_in_box")
    def type_in_box(text: str) -> str:
        return text

    device = Counter("phone_in_hand")
    device.extend([type_in_box])
    benchmark = crab.Benchmark({"phone_in_hand": device}, merged=True)
    graph = crab.CheckpointGraph({"a": at_least(1).on("phone_in_hand")})
    benchmark.begin(crab.Task(id="t", description="", worlds={"phone_in_hand": {}}, graph=graph))
    assert benchmark.step(call("type_in_box", "phone_in_hand", text="x")).value == "x"
    assert benchmark.step(call("type_in_box", "", text="x")).value == "x"


def test_a_reply_without_a_call_does_not_raise() -> None:
    result = play(climb(1), Script([], ADD))
    assert result.metrics.success
    assert (result.metrics.steps, result.metrics.actions) == (2, 1)


def test_a_missing_docstring_does_not_raise() -> None:
    @crab.action
    def silent(x: int) -> int:
        return x

    assert silent.schema["description"] == ""


def test_marks_are_numbered_from_one() -> None:
    mark = crab.Mark(1, crab.Box(0, 0, 2, 2), "OK", "button")
    assert crab.ElementMap((mark,)).get(0) is None
    from toys import touch

    with pytest.raises(crab.InvalidAction, match="greater than or equal to 1"):
        touch.invoke({"element": 0})


def test_module_globals_carry_no_answers_between_evaluators() -> None:
    """The core's own judge keeps its answer in the episode's root, which every task makes anew."""
    from crab_core.benchmark import answer_is

    benchmark = counter_benchmark()
    graph = crab.CheckpointGraph({"answer": answer_is("42")})
    task = crab.Task(id="t", description="", worlds={"counter": {}}, graph=graph)
    benchmark.begin(task)
    assert benchmark.step(call("submit", "root", answer="42")).complete
    assert benchmark.begin(task) == []


def test_model_replies_are_saved(tmp_path: Any) -> None:
    directory = RunDirectory(tmp_path)
    recorder = Recorder(directory)
    exchange = [crab.Exchange("main", "one:tiny", (), (), "auto", crab.Reply("I add."))]
    play(climb(1), Script(crab.Decision([ADD], exchange=exchange)), observers=[recorder])
    recorder.close()
    directory.close()
    assert '"reply":{"text":"I add."' in (tmp_path / "episodes/e/steps.jsonl").read_text()


def test_the_raw_screenshot_is_not_overwritten_by_the_marked_one(tmp_path: Any) -> None:
    from toys import Counter

    class Seen(Counter):
        def observe(self) -> dict[str, crab.Content]:
            return {"screenshot": crab.Screenshot(b"raw", 1, 1)}

    class Marker:
        name = "marker"

        def mark(self, screenshot: Any, tree: Any) -> crab.Marked:
            return crab.Marked(screenshot=crab.Screenshot(b"marked", 1, 1))

    directory = RunDirectory(tmp_path)
    recorder = Recorder(directory)
    notes = Notes()
    benchmark = crab.Benchmark({"counter": Seen()})
    crab.Episode("e", climb(1), benchmark, Script(ADD), Marker(), [recorder, notes]).run()
    recorder.close()
    directory.close()
    stored = {path.read_bytes() for path in (tmp_path / "frames").rglob("*.png")}
    assert stored == {b"raw", b"marked"}
    view = notes.steps[0].turn["counter"]
    assert view.screenshot is not None
    assert view.screenshot.data == b"raw"


def test_memory_kept_for_an_observation_is_bounded() -> None:
    """An episode keeps its last turn only: what was seen before lives on disk."""
    import gc
    import weakref

    from toys import Counter

    captured: list[weakref.ref[Any]] = []

    class Seen(Counter):
        def observe(self) -> dict[str, crab.Content]:
            picture = crab.Screenshot(b"raw" * 1000, 1, 1)
            captured.append(weakref.ref(picture))
            return {"screenshot": picture}

    class Forgetful(Script):
        def decide(self, turn: crab.Turn) -> crab.Decision:
            decision = super().decide(turn)
            self.turns.clear()
            return decision

    episode = crab.Episode(
        "e", climb(99, limits=crab.Limits(steps=12)), crab.Benchmark({"counter": Seen()}), Forgetful()
    )
    episode.run()
    gc.collect()
    assert len(captured) == 13
    assert sum(reference() is not None for reference in captured) <= 2
