"""A document as a file: plain text, Markdown, or a PDF."""

from __future__ import annotations

from collections.abc import Iterator

import skia

from crab_android.phone.kit import Context, FileError, FileTree, shape

from .model import Docs, Document, Paragraph
from .paper import mark_of, style_of

Ctx = Context[Docs]

FOLDER = "/sdcard/Documents"
KINDS: dict[str, tuple[str, str]] = {
    "pdf": ("PDF document (.pdf)", "application/pdf"),
    "txt": ("Plain text (.txt)", "text/plain"),
    "md": ("Markdown (.md)", "text/markdown"),
}

_MARKS = {"title": "# ", "heading1": "## ", "heading2": "### ", "heading3": "#### "}
_WIDTH, _HEIGHT, _MARGIN = 595.0, 842.0, 64.0  # points: A4 (ISO 216), and an inch less a little
_SLANT = -0.2  # how far letters in italics lean
_SCALE = 0.72  # from the editor's sizes to points


def plain(document: Document) -> str:
    """The text alone, with the signs of lists."""
    lines = []
    for index, one in enumerate(document.paragraphs):
        mark = mark_of(document, index) if one.style != "image" else ""
        text = f"[{one.path.rpartition('/')[2]}]" if one.style == "image" else one.text
        lines.append(f"{mark} {text}" if mark else text)
    return "\n".join(lines) + "\n"


def markdown(document: Document) -> str:
    """The text with marks for what it looks like."""
    text = ""
    for index, one in enumerate(document.paragraphs):
        # Items of a list stand close together, all else has an empty line between.
        close = (
            index
            and one.style in ("bullet", "numbered")
            and document.paragraphs[index - 1].style == one.style
        )
        text += ("\n" if close else "\n\n") if index else ""
        text += _marked(document, index)
    return text + "\n"


def _marked(document: Document, index: int) -> str:
    one = document.paragraphs[index]
    if one.style == "image":
        return f"![{one.path.rpartition('/')[2]}]({one.path})"
    text = f"[{one.text}]({one.link})" if one.link else one.text
    text = f"*{text}*" if text and one.italic else text
    text = f"**{text}**" if text and one.bold else text
    lists = {"bullet": "- ", "numbered": f"{mark_of(document, index)} "}
    return _MARKS.get(one.style, lists.get(one.style, "")) + text


def pdf(document: Document, files: FileTree) -> bytes:
    """Pages of A4."""
    stream = skia.DynamicMemoryWStream()
    metadata = skia.PDF.Metadata()
    metadata.fTitle = document.title
    with skia.PDF.MakeDocument(stream, metadata) as made:
        canvas = made.beginPage(_WIDTH, _HEIGHT)
        y = _MARGIN
        for piece in _pieces(document, files):
            if y + piece.height > _HEIGHT - _MARGIN and y > _MARGIN:
                made.endPage()
                canvas = made.beginPage(_WIDTH, _HEIGHT)
                y = _MARGIN
            piece.draw(canvas, y)
            y += piece.height
        made.endPage()
    return bytes(stream.detachAsData())


class _Piece:
    """A line of text, or a picture, with its height in points."""

    def __init__(self, paragraph: Paragraph, text: str, height: float, picture: skia.Image | None) -> None:
        self.paragraph, self.text, self.height, self.picture = paragraph, text, height, picture

    def draw(self, canvas: skia.Canvas, y: float) -> None:
        """Draw it with its top at a height of the page."""
        room = _WIDTH - 2 * _MARGIN
        share = {"left": 0.0, "center": 0.5, "right": 1.0}[self.paragraph.align]
        if self.picture is not None:
            height = self.height - 12
            width = height * self.picture.width() / self.picture.height()
            target = skia.Rect.MakeXYWH(_MARGIN + share * (room - width), y, width, height)
            canvas.drawImageRect(self.picture, target)
            return
        style = style_of(self.paragraph)
        line = shape(self.text, style.weight, style.size * _SCALE)
        x = _MARGIN + share * (room - line.width)
        pen = skia.Paint(Color=0xFF1A4FBF if self.paragraph.link else 0xFF202124, AntiAlias=True)
        baseline = y + self.height * 0.74
        for run in line.runs:
            face = run.font
            if self.paragraph.italic:
                face = skia.Font(face.getTypeface(), face.getSize(), 1.0, _SLANT)
            canvas.drawString(run.text, x + run.x, baseline, face, pen)
        if self.paragraph.underline or self.paragraph.link:
            canvas.drawRect(skia.Rect.MakeXYWH(x, baseline + 1.4, line.width, 0.7), pen)


def _pieces(document: Document, files: FileTree) -> Iterator[_Piece]:
    room = _WIDTH - 2 * _MARGIN
    for index, one in enumerate(document.paragraphs):
        if one.style == "image":
            picture = _picture(files, one.path)
            if picture is not None:
                width = min(room, picture.width() * 0.5)
                height = min(420.0, width * picture.height() / picture.width())
                yield _Piece(one, "", height + 12, picture)
            continue
        style = style_of(one)
        mark = mark_of(document, index)
        text, height = (f"{mark}  {one.text}" if mark else one.text), style.height * _SCALE
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if line and shape(longer, style.weight, style.size * _SCALE).width > room:
                yield _Piece(one, line, height, None)
                line = word
            else:
                line = longer
        yield _Piece(one, line, height + 4, None)


def _picture(files: FileTree, path: str) -> skia.Image | None:
    try:
        data = files.read(path)
        found: skia.Image | None = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(data))
    except (FileError, ValueError, RuntimeError):
        return None
    return found


def content_of(document: Document, kind: str, files: FileTree) -> bytes:
    """The bytes of a document as a file of one of :data:`KINDS`."""
    if kind == "pdf":
        return pdf(document, files)
    return (markdown(document) if kind == "md" else plain(document)).encode()


def export(context: Ctx, document: Document, kind: str) -> str:
    """Write a document into the phone's documents; returns the path, or nothing when it cannot be written."""
    stem = document.title.replace("/", "-").strip() or "Untitled document"
    path, number = f"{FOLDER}/{stem}.{kind}", 0
    while context.files.exists(path):
        number += 1
        path = f"{FOLDER}/{stem} ({number}).{kind}"
    return path if write(context, path, content_of(document, kind, context.files)) else ""


def write(context: Ctx, path: str, data: bytes) -> bool:
    """Write a file of the phone; says so where that fails."""
    try:
        context.write_file(path, data)
    except FileError as error:
        context.toast(f"Couldn't save it: {error}")
        return False
    return True
