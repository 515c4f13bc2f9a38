"""PDF files of plain text: written for made-up documents, and read as far as they are that simple."""

from __future__ import annotations

import re
import zlib

_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_SHOWN = re.compile(rb"\(((?:[^()\\]|\\.)*)\)\s*Tj")
_LONGEST = 4_000_000  # bytes of a page's content


def pdf(title: str, lines: list[str]) -> bytes:
    """A page of text as a PDF file (ISO 32000-1, 7.5): four objects, a cross-reference table, a trailer."""
    shown = [f"BT /F1 22 Tf 60 770 Td ({_escaped(title)}) Tj ET"]
    shown += [
        f"BT /F1 12 Tf 60 {730 - 20 * number} Td ({_escaped(line)}) Tj ET"
        for number, line in enumerate(lines)
    ]
    content = "\n".join(shown).encode("latin-1", "replace")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
    ]
    made = b"%PDF-1.4\n"
    starts = []
    for number, body in enumerate(objects, 1):
        starts.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    size = len(objects) + 1
    end = b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return made + end % (size, table, size, len(made))


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def pdf_text(data: bytes) -> str:
    """The texts that a PDF shows, each on a line of its own; empty where they are stored in other ways."""
    if not data.startswith(b"%PDF-"):
        return ""
    lines = [
        re.sub(rb"\\(.)", rb"\1", shown).decode("latin-1")
        for stream in _STREAM.findall(data)
        for shown in _SHOWN.findall(_inflated(stream))
    ]
    return "\n".join(lines)


def _inflated(stream: bytes) -> bytes:
    """A stream's content: most programs compress it."""
    try:
        return zlib.decompressobj().decompress(stream, _LONGEST)
    except zlib.error:
        return stream
