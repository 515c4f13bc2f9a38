import crab_core as crab


@crab.action
def add(env: "Counter", amount: int) -> int:
    """Raise the number by an amount."""
    env.value += amount
    return env.value


@crab.evaluator(env="counter")
def counter_is(env: "Counter", value: int) -> crab.Verdict:
    """Whether the number has this value."""
    return crab.Verdict(env.value == value, f"the number is {env.value}")


class Counter(crab.Environment):
    name, description, actions, evaluators = "counter", "A number that can be raised.", (add,), (counter_is,)

    def on_reset(self, world, seed):
        self.value = world["start"]

    def state(self):
        return {"value": self.value}


def count(seed):
    def solve(turn, by=3):
        yield crab.ActionCall("counter", "add", {"amount": by})

    graph = crab.CheckpointGraph({"raised by three": counter_is(seed + 3)})
    told, worlds = "Raise the number by three.", {"counter": {"start": seed}}
    wrong = {"raised by four": lambda turn: solve(turn, by=4)}
    may = {"counter": [crab.May("value", {"value": seed + 3})]}
    made = {"id": "count", "description": told, "worlds": worlds, "graph": graph, "solution": solve}
    return crab.Task(**made, limits=crab.Limits(steps=7), mutants=wrong, may_change=may)


@crab.hookimpl
def crab_register_environments():
    return [crab.EnvironmentSpec("counter", "A number.", "crab_counter:Counter")]


@crab.hookimpl
def crab_register_tasks():
    return [crab.TaskSpec("count", "Raise a number by three.", "crab_counter:count")]
