"""What crab-models registers. Importing this module imports no SDK."""

from __future__ import annotations

from crab_core import CommandSpec, ModelSpec, hookimpl


@hookimpl
def crab_register_models() -> list[ModelSpec]:
    """The providers of this plugin; the first use of one imports its SDK."""
    return [
        ModelSpec(
            "openai",
            "OpenAI, and every service with its protocols: vLLM, SGLang, Ollama, LM Studio, OpenRouter.",
            "crab_models.openai.backend:OpenAiBackend",
        ),
        ModelSpec(
            "anthropic",
            "Anthropic's Claude, and every service with its Messages.",
            "crab_models.anthropic.backend:AnthropicBackend",
        ),
        ModelSpec(
            "google",
            "Google Gemini.",
            "crab_models.google.backend:GoogleBackend",
        ),
        ModelSpec(
            "litellm",
            "Further services through LiteLLM, in an environment of its own: litellm:mistral/mistral-large.",
            "crab_models.litellm.backend:LiteLlmBackend",
        ),
    ]


@hookimpl
def crab_register_commands() -> list[CommandSpec]:
    """`crab model`."""
    return [
        CommandSpec("model", "Send a model a tiny request and show what comes back.", "crab_models.cli:model")
    ]
