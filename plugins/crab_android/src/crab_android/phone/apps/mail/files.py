"""Files that come with mails."""

from __future__ import annotations

from crab_android.phone.kit import AppContext, FileError, FileTree

from .model import Attachment, MailState

FOLDER = "/data/user/0/com.android.email/attachments"
DOWNLOADS = "/sdcard/Download"

# The phone's own table: what the machine below it knows of files must not show.
_TYPES = {
    "csv": "text/csv",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "gif": "image/gif",
    "html": "text/html",
    "ics": "text/calendar",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "json": "application/json",
    "md": "text/markdown",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "pdf": "application/pdf",
    "png": "image/png",
    "txt": "text/plain",
    "vcf": "text/x-vcard",
    "wav": "audio/wav",
    "webp": "image/webp",
    "zip": "application/zip",
}

_ICONS = {
    "image": "file_image",
    "audio": "file_audio",
    "video": "file_video",
    "application/pdf": "file_pdf",
    "application/zip": "file_zip",
    "text/csv": "file_table",
    "text": "file_text",
}


def mime_of(name: str) -> str:
    """The media type that a file's name says."""
    return _TYPES.get(name.rpartition(".")[2].lower(), "application/octet-stream")


def icon_of(mime: str) -> str:
    """The icon for a media type."""
    return _ICONS.get(mime) or _ICONS.get(mime.partition("/")[0]) or "file"


def attachment_at(files: FileTree, path: str) -> Attachment:
    """The attachment that a file of the phone makes.

    Raises:
        FileError: when there is no such file.
    """
    name = path.rpartition("/")[2]
    return Attachment(name=name, path=path, size=len(files.read(path)), mime=mime_of(name))


def keep_bytes(files: FileTree, name: str, data: bytes, mtime: int, number: int) -> Attachment:
    """Write the bytes of a mail's attachment to where the app keeps them."""
    path = f"{FOLDER}/{number}/{name}"
    files.write(path, data, mtime=mtime, parents=True)
    return Attachment(name=name, path=path, size=len(data), mime=mime_of(name))


def save_to_downloads(context: AppContext[MailState], attachment: Attachment) -> str:
    """Copy an attachment into the downloads, under a name that is free there; returns its path.

    Raises:
        FileError: when it is gone, or cannot be written.
    """
    data = context.files.read(attachment.path)
    stem, dot, ending = attachment.name.rpartition(".")
    if not stem:
        stem, dot, ending = attachment.name, "", ""
    path, number = f"{DOWNLOADS}/{attachment.name}", 0
    while context.files.exists(path):
        number += 1
        path = f"{DOWNLOADS}/{stem} ({number}){dot}{ending}"
    context.write_file(path, data)
    return path


def small_pdf(lines: list[str]) -> bytes:
    """A PDF of one page with lines of text (ISO 32000-1, section 7.5, "File Structure")."""
    shown = [line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") for line in lines]
    stream = "BT /F1 14 Tf 64 760 Td 22 TL " + " ".join(f"({line}) Tj T*" for line in shown) + " ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    text, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(text))
        text += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(text)
    text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    text += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return text.encode("latin-1", "replace")


__all__ = [
    "DOWNLOADS",
    "FOLDER",
    "FileError",
    "attachment_at",
    "icon_of",
    "keep_bytes",
    "mime_of",
    "save_to_downloads",
    "small_pdf",
]
