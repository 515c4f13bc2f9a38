"""What crab-models registers."""

from __future__ import annotations

from crab_core import ModelSpec, hookimpl


@hookimpl
def crab_register_models() -> list[ModelSpec]:
    """The providers of this plugin; the first use of one imports its SDK."""
    return [
        ModelSpec(
            "openai",
            "OpenAI, and every service with its chat completions: vLLM, SGLang, Ollama, OpenRouter.",
            "crab_models.openai_backend:OpenAiBackend",
        )
    ]
