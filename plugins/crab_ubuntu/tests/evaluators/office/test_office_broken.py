"""What an agent may leave where a document should be: always a failed verdict that says why, and soon."""

from __future__ import annotations

import io
import os
import shutil
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

MAIN = {
    "docx": "word/document.xml",
    "xlsx": "xl/worksheets/sheet1.xml",
    "pptx": "ppt/slides/slide1.xml",
    "odt": "content.xml",
    "ods": "content.xml",
    "odp": "content.xml",
}
"""The part that holds the content."""
ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "docx": ("writer_text", {"text": "Plain"}),
    "odt": ("writer_text", {"text": "Plain"}),
    "xlsx": ("calc_cell", {"cell": "A1", "value": "Month"}),
    "ods": ("calc_cell", {"cell": "A1", "value": "Month"}),
    "pptx": ("impress_text", {"slide": 1, "text": "Welcome"}),
    "odp": ("impress_text", {"slide": 1, "text": "Welcome"}),
    "pdf": ("pdf_text", {"text": "Welcome", "page": 1}),
}
ABSENT: dict[str, tuple[str, dict[str, Any]]] = {
    "docx": ("writer_images", {"count": 0}),
    "odt": ("writer_images", {"count": 0}),
    "xlsx": ("calc_cell", {"cell": "Z1", "value": None}),
    "ods": ("calc_cell", {"cell": "Z1", "value": None}),
    "pptx": ("impress_transition", {"slide": 1, "present": False}),
    "odp": ("impress_transition", {"slide": 1, "present": False}),
    "pdf": ("pdf_images", {"count": 0}),
}
"""What passes when something is not there: a file that cannot be read must not pass for one without it."""
Edit = Callable[[str, bytes], bytes]


