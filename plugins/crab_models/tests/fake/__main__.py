"""Start the fake service by hand: `python plugins/crab_models/tests/fake --port 8900`."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fake.neutral import Asked, Said
from fake.server import FakeProvider


def echo(asked: Asked) -> Said:
    """Say what arrived; call the first tool when there is nothing else to do."""
    print(
        f"{asked.provider} {asked.model}: {len(asked.texts)} texts, pictures {asked.pictures}, "
        f"tools {asked.tools}, results {asked.results}",
        flush=True,
    )
    said = f"You said {asked.last_user_text!r} and showed {len(asked.pictures)} pictures."
    return Said(said, [(asked.tools[0], {})] if asked.tools and not asked.results else [])


def main() -> None:
    parser = argparse.ArgumentParser(prog="fake", description=sys.modules[__name__].__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--solve", action="store_true", help="play the demo task instead of echoing")
    options = parser.parse_args()
    script = echo
    if options.solve:
        from fake.scripted import solve

        script = solve
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    with FakeProvider(script, port=options.port) as fake:
        for provider in fake.providers:
            print(f"{provider}: base_url={fake.base_url(provider)}", flush=True)
        stopped.wait()


if __name__ == "__main__":
    main()
