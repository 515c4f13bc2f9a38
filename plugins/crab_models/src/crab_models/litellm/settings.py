"""What LiteLLM reads from the environment while it is imported."""

from __future__ import annotations

import os


def keep_local() -> None:
    """Have LiteLLM use the price list that it brings; it would fetch another one with every import."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