@pytest.fixture(params=list(ASKED), scope="session")
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=list(MAIN), scope="session")
def office(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def whole(saved: Path) -> dict[str, bytes]:
    """A good file of each kind, all as LibreOffice saves them."""
    names = {"docx": "text", "odt": "text", "xlsx": "sheet", "ods": "sheet"}
    return {kind: (saved / f"{names.get(kind, 'show')}.{kind}").read_bytes() for kind in ASKED}


@pytest.fixture
def fails(judge: Any, tmp_path: Path) -> Callable[..., str]:
    """Judges a file in every way, wants it to fail, and says why it did."""

    def ask(kind: str, data: bytes | None = None) -> str:
        path = tmp_path / f"file.{kind}"
        if data is not None:
            path.write_bytes(data)
        reasons = []
        for name, arguments in (ASKED[kind], ABSENT[kind]):
            verdict = judge(name, path=str(path), **arguments)
            assert not verdict.passed
            reasons.append(verdict.reason)
        return reasons[0]

    return ask


def rewritten(data: bytes, edit: Edit, **more: bytes) -> bytes:
    """The archive with its parts edited, and with more parts."""
    new = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in old.namelist():
            archive.writestr(name, edit(name, old.read(name)))
        for name, content in more.items():
            archive.writestr(name, content)
    return new.getvalue()


def unchanged(_name: str, content: bytes) -> bytes:
    return content


def test_the_good_files_are_good(judge: Any, whole: dict[str, bytes], kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"file.{kind}"
    path.write_bytes(whole[kind])
    verdict = judge(ASKED[kind][0], path=str(path), **ASKED[kind][1])
    assert verdict.passed, verdict.reason
    path.write_bytes(rewritten(whole[kind], unchanged) if kind in MAIN else whole[kind])
    assert judge(ASKED[kind][0], path=str(path), **ASKED[kind][1]).passed


def test_what_is_no_regular_file(fails: Any, kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"file.{kind}"
    assert "does not exist" in fails(kind)
    path.mkdir()
    assert "no file but a folder" in fails(kind)
    path.rmdir()
    os.mkfifo(path)
    assert "no file but a pipe" in fails(kind)
    path.unlink()
    path.symlink_to(path)
    assert "circle" in fails(kind)
    path.unlink()
    path.symlink_to("/dev/zero")
    assert "no file but a device" in fails(kind)
    path.unlink()
    with path.open("wb") as file:
        file.truncate(1 << 30)
    assert "has more than" in fails(kind)


def test_what_is_no_document(fails: Any, whole: dict[str, bytes], kind: str) -> None:
    assert "is empty" in fails(kind, b"")
    fails(kind, b"Plain Welcome Month\n")
    fails(kind, b"PK\x03\x04")
    fails(kind, b"%PDF-1.7\nWelcome\n%%EOF")
    fails(kind, bytes.fromhex("d0cf11e0a1b11ae1") + bytes(4096))
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("content.xml", "<a>Plain Welcome Month</a>")
    fails(kind, other.getvalue())
    for other_kind, content in whole.items():
        if other_kind != kind:
            fails(kind, content)


def test_a_file_that_is_cut_off(fails: Any, whole: dict[str, bytes], kind: str) -> None:
    data = whole[kind]
    for share in (0.01, 0.3, 0.6, 0.9, 0.99):
        fails(kind, data[: int(len(data) * share)])
    fails(kind, data[:-30])
    fails(kind, data[len(data) // 3 :])


def test_a_name_that_says_something_else(judge: Any, whole: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "file.docx"
    path.write_bytes(whole["odt"])
    verdict = judge("writer_text", path=str(path), text="Plain")
    assert not verdict.passed
    assert "is an OpenDocument text, which its name does not say" in verdict.reason
    path.write_bytes(whole["docx"])
    sheet = judge("calc_cell", path=str(path), cell="A1", value="Month")
    assert "is a Word document, not a spreadsheet" in sheet.reason


def test_passwords(fails: Any, whole: dict[str, bytes], tmp_path: Path) -> None:
    import pypdf

    def locked(name: str, content: bytes) -> bytes:
        secret = b"<manifest:encryption-data/></manifest:file-entry>"
        return (
            content.replace(b"</manifest:manifest>", secret + b"</manifest:manifest>")
            if "manifest.x" in name
            else content
        )

    assert "password" in fails("odt", rewritten(whole["odt"], locked))
    assert "password" in fails("docx", bytes.fromhex("d0cf11e0a1b11ae1") + bytes(4096))
    flagged = bytearray(whole["xlsx"])
    directory = flagged.index(b"PK\x01\x02")
    flagged[directory + 8] |= 1
    assert "password" in fails("xlsx", bytes(flagged))
    writer = pypdf.PdfWriter(io.BytesIO(whole["pdf"]))
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    assert "password" in fails("pdf", out.getvalue())


LAUGHS = b'<!DOCTYPE l [<!ENTITY a "ha">%s]>' % b"".join(
    b'<!ENTITY %c "%s">' % (98 + n, (b"&%c;" % (97 + n)) * 10) for n in range(9)
)


def declared(kind: str, document_type: bytes) -> Edit:
    """An edit that declares a document type and uses an entity of it in the text."""

    def edit(name: str, content: bytes) -> bytes:
        if name != MAIN[kind]:
            return content
        start = content.index(b"?>") + 2
        rest = content[start:]
        for word in (b"Plain", b"Month", b"Welcome"):
            rest = rest.replace(word, b"&j;")
        return content[:start] + document_type + rest

    return edit


def test_entities_neither_grow_nor_fetch(
    fails: Any, whole: dict[str, bytes], office: str, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("Plain Welcome Month")
    for document_type in (LAUGHS, b'<!DOCTYPE l [<!ENTITY j SYSTEM "file://%s">]>' % str(secret).encode()):
        edit = declared(office, document_type)
        assert "document type or entities" in fails(office, rewritten(whole[office], edit))

        def wide(name: str, content: bytes, edit: Edit = edit) -> bytes:
            text = edit(name, content)
            return text.decode().replace("UTF-8", "UTF-16").encode("utf-16") if text != content else content

        assert "odd encoding" in fails(office, rewritten(whole[office], wide))


@pytest.mark.parametrize("office", ["odt", "xlsx"])
def test_archives_that_grow(fails: Any, whole: dict[str, bytes], office: str) -> None:
    bomb = rewritten(whole[office], unchanged, filler=bytes(150 << 20))
    assert "unpacks to more than" in fails(office, bomb)
    small = struct.pack("<I", 150 << 20)
    assert "cannot be read" in fails(office, bomb.replace(small, struct.pack("<I", 9)))
    text = rewritten(whole[office], unchanged, **{"more.xml": b"<a>" + b" " * (25 << 20) + b"</a>"})
    assert "bytes of XML" in fails(office, text)
    parts = {f"part{number}": b"" for number in range(4100)}
    assert "more than 4000" in fails(office, rewritten(whole[office], unchanged, **parts))


def test_a_merged_sheet_of_all_cells_ends_in_time(
    judge: Any, whole: dict[str, bytes], tmp_path: Path
) -> None:
    def merge(name: str, content: bytes) -> bytes:
        return content.replace(b"A8:C8", b"A1:XFD1048576") if name == MAIN["xlsx"] else content

    path = tmp_path / "file.xlsx"
    path.write_bytes(rewritten(whole["xlsx"], merge))
    verdict = judge("calc_cell", path=str(path), cell="A1", value="Month")
    assert not verdict.passed
    assert "takes more than" in verdict.reason
    # The next one is judged as if nothing had been.
    path.write_bytes(whole["xlsx"])
    assert judge("calc_cell", path=str(path), cell="A1", value="Month").passed


def test_numbers_that_are_none(judge: Any, whole: dict[str, bytes], tmp_path: Path) -> None:
    """Each of these either is unreadable or is another value, and never an error."""
    path = tmp_path / "file.ods"
    for bad in (b"NaN", b"1e999", b"9" * 5000, b"", b"x"):

        def replace(_name: str, content: bytes, bad: bytes = bad) -> bytes:
            return content.replace(b'office:value="10.5"', b'office:value="%s"' % bad)

        path.write_bytes(rewritten(whole["ods"], replace))
        for name, arguments in (
            ("cell", {"cell": "B2", "value": 10.5}),
            ("sorted", {"cells": "B2:B4", "descending": True}),
            ("range", {"cells": "B2:B2", "values": [[10.5]]}),
        ):
            judged = judge(f"calc_{name}", path=str(path), **arguments)
            assert not judged.passed or name == "sorted"


def test_repetition_costs_nothing(judge: Any, whole: dict[str, bytes], tmp_path: Path) -> None:
    def repeat(name: str, content: bytes) -> bytes:
        many = b'table:number-rows-repeated="999999999" '
        return (
            content.replace(
                b"</table:table>",
                b"<table:table-row %s><table:table-cell "
                b'table:number-columns-repeated="999999999" office:value-type="string"><text:p>x</text:p>'
                b"</table:table-cell></table:table-row></table:table>" % many,
            )
            if name == "content.xml"
            else content
        )

    path = tmp_path / "file.ods"
    path.write_bytes(rewritten(whole["ods"], repeat))
    assert judge("calc_cell", path=str(path), cell="A1", value="Month").passed

    def spaces(name: str, content: bytes) -> bytes:
        return content.replace(b"Plain ", b'Plain<text:s text:c="2000000000"/>' * 50)

    path = tmp_path / "file.odt"
    path.write_bytes(rewritten(whole["odt"], spaces))
    assert judge("writer_text", path=str(path), text="Plain").passed


def png(width: int, height: int, data: bytes) -> bytes:
    def chunk(name: bytes, content: bytes) -> bytes:
        sum_ = struct.pack(">I", zlib.crc32(name + content))
        return struct.pack(">I", len(content)) + name + content + sum_

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["odt", "docx", "odp", "pptx"])
def test_pictures_that_are_none(
    judge: Any, whole: dict[str, bytes], kind: str, tmp_path: Path, pictures: Any
) -> None:
    good = Path(pictures.first).read_bytes()
    huge = png(60_000, 60_000, zlib.compress(bytes(1 << 20)))
    path = tmp_path / f"file.{kind}"
    for bad in (b"", b"no picture", good[: len(good) // 2], huge):

        def exchange(name: str, content: bytes, bad: bytes = bad) -> bytes:
            return bad if "Pictures/" in name or "/media/" in name else content

        path.write_bytes(rewritten(whole[kind], exchange))
        slide = {"slide": 2} if kind in {"odp", "pptx"} else {}
        name = "impress_images" if slide else "writer_images"
        for compare in ("pixels", "scaled"):
            verdict = judge(name, path=str(path), images=[pictures.first], compare=compare, **slide)
            assert not verdict.passed
        assert "image 1" in verdict.reason


def test_a_picture_to_compare_with_that_cannot_be_read(judge: Any, made: Path, tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture")
    for name in ("none.png", "text.png"):
        verdict = judge("writer_images", path=str(made / "text.docx"), images=[str(tmp_path / name)])
        assert not verdict.passed
        assert name in verdict.reason


def pdf(*objects: bytes) -> bytes:
    """A PDF file of these objects; the first is the catalogue."""
    out, places = io.BytesIO(b""), []
    out.write(b"%PDF-1.4\n")
    for number, content in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, content))
    table = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table))
    return out.getvalue()


def stream(content: bytes, words: bytes = b"") -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (words, len(content), content)


CATALOGUE = b"<< /Type /Catalog /Pages 2 0 R >>"
ONE_PAGE = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
RESOURCES = b"/Resources << /XObject << /X 5 0 R >> >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s] /Contents 4 0 R " + RESOURCES + b" >>"
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 1 1] " + RESOURCES
IMAGE = (
    b"/Type /XObject /Subtype /Image /Width 99999 /Height 99999 /BitsPerComponent 8 /ColorSpace /DeviceRGB"
)


def hostile() -> Iterator[Any]:
    zeros = zlib.compress(bytes(80 << 20))
    page = PAGE % b"100 100"
    yield pytest.param(pdf(b"1 0 R"), id="itself")
    yield pytest.param(pdf(CATALOGUE, b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>"), id="pages in a circle")
    yield pytest.param(pdf(CATALOGUE, b"<< /Type /Pages /Kids [] /Count 0 >>"), id="no pages")
    yield pytest.param(
        pdf(CATALOGUE, ONE_PAGE, page, stream(zeros, b"/Filter /FlateDecode")), id="a content that grows"
    )
    yield pytest.param(pdf(CATALOGUE, ONE_PAGE, PAGE % b"1e999 nan", stream(b"")), id="a page without size")
    drawn = stream(b"q 9 0 0 9 0 0 cm /X Do Q")
    yield pytest.param(
        pdf(CATALOGUE, ONE_PAGE, page, drawn, stream(zlib.compress(b""), IMAGE + b" /Filter /FlateDecode")),
        id="a picture of no end",
    )
    yield pytest.param(pdf(CATALOGUE, ONE_PAGE, page, drawn, stream(b"/X Do", FORM)), id="forms in a circle")


@pytest.mark.parametrize("data", list(hostile()))
def test_hostile_pdf_files(judge: Any, tmp_path: Path, pictures: Any, data: bytes) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    for name, arguments in (
        ("text", {"text": "Welcome"}),
        ("images", {"images": [pictures.first]}),
        ("pages", {"count": 2}),
        ("page_size", {"width": 21}),
        ("metadata", {"field": "title", "value": "Report"}),
    ):
        assert not judge(f"pdf_{name}", path=str(path), **arguments).passed


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("anything")


@settings(max_examples=60, deadline=None)
@given(suffix=st.sampled_from(list(ASKED)), data=st.binary(max_size=400))
def test_random_bytes_never_pass(judge: Any, place: Path, suffix: str, data: bytes) -> None:
    path = place / f"file.{suffix}"
    path.write_bytes(data)
    assert not judge(ASKED[suffix][0], path=str(path), **ASKED[suffix][1]).passed


@settings(max_examples=100, deadline=None)
@given(suffix=st.sampled_from(list(ASKED)), share=st.floats(0, 1, exclude_max=True))
def test_random_pieces_never_pass(judge: Any, whole: Any, place: Path, suffix: str, share: float) -> None:
    path = place / f"file.{suffix}"
    path.write_bytes(whole[suffix][: int((len(whole[suffix]) - 8) * share)])
    assert not judge(ASKED[suffix][0], path=str(path), **ASKED[suffix][1]).passed


@settings(max_examples=150, deadline=None)
@given(suffix=st.sampled_from(list(ASKED)), seed=st.randoms(use_true_random=False))
def test_random_damage_is_never_an_error(judge: Any, whole: Any, place: Path, suffix: str, seed: Any) -> None:
    damaged = bytearray(whole[suffix])
    for _ in range(seed.randint(1, 8)):
        damaged[seed.randrange(len(damaged))] = seed.randrange(256)
    path = place / f"file.{suffix}"
    path.write_bytes(damaged)
    name, arguments = ASKED[suffix]
    judge(name, path=str(path), **arguments)
    wrong = {"value": "Year"} if "value" in arguments else {"text": "Nothing of this"}
    assert not judge(name, path=str(path), **{**arguments, **wrong}).passed


@settings(max_examples=120, deadline=None)
@given(suffix=st.sampled_from(list(MAIN)), seed=st.randoms(use_true_random=False))
def test_random_damage_inside_is_never_an_error(
    judge: Any, whole: Any, place: Path, suffix: str, seed: Any
) -> None:
    """The archive is sound, its XML is not what anybody would write."""

    def damage(name: str, content: bytes) -> bytes:
        if name != MAIN[suffix] and seed.random() < 0.8:
            return content
        for _ in range(seed.randint(1, 4)):
            names = [b'"0"', b'"-1"', b'"99999999999"', b'"x"', b'""', b'"1e400"']
            start = content.find(b'"', seed.randrange(len(content) or 1))
            end = content.find(b'"', start + 1)
            if 0 < start < end:
                content = content[:start] + seed.choice(names) + content[end + 1 :]
        return content

    path = place / f"file.{suffix}"
    path.write_bytes(rewritten(whole[suffix], damage))
    for name, arguments in (ASKED[suffix], ABSENT[suffix]):
        judge(name, path=str(path), **arguments)


def test_a_document_is_not_changed_by_being_judged(
    judge: Any, whole: dict[str, bytes], kind: str, tmp_path: Path
) -> None:
    path = tmp_path / f"file.{kind}"
    path.write_bytes(whole[kind])
    judge(ASKED[kind][0], path=str(path), **ASKED[kind][1])
    assert path.read_bytes() == whole[kind]
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    shutil.rmtree(tmp_path)
