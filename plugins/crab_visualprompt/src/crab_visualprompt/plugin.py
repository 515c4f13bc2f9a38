"""What crab-visualprompt registers."""

from __future__ import annotations

from crab_core import OcrSpec, PrompterSpec, hookimpl


@hookimpl
def crab_register_prompters() -> list[PrompterSpec]:
    """The prompters of this plugin."""
    return [
        PrompterSpec(
            "marks",
            "Numbered marks on the elements of the UI tree.",
            "crab_visualprompt.prompter:MarksPrompter",
        ),
        PrompterSpec(
            "marks-pixels",
            "Numbered marks on what the picture alone shows: text that is read, icons that are detected.",
            "crab_visualprompt.prompter:PixelMarksPrompter",
        ),
        PrompterSpec(
            "marks-all",
            "Numbered marks from everything: the UI tree, text that is read, icons that are detected.",
            "crab_visualprompt.prompter:AllMarksPrompter",
        ),
    ]


@hookimpl
def crab_register_ocr_engines() -> list[OcrSpec]:
    """The engines that read text from pictures."""
    return [
        OcrSpec(
            "rapidocr",
            "Reads text offline with the models of rapidocr's wheel; the default.",
            "crab_visualprompt.ocr.rapid:RapidOcr",
        ),
    ]
