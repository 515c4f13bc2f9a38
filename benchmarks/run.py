"""Measures Crab: `python benchmarks/run.py [NAME...] [--json]`.

Times in seconds, rates per second, medians over runs. Progress goes to stderr.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

NAMES = {
    "import_core": "core",
    "install_core": "core",
    "schema": "core",
    "step_1env": "core",
    "step_3env": "core",
    "graph_path_10000": "core",
    "graph_wide_10000": "core",
    "graph_diamond_4x11": "core",
    "host_noop": "host",
    "host_png": "host",
    "host_parallel4": "host",
    "logging_4_frames": "core",
    "desktop_cold": "desktop",
    "desktop_reset": "desktop",
    "desktop_resets": "desktop_resets",
    "desktop_pixels_empty": "desktop_pixels",
    "desktop_pixels_windows": "desktop_pixels",
    "desktop_warm": "desktop",
    "desktop_screenshot": "desktop",
    "desktop_side_by_side": "desktop",
    "desktop_applications": "desktop_applications",
    "desktop_tree": "desktop_tree",
    "desktop_boxes": "desktop_tree",
    "desktop_actions": "desktop_actions",
    "desktop_input_backends": "desktop_input",
    "desktop_typing_editor": "desktop_input",
    "desktop_typing_terminal": "desktop_input",
    "phone_cold": "phone",
    "phone_reset": "phone",
    "phone_adb_steps": "phone",
    "phone_inprocess_steps": "phone",
    "phone_tree_tokens": "phone",
    "phone_screens": "phones",
    "phone_hundred": "phones",
    "marks": "marks",
    "marks_merged": "marks",
    "ocr_full": "ocr",
    "ocr_tenth": "ocr",
    "ocr_dialog": "ocr",
    "ocr_again": "ocr",
    "detect": "detect",
    "detect_phone": "detect",
    "match_sift": "match",
    "match_akaze": "match",
    "match_xfeat": "match",
    "match_xfeat_dense": "match",
    "agents_overhead": "agents",
    "agents_memory": "agents",
    "agents_throughput": "agents",
    "compose_load": "compose",
    "compose_type_graph": "compose",
    "compose_draw": "compose",
    "compose_realise": "compose",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {', '.join(NAMES)}; all when left out")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in NAMES]
    if unknown:
        parser.error(f"no benchmark is named {', '.join(unknown)}; there are {', '.join(NAMES)}")
    results: dict[str, dict[str, Any]] = {}
    failed = False
    for name in given.names or NAMES:
        print(f"{name} …", end=" ", file=sys.stderr, flush=True)
        start = time.perf_counter()
        try:
            results[name] = getattr(importlib.import_module(NAMES[name]), name)()
        except Exception as error:  # noqa: BLE001 - the others are measured all the same
            failed = True
            results[name] = {
                "value": None,
                "unit": "",
                "runs": 0,
                "error": f"{type(error).__name__}: {error}",
            }
        print(f"{shown(results[name])} ({time.perf_counter() - start:.1f} s)", file=sys.stderr)
    if given.json:
        print(json.dumps(results, indent=2))
    else:
        for name, facts in results.items():
            print(f"{name:<24}{shown(facts)}")
    return 1 if failed else 0


def shown(facts: dict[str, Any]) -> str:
    value = facts["value"]
    if value is None:
        return str(facts["error"])
    if facts["unit"] == "s":
        return f"{value * 1000:.3f} ms" if value < 1 else f"{value:.2f} s"
    return f"{value:,.0f} {facts['unit']}"


if __name__ == "__main__":
    sys.exit(main())
