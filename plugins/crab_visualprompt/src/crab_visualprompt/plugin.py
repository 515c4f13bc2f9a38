"""What crab-visualprompt registers."""

from __future__ import annotations

from crab_core import PrompterSpec, hookimpl


@hookimpl
def crab_register_prompters() -> list[PrompterSpec]:
    """The prompters of this plugin."""
    return [
        PrompterSpec(
            "marks",
            "Numbered marks on the elements of the UI tree.",
            "crab_visualprompt.prompter:MarksPrompter",
        )
    ]
