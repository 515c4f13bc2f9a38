"""What crab-visualprompt registers."""

from __future__ import annotations

from crab_core import CommandSpec, DetectorSpec, EvaluatorSpec, MatcherSpec, OcrSpec, PrompterSpec, hookimpl

EYES = {
    "picture_contains": "A picture shows another one somewhere, at any size.",
    "picture_visible": "The screen shows a picture, at any size.",
    "pictures_joined": "A picture shows others joined in a row or column, at whatever size.",
    "picture_adjusted": "A picture shows what another one does, in another light or with other colours.",
    "text_visible": "A text can be read on the screen, be it drawn, in a picture or in a video.",
    "picture_says": "A text can be read in a picture.",
    "screen_matches": "The screen looks like one that was kept, patch by patch.",
    "document_shows": "A page of a document, or a slide, shows these texts and pictures, in these rows.",
}
"""Evaluators by name; the same on every device."""


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
        OcrSpec(
            "easyocr",
            "The engine of Crab's paper; its weights are downloaded by `crab vision weights easyocr`.",
            "crab_visualprompt.ocr.easy:EasyOcr",
        ),
        OcrSpec(
            "tesseract",
            "Debian's tesseract: small, and good at print.",
            "crab_visualprompt.ocr.tesseract:Tesseract",
        ),
    ]


@hookimpl
def crab_register_commands() -> list[CommandSpec]:
    """`crab vision` and `crab dataset`."""
    return [
        CommandSpec(
            "vision",
            "Capture screens with their truth, score what reads them, download weights.",
            "crab_visualprompt.commands.vision:vision",
        ),
        CommandSpec(
            "dataset",
            "Make sets of instructions with the places they mean, and score models on them.",
            "crab_visualprompt.commands.dataset:dataset",
        ),
    ]


@hookimpl
def crab_register_matchers() -> list[MatcherSpec]:
    """What finds one picture in another."""
    return [
        MatcherSpec(
            "sift",
            "Local features of OpenCV and a robust homography; the default.",
            "crab_visualprompt.match.features:FeatureMatcher",
        ),
        MatcherSpec(
            "akaze",
            "Other features of OpenCV, faster and fewer.",
            "crab_visualprompt.match.features:AkazeMatcher",
        ),
        MatcherSpec(
            "xfeat",
            "Learned features, the matcher of Crab's paper; needs torch.",
            "crab_visualprompt.match.xfeat.matcher:XFeatMatcher",
        ),
    ]


@hookimpl
def crab_register_evaluators() -> list[EvaluatorSpec]:
    """Evaluators with eyes, for whatever has a screen and files."""
    return [
        EvaluatorSpec(name, summary, f"crab_visualprompt.evaluators.{module}:{name}", environment=environment)
        for environment, module in (("ubuntu", "desktop"), ("android", "phone"))
        for name, summary in EYES.items()
    ]


@hookimpl
def crab_register_detectors() -> list[DetectorSpec]:
    """The detectors of icons and controls."""
    return [
        DetectorSpec(
            "contours",
            "Finds icons and controls by their outlines, without weights; the default.",
            "crab_visualprompt.detect.contours:ContourDetector",
        ),
        DetectorSpec(
            "grounding-dino",
            "Finds what words describe, by GroundingDINO in torch; the paper's. Needs its weights.",
            "crab_visualprompt.detect.grounding:GroundingDetector",
        ),
        DetectorSpec(
            "onnx",
            "Finds what a network was trained for, a YOLO or a DETR, whose ONNX file the user names.",
            "crab_visualprompt.detect.onnx:OnnxDetector",
        ),
    ]
