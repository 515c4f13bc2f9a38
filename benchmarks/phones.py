"""What the simulated phone costs on every screen that its apps have, and what a hundred phones cost together.

Every function returns ``{"value", "unit", "runs", ...}``.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

Result = dict[str, Any]


def _timed(action: Callable[[], object]) -> float:
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def phone_screens() -> Result:
    """Frame and PNG, drawn anew, over every screen that a crawler reaches: median, worst and where that is.

    `build_s` is building and laying out the windows alone, `dump_s` the UI dump of a built screen,
    `snapshot_s`, `restore_s` and `fork_s` those operations there, each as [median, worst].
    """
    from crab_android.phone import Phone
    from crab_android.phone.crawl import crawl

    found = crawl(Phone({}, 0))
    times: dict[str, list[float]] = {
        name: [] for name in ("frame", "build", "dump", "snapshot", "restore", "fork")
    }
    worst = (0.0, "")
    for spot, phone in found.phones.items():
        phone.png()  # fonts, decoded pictures

        def frame(phone: Phone = phone) -> None:
            phone.changed()
            phone.png()

        def build(phone: Phone = phone) -> None:
            phone.changed()
            phone.windows()

        def dump(phone: Phone = phone) -> None:
            phone._xml.clear()
            phone.ui_xml()

        seconds = min(_timed(frame) for _ in range(3))
        worst = max(worst, (seconds, str(spot)))
        times["frame"].append(seconds)
        times["build"].append(min(_timed(build) for _ in range(3)))
        times["dump"].append(min(_timed(dump) for _ in range(3)))
        times["snapshot"].append(min(_timed(phone.snapshot) for _ in range(3)))
        kept = phone.snapshot()
        times["fork"].append(min(_timed(phone.fork) for _ in range(3)))
        times["restore"].append(min(_timed(partial(phone.restore, kept)) for _ in range(3)))
    facts = {f"{name}_s": [statistics.median(values), max(values)] for name, values in times.items()}
    return {
        "value": statistics.median(times["frame"]),
        "unit": "s",
        "runs": len(found.phones),
        "worst": list(worst),
        **facts,
    }


_PROGRAM = """
import json
from pathlib import Path
from crab_android.phone import Phone

def memory():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

bare = memory()
phones = [Phone({}, 0)]
phones[0].png()
first = memory()
apps = [app.package for app in phones[0].apps.values() if app.listed]
for number in range(1, 100):
    phone = Phone({}, number)
    phone.launch(apps[number % len(apps)])
    phone.png(), phone.ui_xml()
    phones.append(phone)
print(json.dumps({"bare_mb": bare, "first_mb": first, "all_mb": memory(), "apps": len(apps)}))
"""


def phone_hundred() -> Result:
    """Memory of a process with a hundred phones of different seeds, each with an app open and drawn."""
    begin = time.perf_counter()
    run = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, check=True)
    facts = json.loads(run.stdout)
    return {
        "value": facts["all_mb"],
        "unit": "MB",
        "runs": 100,
        "seconds": time.perf_counter() - begin,
        **facts,
    }


BENCHMARKS = (phone_screens, phone_hundred)

if __name__ == "__main__":
    print(json.dumps({benchmark.__name__: benchmark() for benchmark in BENCHMARKS}, indent=2))
