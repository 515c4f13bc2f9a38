"""Trains the weights that crab-visualprompt brings for XFeat: `python train.py --out xfeat-screens.pt`.

From scratch, on a CPU, with a seed; needs crab-visualprompt[xfeat], and crab-android for the screens of its
phone.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
from losses import Targets, loss, targets
from pairs import Pair, pair
from pictures import Gray, drawing, folder, phone_screens
from torch import Tensor

from crab_visualprompt.match.xfeat.model import XFeat

HELD_OUT = ("org.crab.maps", "com.android.email", "com.android.settings")
"""Apps whose screens are never trained on."""
PAIRS = 6
"""In a batch."""
SIZE = 256
"""Pixels of a view, across and down."""
RATE = 1e-3


def main() -> int:
    """Train, say how it goes on stderr or in a log, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="the weights file to write")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--pictures", type=Path, help="a folder of further pictures, such as desktop screens")
    parser.add_argument("--log", type=Path, help="a JSON lines file with the losses")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    chance = np.random.default_rng(given.seed)
    screens = [picture for name, picture in phone_screens() if name not in HELD_OUT]
    if given.pictures:
        screens += [picture for _, picture in folder(given.pictures)]
    print(f"{len(screens)} screens", file=sys.stderr)
    network = XFeat().train()
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=given.steps)
    log = given.log.open("w") if given.log else None
    start = time.monotonic()
    for step in range(1, given.steps + 1):
        batch = [pair(_picture(screens, chance), chance, SIZE) for _ in range(PAIRS)]
        optimiser.zero_grad()
        total, parts = _loss(network, batch, [targets(one, chance) for one in batch])
        total.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        if step % 10 == 0:
            line = {"step": step, "seconds": round(time.monotonic() - start), "total": float(total.detach())}
            line |= parts
            print(json.dumps(line), file=log or sys.stderr, flush=True)
        if step % 250 == 0 or step == given.steps:
            _save(network, given.out)
    return 0


def _picture(screens: list[Gray], chance: np.random.Generator) -> Gray:
    if chance.random() < 0.3:
        return drawing(chance)
    return screens[int(chance.integers(0, len(screens)))]


def _loss(network: XFeat, batch: list[Pair], of: list[Targets]) -> tuple[Tensor, dict[str, float]]:
    views = np.stack([one.first for one in batch] + [one.second for one in batch])
    maps = network(torch.from_numpy(views)[:, None].float() / 255)
    half = len(batch)
    first, second = (
        type(maps)(*(part[where] for part in maps)) for where in (slice(half), slice(half, None))
    )
    return loss(network, first, second, of)


def _save(network: XFeat, path: Path) -> None:
    """Half precision: half the size, and no figure changes by more than chance."""
    state = {k: v.half() if v.is_floating_point() else v for k, v in network.state_dict().items()}
    torch.save(state, path)


if __name__ == "__main__":
    sys.exit(main())
