"""What the simulated phone costs: to start, to reset, and for a step through ADB and in process.

Every function returns ``{"value", "unit", "runs", ...}``: a median over the runs, seconds or steps a second.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

WORLD = {"tasks": [f"Errand {number}" for number in range(8)], "open": "org.crab.tasks"}
CHECK_BOX = (115, 400)

Result = dict[str, Any]


def _median(measure: Callable[[], float], runs: int) -> float:
    return statistics.median(measure() for _ in range(runs))


def _memory_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def phone_cold(runs: int = 10) -> Result:
    """A phone as a process, from its start until it answers; and a phone more in a process that runs."""
    memory: list[float] = []

    def process() -> float:
        start = time.perf_counter()
        child = subprocess.Popen(
            [sys.executable, "-m", "crab_android.phone", "--control"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        assert child.stdin is not None
        ready = json.loads(child.stdout.readline())
        seconds = time.perf_counter() - start
        memory.append(_memory_mb(ready["pid"]))
        child.stdin.close()
        child.wait()
        child.stdout.close()
        return seconds

    from crab_android.phone import Phone

    def inside() -> float:
        start = time.perf_counter()
        Phone(WORLD, 1).ui_xml()
        return time.perf_counter() - start

    process()
    return {
        "value": _median(process, runs),
        "unit": "s",
        "runs": runs,
        "in_process_s": _median(inside, runs),
        "memory_mb": statistics.median(memory),
    }


def phone_reset(runs: int = 50) -> Result:
    """A reset through the provider, until the phone shows the new world."""
    from crab_android.providers.simulated import SimulatedPhoneProvider

    provider = SimulatedPhoneProvider()
    start = time.perf_counter()
    environment = provider.start(WORLD, 0)
    started = time.perf_counter() - start
    try:

        def reset() -> float:
            environment.act("press", {"key": "home"})
            begin = time.perf_counter()
            provider.reset(WORLD, 1)
            return time.perf_counter() - begin

        value = _median(reset, runs)
    finally:
        provider.close()
    return {"value": value, "unit": "s", "runs": runs, "provider_start_s": started}


def phone_adb_steps(runs: int = 150) -> Result:
    """Steps of tap, settle and screenshot through the real adb; every tap changes the screen."""
    from crab_android.environment import AndroidEnvironment
    from crab_android.providers.simulated import SimulatedPhoneProvider

    provider = SimulatedPhoneProvider()
    try:
        environment = provider.start(WORLD, 0)
        assert isinstance(environment, AndroidEnvironment)
        x, y = CHECK_BOX
        digests: set[str] = set()

        def step() -> float:
            begin = time.perf_counter()
            environment.act("tap", {"x": x, "y": y})
            environment.settle()
            picture = environment.screen.screenshot()
            seconds = time.perf_counter() - begin
            digests.add(picture.digest)
            return seconds

        def seen() -> float:
            begin = time.perf_counter()
            environment.observe()
            return time.perf_counter() - begin

        for _ in range(5):
            step()
        steps = [step() for _ in range(runs)]
        assert len(digests) > 1, "the taps did not change the screen"
        phone = provider._phone
        assert phone is not None
        return {
            "value": 1 / statistics.median(steps),
            "unit": "steps/s",
            "runs": runs,
            "step_s": statistics.median(steps),
            "observe_s": _median(seen, 20),
            "memory_mb": _memory_mb(phone._process.pid),
        }
    finally:
        provider.close()


def phone_inprocess_steps(runs: int = 2000) -> Result:
    """Steps of a tap and a UI dump in process; and what pictures, snapshots and forks cost there."""
    from crab_android.phone import Phone

    phone = Phone(WORLD, 1)
    phone.ui_xml()

    def timed(action: Callable[[], object]) -> float:
        begin = time.perf_counter()
        action()
        return time.perf_counter() - begin

    def step() -> None:
        phone.tap(*CHECK_BOX)
        phone.ui_xml()

    def frame() -> None:
        phone.tap(*CHECK_BOX)
        phone.png()

    kept = phone.snapshot()
    return {
        "value": 1 / _median(lambda: timed(step), runs),
        "unit": "steps/s",
        "runs": runs,
        "frame_png_s": _median(lambda: timed(frame), 30),
        "snapshot_s": _median(lambda: timed(phone.snapshot), 50),
        "restore_s": _median(lambda: timed(lambda: phone.restore(kept)), 50),
        "fork_s": _median(lambda: timed(phone.fork), 50),
    }


def phone_tree_tokens() -> Result:
    """How much shorter `ui_text` is than the XML, as a median over every screen that a crawler reaches.

    A token is a word or a mark of punctuation (`crab_android.device.compact.words`). `characters` counts
    characters instead; `apps` has the median tokens of XML and text, and the part saved, by app.
    """
    from crab_android.device.compact import compact, words
    from crab_android.phone import Phone
    from crab_android.phone.crawl import crawl

    def count(text: str) -> int:
        return sum(1 for _ in words(text))

    tokens: dict[str, list[tuple[int, int]]] = {}
    characters: list[float] = []
    seconds: list[float] = []
    for spot, phone in crawl(Phone({}, 1)).phones.items():
        xml = phone.ui_xml()
        begin = time.perf_counter()
        text = compact(xml).text
        seconds.append(time.perf_counter() - begin)
        tokens.setdefault(spot.package, []).append((count(xml), count(text)))
        characters.append(100 * (1 - len(text) / len(xml)))
    saved = [100 * (1 - short / long) for pairs in tokens.values() for long, short in pairs]
    return {
        "value": statistics.median(saved),
        "unit": "% saved",
        "runs": len(saved),
        "least": min(saved),
        "characters": statistics.median(characters),
        "compact_s": statistics.median(seconds),
        "apps": {
            package: [
                statistics.median(long for long, _ in pairs),
                statistics.median(short for _, short in pairs),
                statistics.median(100 * (1 - short / long) for long, short in pairs),
            ]
            for package, pairs in tokens.items()
        },
    }


BENCHMARKS = (phone_cold, phone_reset, phone_adb_steps, phone_inprocess_steps, phone_tree_tokens)

if __name__ == "__main__":
    print(json.dumps({benchmark.__name__: benchmark() for benchmark in BENCHMARKS}, indent=2))
