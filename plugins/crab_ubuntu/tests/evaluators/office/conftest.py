"""Real documents: made by libraries, and the same made anew by LibreOffice in every format."""

from __future__ import annotations

import datetime
import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

LIBREOFFICE = shutil.which("soffice")
SECONDS = 120


def photo(hue: int, size: tuple[int, int]) -> Image.Image:
    """A picture with soft and hard parts that is not its own mirror image."""
    across = Image.linear_gradient("L").resize(size)
    down = across.transpose(Image.Transpose.ROTATE_90).resize(size)
    flat = Image.new("L", size, hue)
    picture = Image.merge("RGB", (across, down, flat))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((10, 10, size[0] // 3, size[1] // 2), fill=(255 - hue, 240, 40))
    draw.rectangle((size[0] // 2, size[1] // 2, size[0] - 9, size[1] - 30), fill=(hue, 20, 60))
    return picture


class Pictures:
    """The pictures that documents show, and others that are nearly the same."""

    def __init__(self, folder: Path) -> None:
        first, second = photo(40, (320, 240)), photo(200, (300, 200))
        bordered = first.copy()
        ImageDraw.Draw(bordered).rectangle((0, 0, 319, 239), outline="black")
        marked = first.copy()
        ImageDraw.Draw(marked).rectangle((250, 20, 266, 36), fill="white")
        self.first = self._save(folder / "first.png", first)
        self.second = self._save(folder / "second.png", second)
        self.mirrored = self._save(folder / "mirrored.png", first.transpose(Image.Transpose.FLIP_LEFT_RIGHT))
        self.bordered = self._save(folder / "bordered.png", bordered)
        self.marked = self._save(folder / "marked.png", marked)
        self.larger = self._save(folder / "larger.png", first.resize((640, 480)))
        self.cropped = self._save(folder / "cropped.png", first.crop((0, 0, 300, 240)))
        self.again = self._save(folder / "again.bmp", first)
        self.lossy = str(folder / "lossy.jpg")
        first.save(self.lossy, quality=90)

    @staticmethod
    def _save(path: Path, picture: Image.Image) -> str:
        picture.save(path)
        return str(path)

    @property
    def digest(self) -> str:
        return f"sha256:{hashlib.sha256(Path(self.first).read_bytes()).hexdigest()}"


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Pictures:
    return Pictures(tmp_path_factory.mktemp("pictures"))


def make_text(path: Path, pictures: Pictures) -> None:
    import docx
    from docx.enum.section import WD_ORIENT
    from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_COLOR_INDEX
    from docx.shared import Cm, Pt, RGBColor

    document = docx.Document()
    section = document.sections[0]
    section.orientation, section.page_width, section.page_height = WD_ORIENT.LANDSCAPE, Cm(29.7), Cm(21)
    section.left_margin, section.right_margin = Cm(3), Cm(2)
    section.header.paragraphs[0].text = "Head of it"
    section.footer.paragraphs[0].text = "Foot of it"
    document.add_heading("Report", 1)
    paragraph = document.add_paragraph("Plain ")
    for text, name in (("bold", "bold"), ("slanted", "italic"), ("lined", "underline"), ("gone", "strike")):
        run = paragraph.add_run(text)
        setattr(run.font, name, True)
        paragraph.add_run(" ")
    red = paragraph.add_run("red")
    red.font.color.rgb, red.font.size, red.font.name = RGBColor(255, 0, 0), Pt(20), "Liberation Serif"
    marked = paragraph.add_run(" marked")
    marked.font.highlight_color = WD_COLOR_INDEX.YELLOW
    document.add_heading("Details", 2)
    for side in ("CENTER", "RIGHT", "JUSTIFY"):
        document.add_paragraph(f"To the {side.lower()}").alignment = getattr(WD_ALIGN_PARAGRAPH, side)
    document.add_paragraph("A point", style="List Bullet")
    document.add_paragraph("A step", style="List Number")
    _link(document.add_paragraph("See "), "our site", "http://shop.crab.test/items")
    table = document.add_table(2, 3)
    for place, text in (((0, 0), "Name"), ((0, 1), "Age"), ((1, 0), "Ann"), ((1, 1), "41"), ((1, 2), "x")):
        table.cell(*place).text = text
    line = document.add_paragraph()
    for picture in (pictures.first, pictures.second):
        line.add_run().add_picture(picture, width=Cm(6))
    document.add_picture(pictures.second, width=Cm(10))
    document.add_comment(red, "Why red?", author="Ann", initials="A")
    document.save(str(path))


def _link(paragraph: Any, text: str, url: str) -> None:
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), paragraph.part.relate_to(url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
    run = paragraph.add_run(text)
    link.append(run._r)
    paragraph._p.append(link)


def make_spreadsheet(path: Path) -> None:
    import openpyxl
    from openpyxl.chart import BarChart, Reference
    from openpyxl.styles import Alignment, Font, PatternFill

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Sales"
    sheet.append(["Month", "Sum", "Rate", "Day", "Time", "Text"])
    for number, month in enumerate(["Jan", "Feb", "Mar"], 1):
        day = datetime.date(2024, 5, number)
        sheet.append([month, 10.5 * number, 0.25, day, datetime.time(10, number, 0), f"0{number}"])
    sheet["B5"] = "=SUM(B2:B4)"
    sheet["B5"].font = Font(bold=True, italic=True, color="FFFF0000", size=14, name="DejaVu Sans")
    sheet["B5"].number_format = '#,##0.00 "€"'
    sheet["A6"] = "=1/0"
    sheet["A1"].fill = PatternFill("solid", fgColor="FFFFFF00")
    sheet["A1"].alignment = Alignment(horizontal="center")
    for row in (2, 3, 4):
        sheet.cell(row, 3).number_format = "0.0%"
        sheet.cell(row, 4).number_format = "yyyy-mm-dd"
        sheet.cell(row, 5).number_format = "hh:mm:ss"
    chart = BarChart()
    chart.title = "Totals"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=4), titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=4))
    sheet.add_chart(chart, "H2")
    sheet.merge_cells("A8:C8")
    sheet["A8"] = "wide"
    sheet.auto_filter.ref = "A1:F4"
    sheet.column_dimensions["F"].width = 40
    other = book.create_sheet("My list")
    for row, (name, number) in enumerate([("apple", 3), ("Bean", 2), ("cherry", 1)], 1):
        other.cell(row, 1, name)
        other.cell(row, 2, number)
    other["D1"] = "=Sales!B5*2"
    other["D2"] = True
    book.save(path)


def make_presentation(path: Path, pictures: Pictures) -> None:
    import pptx
    from pptx.dml.color import RGBColor
    from pptx.enum.text import PP_ALIGN
    from pptx.util import Cm, Pt

    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[0])
    slide.shapes.title.text, slide.placeholders[1].text = "Welcome", "to the show"
    slide = show.slides.add_slide(show.slide_layouts[5])
    slide.shapes.title.text = "Pictures"
    slide.shapes.add_picture(pictures.second, Cm(13), Cm(6), Cm(8))
    slide.shapes.add_picture(pictures.first, Cm(2), Cm(6), Cm(8))
    slide.shapes.add_picture(pictures.second, Cm(13), Cm(12.5), Cm(8))
    slide.notes_slide.notes_text_frame.text = "Say hello"
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "List", "one\ntwo"
    title = slide.shapes.title.text_frame.paragraphs[0]
    title.alignment = PP_ALIGN.RIGHT
    run = slide.placeholders[1].text_frame.paragraphs[1].runs[0]
    run.font.bold, run.font.size, run.font.color.rgb = True, Pt(28), RGBColor(0, 0, 255)
    slide.background.fill.solid()
    slide.background.fill.fore_color.rgb = RGBColor(0, 255, 0)
    slide = show.slides.add_slide(show.slide_layouts[6])
    show.save(str(path))


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, pictures: Pictures) -> Path:
    """A folder of documents that libraries made: text.docx, sheet.xlsx, show.pptx."""
    folder = tmp_path_factory.mktemp("made")
    make_text(folder / "text.docx", pictures)
    make_spreadsheet(folder / "sheet.xlsx")
    make_presentation(folder / "show.pptx", pictures)
    return folder


