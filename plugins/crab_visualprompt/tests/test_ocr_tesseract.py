"""Tesseract's table becomes lines of text; what goes wrong is told."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from crab_core import Box, DeviceError, UsageError
from crab_visualprompt.ocr.tesseract import Tesseract

HEAD = "level page_num block_num par_num line_num word_num left top width height conf text".replace(" ", "\t")


def row(
    line: int, left: int, top: int, width: int, height: int, sure: float, text: str, level: int = 5
) -> str:
    return "\t".join(map(str, (level, 1, line, 1, 1, 1, left, top, width, height, sure, text)))


def fake(folder: Path, table: str = HEAD, *, said: str = "", status: int = 0) -> str:
    """A program that keeps what it was given and gives a table."""
    (folder / "table").write_text(table, encoding="utf-8")
    program = folder / "fake-tesseract"
    program.write_text(
        f"#!{sys.executable}\n"
        "import os, pathlib, sys\n"
        f"here = pathlib.Path({str(folder)!r})\n"
        "(here / 'given').write_bytes(sys.stdin.buffer.read())\n"
        "(here / 'asked').write_text(repr((sys.argv[1:], os.environ.get('OMP_THREAD_LIMIT'))))\n"
        "sys.stdout.buffer.write((here / 'table').read_bytes())\n"
        f"sys.stderr.write({said!r})\n"
        f"sys.exit({status})\n"
    )
    program.chmod(0o755)
    return str(program)


def blank(width: int = 200, height: int = 100) -> np.ndarray:
    return np.full((height, width, 3), 255, np.uint8)


def test_words_of_a_line_are_one_line_in_the_pixels_of_the_picture(tmp_path: Path) -> None:
    table = "\n".join(
        (
            HEAD,
            row(1, 20, 40, 180, 30, -1, "", level=4),
            row(1, 20, 42, 60, 20, 90, "Do"),
            row(1, 90, 40, 110, 30, 80, "not"),
            row(2, 20, 100, 41, 21, 70, "Off"),
        )
    )
    first, second = Tesseract(command=fake(tmp_path, table), scale=2).read(blank())
    assert (first.text, first.box) == ("Do not", Box(10, 20, 90, 15))
    assert first.confidence == pytest.approx(0.85)
    assert (second.text, second.box) == ("Off", Box(10, 50, 20, 10))


def test_lines_less_sure_than_wanted_are_left_out(tmp_path: Path) -> None:
    table = "\n".join((HEAD, row(1, 0, 0, 10, 10, 39, "a"), row(2, 0, 30, 10, 10, 41, "b")))
    assert [line.text for line in Tesseract(command=fake(tmp_path, table)).read(blank())] == ["b"]


def test_rows_that_are_no_words_are_passed_over(tmp_path: Path) -> None:
    table = "\n".join((HEAD, row(1, 0, 0, 10, 10, 96, "   "), "5\t1", "", row(1, 0, 0, 10, 10, 96, "yes")))
    assert [line.text for line in Tesseract(command=fake(tmp_path, table)).read(blank())] == ["yes"]


def test_boxes_stay_inside_the_picture(tmp_path: Path) -> None:
    table = "\n".join((HEAD, row(1, 380, 180, 60, 60, 96, "end"), row(2, 400, 0, 60, 60, 96, "beyond")))
    (line,) = Tesseract(command=fake(tmp_path, table)).read(blank())
    assert line.box == Box(190, 90, 10, 10)


def test_it_is_shown_the_picture_larger_and_uses_one_thread(tmp_path: Path) -> None:
    Tesseract(command=fake(tmp_path), scale=3, language="deu").read(blank(40, 20))
    given = (tmp_path / "given").read_bytes()
    assert given.startswith(b"P5 120 60 255\n")
    assert len(given) == len(b"P5 120 60 255\n") + 120 * 60
    asked, threads = eval((tmp_path / "asked").read_text())
    assert asked == ["stdin", "stdout", "--psm", "11", "-l", "deu", "tsv"]
    assert threads == "1"


def test_what_it_said_when_it_failed_is_told(tmp_path: Path) -> None:
    program = fake(tmp_path, said="Failed loading language 'xyz'", status=1)
    with pytest.raises(DeviceError, match=r"Failed loading language 'xyz'.*--list-langs"):
        Tesseract(command=program).read(blank())


def test_without_the_program_it_says_how_to_get_it() -> None:
    with pytest.raises(UsageError, match="apt-get install tesseract-ocr"):
        Tesseract(command="no-such-program")


@pytest.mark.parametrize("options", [{"least": -0.1}, {"scale": 0.0}, {"scale": float("nan")}])
def test_options_that_make_no_sense_are_told(tmp_path: Path, options: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=f"`{next(iter(options))}` is"):
        Tesseract(command=fake(tmp_path), **options)  # type: ignore[arg-type]


@pytest.mark.vision
@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
@pytest.mark.parametrize(("ground", "ink"), [("white", "black"), ("#202020", "#e0e0e0")])
def test_the_real_one_reads_lines_where_they_stand(ground: str, ink: str) -> None:
    picture = Image.new("RGB", (500, 200), ground)
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(18)
    pen.text((20, 20), "Save changes before closing?", ink, font)
    pen.text((300, 140), "Cancel", ink, font)
    lines = {line.text: line.box for line in Tesseract().read(np.asarray(picture))}
    assert set(lines) == {"Save changes before closing?", "Cancel"}
    assert abs(lines["Cancel"].x - 300) < 5
    assert 136 < lines["Cancel"].y < 156
