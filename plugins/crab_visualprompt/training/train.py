"""Trains the weights that crab-visualprompt brings for XFeat: `python train.py --out xfeat-screens.pt`.

From scratch, on a CPU, with a seed: screens of real desktops and of the simulated phone are made first. Needs
crab-visualprompt[xfeat], crab-android for the phone, and crab-ubuntu with its applications for the desktops.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from desktops import WORLDS, keep
from losses import Targets, half_precision, loss, targets
from pairs import Pair, pair
from pictures import Gray, drawing, folder, phone
from torch import Tensor

from crab_core import EnvironmentUnavailable
from crab_visualprompt.match.xfeat.model import XFeat

HELD_OUT = ("org.crab.maps", "com.android.email", "com.android.settings")
"""Apps of the phone whose screens are never trained on."""
SHARES = (0.4, 0.35, 0.25)
"""Of the pairs: how many are of desktops, of the phone, and of drawings."""
PAIRS = 3
"""In a batch."""
SIZE = 256
"""Pixels of a view, across and down."""
LOOKS = 3
"""Places of a picture that are tried until one shows enough."""
ENOUGH = 24
"""Corners that both views of a pair show."""
STEPS = 4000
SAVED = 250
"""Steps after which the weights are written, too."""


@dataclass
class Schedule:
    """How fast is learned at which step."""

    steps: int
    """In all."""
    highest: float = 1e-3
    rising: int = 100
    """Steps until the highest rate is reached."""
    falling: int = 700
    """Steps at the end in which it falls to nothing."""

    def rate(self, step: int) -> float:
        """Of a step, counted from 1."""
        return self.highest * min(1.0, step / self.rising, (self.steps + 1 - step) / self.falling)


def main() -> int:
    """Make what is needed, train, say how it goes on stderr or in a log, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="the weights file to write")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--log", type=Path, help="a JSON lines file with the losses")
    parser.add_argument(
        "--screens",
        type=Path,
        help="folder where screens are kept, and made where there are none; beside the weights when left out",
    )
    parser.add_argument("--without-desktops", action="store_true", help="learn from phone and drawings alone")
    given = parser.parse_args()
    where = given.screens or given.out.with_name("screens")
    desktops: list[Gray] = []
    if not given.without_desktops:
        try:
            if not any((where / "desktop").glob("*.png")):
                keep(where / "desktop", range(WORLDS), given.seed)
        except (EnvironmentUnavailable, ImportError) as error:
            advice = getattr(error, "advice", "") or "Install crab-ubuntu; `crab doctor` tells what it needs."
            parser.error(f"no desktop can be started: {error} {advice} Or say --without-desktops.")
        desktops = [picture for _, picture in folder(where / "desktop")]
    phones = [picture for app, picture in phone(where / "phone") if app not in HELD_OUT]
    print(f"{len(desktops)} screens of desktops, {len(phones)} of the phone", file=sys.stderr, flush=True)
    torch.manual_seed(given.seed)
    network = XFeat()
    with given.log.open("w") if given.log else nullcontext(sys.stderr) as log:
        for line in train(network, desktops, phones, given.seed, Schedule(given.steps)):
            if line["step"] % 10 == 0:
                print(json.dumps(line), file=log, flush=True)
            if line["step"] % SAVED == 0 or line["step"] == given.steps:
                save(network, given.out)
    return 0


def train(
    network: XFeat, desktops: Sequence[Gray], phones: Sequence[Gray], seed: int, schedule: Schedule
) -> Iterator[dict[str, float]]:
    """Train a network step by step; gives the number of each step, seconds since the start, and the losses.

    Args:
        network: Is changed.
        desktops: Pictures of shape (height, width); drawings stand in for them where there are none.
        phones: Screens of the phone, alike.
        seed: Decides what is seen in which order.
        schedule: How many steps, and how fast.
    """
    chance = np.random.default_rng(seed)
    network.train().to(memory_format=torch.channels_last)  # a fifth faster, the same figures
    optimiser = torch.optim.Adam(network.parameters())
    start = time.monotonic()
    step = 0
    while step < schedule.steps:
        step += 1
        optimiser.param_groups[0]["lr"] = schedule.rate(step)
        batch = [_pair(_picture((desktops, phones, ()), chance), chance) for _ in range(PAIRS)]
        optimiser.zero_grad()
        total, parts = _loss(network, [one for one, _ in batch], [of for _, of in batch])
        total.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        seconds = round(time.monotonic() - start)
        yield {"step": step, "seconds": seconds, "total": float(total.detach()), **parts}


def _picture(kinds: Sequence[Sequence[Gray]], chance: np.random.Generator) -> Gray:
    pictures = kinds[int(chance.choice(len(kinds), p=SHARES))]
    return pictures[int(chance.integers(len(pictures)))] if pictures else drawing(chance)


def _pair(picture: Gray, chance: np.random.Generator) -> tuple[Pair, Targets]:
    """Views of a picture, rather of a place where there is something to see, and what is true of them."""
    for _ in range(LOOKS - 1):
        one = pair(picture, chance, SIZE)
        of = targets(one, chance)
        if len(of.keypoints[0]) >= ENOUGH:
            return one, of
    one = pair(picture, chance, SIZE)
    return one, targets(one, chance)


def _loss(network: XFeat, batch: list[Pair], of: list[Targets]) -> tuple[Tensor, dict[str, float]]:
    views = np.stack([one.first for one in batch] + [one.second for one in batch])
    with half_precision():
        maps = network(torch.from_numpy(views)[:, None].float() / 255)
    half = len(batch)
    first, second = (
        type(maps)(*(part[where].float() for part in maps)) for where in (slice(half), slice(half, None))
    )
    return loss(network, first, second, of)


def save(network: XFeat, path: Path) -> None:
    """Write weights in half precision: half the size, and no figure changes by more than chance."""
    state = {k: v.contiguous() for k, v in network.state_dict().items()}
    state = {k: v.half() if v.is_floating_point() else v for k, v in state.items()}
    torch.save(state, path)


if __name__ == "__main__":
    sys.exit(main())
