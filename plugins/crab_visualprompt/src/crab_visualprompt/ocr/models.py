"""The models that rapidocr's wheel brings, run by onnxruntime without rapidocr's own pipeline.

That pipeline serves photographs: it turns every line upright, measures polygons and pads short words to the
width of long ones. On screens text is upright, and without all this the same models are several times faster.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crab_core import UsageError

Floats = NDArray[np.float32]

MOST_THREADS = 8
"""More do not make it faster: the batches of a screen are few."""


def threads_here() -> int:
    """As many threads as this process may use processors."""
    return min(len(os.sched_getaffinity(0)), MOST_THREADS)


def model_file(part: str) -> Path:
    """The file of one of rapidocr's models.

    Args:
        part: "det" for the one that finds lines, "rec" for the one that reads them.

    Raises:
        UsageError: rapidocr is not installed, or brings no such model.
    """
    spec = importlib.util.find_spec("rapidocr")
    folders = spec.submodule_search_locations if spec else None
    files = sorted(Path(folders[0], "models").glob(f"*_{part}*.onnx")) if folders else []
    if not files:
        raise UsageError(
            "The models of rapidocr are missing.",
            advice="Install the package again: `pip install --force-reinstall rapidocr`.",
        )
    return files[-1]  # the latest version, where there are several


class Model:
    """One network, which takes and gives one array."""

    def __init__(self, file: Path, threads: int) -> None:
        """Load it.

        Args:
            file: In ONNX format.
            threads: That work on one array together.

        Raises:
            UsageError: The file is not a network that onnxruntime can run.
        """
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Threads that wait in a loop take the processor from those that they wait for when it is shared.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session: Any = onnxruntime.InferenceSession(
                str(file), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime's errors have no base of their own
            raise UsageError(f"{file} is not a network that onnxruntime can run: {error}.") from error
        self._input: str = self._session.get_inputs()[0].name

    def __call__(self, values: Floats) -> Floats:
        """What the network makes of the values."""
        out: Floats = self._session.run(None, {self._input: values})[0]
        return out

    def texts(self, key: str) -> list[str]:
        """The lines of a text that was stored in the file; none when it has no such text."""
        stored: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        return stored.get(key, "").splitlines()