def convert(folder: Path, *jobs: tuple[str, list[Path]]) -> None:
    """Let LibreOffice save files in another format, one format after the other."""
    for kind, files in jobs:
        subprocess.run(
            [
                *(LIBREOFFICE, f"-env:UserInstallation=file://{folder}/profile", "--headless"),
                *("--convert-to", kind, "--outdir", str(folder), *map(str, files)),
            ],
            check=True,
            capture_output=True,
            timeout=SECONDS,
        )


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory, made: Path) -> Path:
    """A folder of the same documents that LibreOffice saved, in its formats, in Microsoft's, and as PDF."""
    if LIBREOFFICE is None:
        pytest.skip("LibreOffice is not installed: crab desktop setup --profile full")
    folder = tmp_path_factory.mktemp("saved")
    text, sheet, show = made / "text.docx", made / "sheet.xlsx", made / "show.pptx"
    convert(folder, ("odt", [text]), ("ods", [sheet]), ("odp", [show]), ("pdf", [text, show]))
    convert(
        folder, *((f"{kind}", [folder / old]) for kind, old in (("docx", "text.odt"), ("xlsx", "sheet.ods")))
    )
    convert(folder, ("pptx", [folder / "show.odp"]))
    return folder


MAKERS = ("library", "OpenDocument", "LibreOffice")


def _of(request: pytest.FixtureRequest, ooxml: str, odf: str) -> str:
    if request.param == "library":
        return str(request.getfixturevalue("made") / ooxml)
    return str(request.getfixturevalue("saved") / (odf if request.param == "OpenDocument" else ooxml))


@pytest.fixture(params=MAKERS, scope="session")
def text(request: pytest.FixtureRequest) -> str:
    """The text document, in each of its formats."""
    return _of(request, "text.docx", "text.odt")


@pytest.fixture(params=MAKERS, scope="session")
def sheet(request: pytest.FixtureRequest) -> str:
    """The spreadsheet, in each of its formats."""
    return _of(request, "sheet.xlsx", "sheet.ods")


@pytest.fixture(params=MAKERS, scope="session")
def show(request: pytest.FixtureRequest) -> str:
    """The presentation, in each of its formats."""
    return _of(request, "show.pptx", "show.odp")
