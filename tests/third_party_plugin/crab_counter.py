import crab_core as crab


class Counter(crab.Environment):
    name, description, value = "counter", "A number that can be raised.", 0

    def on_reset(self, world, seed):
        self.value = world["start"]

    def state(self):
        return {"value": self.value}


@crab.action
def add(env: Counter, amount: int) -> int:
    """Raise the number by an amount."""
    env.value += amount
    return env.value


@crab.evaluator(env="counter")
def counter_is(env: Counter, value: int) -> crab.Verdict:
    """Whether the number has this value."""
    return crab.Verdict(env.value == value, f"the number is {env.value}")


def count(seed: int) -> crab.Task:
    def solve(turn, by=3):
        yield crab.ActionCall("counter", "add", {"amount": by})

    return crab.Task(
        id="count",
        description="Raise the number by three.",
        worlds={"counter": {"start": seed}},
        graph=crab.CheckpointGraph({"raised by three": counter_is(seed + 3)}),
        solution=solve,
        mutants={"raised by four": lambda turn: solve(turn, by=4)},
    )


@crab.hookimpl
def crab_register_environments():
    return [crab.EnvironmentSpec("counter", "A number.", "crab_counter:Counter")]


@crab.hookimpl
def crab_register_actions():
    return [crab.ActionSpec("add", "Raise it.", "crab_counter:add", environment="counter")]


@crab.hookimpl
def crab_register_evaluators():
    return [crab.EvaluatorSpec("counter_is", "Compare it.", "crab_counter:counter_is", environment="counter")]


@crab.hookimpl
def crab_register_tasks():
    return [crab.TaskSpec("count", "Raise a number by three.", "crab_counter:count")]
