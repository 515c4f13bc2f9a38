"""Worlds of desktops made by chance: a look, documents and pictures, and windows that show some of them."""

from __future__ import annotations

import base64
import io
import time
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import cv2
import numpy as np
from pictures import drawing

HOME = "/home/crab"
THEMES = (
    "",
    "-bark",
    "-blue",
    "-magenta",
    "-olive",
    "-prussiangreen",
    "-purple",
    "-red",
    "-sage",
    "-viridian",
)
FONTS = ("Noto Sans", "DejaVu Sans", "DejaVu Serif", "Liberation Sans", "Liberation Serif")
WIDTHS = ("DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono")
SYLLABLES = (
    "ba be bi co da de en er fa ge ha in ka la le lo ma mi na ne no or"
    " pa pe ra re ri sa se si ta te to un va we"
)

World = dict[str, Any]
Chance = np.random.Generator


def world(chance: Chance, applications: Sequence[str], windows: int = 4) -> World:
    """A desktop in some state.

    Args:
        chance: Decides.
        applications: Which may be open, by the names of `OPENS`.
        windows: How many are open at most.
    """
    files = _files(chance)
    count = int(chance.integers(1, windows + 1))
    opened = [str(name) for name in chance.permutation(list(applications))[:count]]
    return {
        "files": files,
        "bookmarks": ["Documents", "Pictures"][: int(chance.integers(0, 3))],
        "gsettings": _settings(chance),
        "windows": [_window(chance, name, sorted(files)) for name in opened],
    }


def sentence(chance: Chance, most: int = 14) -> str:
    """Words that mean nothing."""
    words = [_word(chance) for _ in range(int(chance.integers(2, most)))]
    return " ".join(words).capitalize() + str(
        chance.choice([".", ".", ".", "?", ":", f" {chance.integers(9999)}."])
    )


def _word(chance: Chance) -> str:
    return "".join(str(one) for one in chance.choice(SYLLABLES.split(" "), int(chance.integers(1, 5))))


def _text(chance: Chance, lines: int) -> str:
    return "\n".join(sentence(chance) if chance.random() < 0.85 else "" for _ in range(lines)) + "\n"


def _code(chance: Chance, lines: int) -> str:
    out = []
    for _ in range(lines // 4):
        name, value = _word(chance), _word(chance)
        out += [
            f"def {name}({value}, {_word(chance)}={chance.integers(100)}):",
            f'    """{sentence(chance)}"""',
            f"    {_word(chance)}s = [{value} * {chance.integers(10)} for _ in range({chance.integers(50)})]",
            f"    return '{_word(chance)}' if {value} > {chance.random():.3f} else {name}  # {_word(chance)}",
            "",
        ]
    return "\n".join(out)


def _table(chance: Chance) -> list[list[str]]:
    columns = int(chance.integers(2, 7))
    head = [_word(chance).capitalize() for _ in range(columns)]
    rows = int(chance.integers(3, 25))
    return [head] + [[_word(chance), *(str(chance.integers(10_000)) for _ in head[1:])] for _ in range(rows)]


def _page(chance: Chance) -> str:
    parts = [f"<h1>{escape(sentence(chance, 6))}</h1>"]
    for _ in range(int(chance.integers(4, 12))):
        kind = chance.integers(0, 5)
        if kind == 0:
            name, width = chance.choice(["a.jpg", "b.png"]), chance.integers(80, 600)
            parts.append(f"<img src='../Pictures/{name}' width={width}>")
        elif kind == 1:
            rows = ("".join(f"<td>{cell}</td>" for cell in row) for row in _table(chance))
            parts.append("<table border=1>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>")
        elif kind == 2:
            parts.append(
                f"<ul>{''.join(f'<li><a href=#>{sentence(chance, 6)}</a></li>' for _ in range(5))}</ul>"
            )
        elif kind == 3:
            parts.append(
                f"<input value='{_word(chance)}'> <button>{_word(chance)}</button> <input type=checkbox>"
            )
        else:
            parts.append(f"<h2>{sentence(chance, 5)}</h2><p>{_text(chance, 6)}</p>")
    paper, ink = ("#fff", "#222") if chance.random() < 0.6 else ("#1d2230", "#dde")
    font = f"{chance.integers(11, 22)}px {chance.choice(['serif', 'sans-serif'])}"
    look = f"background:{paper};color:{ink};font:{font}"
    boxes = f"h1{{background:hsl({chance.integers(360)} 60% 70%);padding:12px}}"
    columns = f"columns:{chance.integers(1, 4)}"
    return f"<meta charset=utf-8><style>body{{{look};{columns}}}{boxes}</style>{''.join(parts)}"


_ODF = (
    '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
    ' xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3"'
    ' office:mimetype="application/vnd.oasis.opendocument.{kind}">'
    "<office:body>{body}</office:body></office:document>"
)


def _odf_table(chance: Chance) -> str:
    rows = _table(chance)
    cells = (
        "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in r) for r in rows
    )
    lines = "".join(f"<table:table-row>{row}</table:table-row>" for row in cells)
    columns = f'<table:table-column table:number-columns-repeated="{len(rows[0])}"/>'
    return f'<table:table table:name="T">{columns}{lines}</table:table>'


def _letter(chance: Chance) -> str:
    parts = []
    for _ in range(int(chance.integers(3, 9))):
        parts.append(
            f'<text:h text:outline-level="{chance.integers(1, 4)}">{escape(sentence(chance, 6))}</text:h>'
        )
        parts += [f"<text:p>{escape(_text(chance, 5))}</text:p>"] * int(chance.integers(1, 3))
        if chance.random() < 0.3:
            parts.append(_odf_table(chance))
    return _ODF.format(kind="text", body=f"<office:text>{''.join(parts)}</office:text>")


def _sheet(chance: Chance) -> str:
    body = f"<office:spreadsheet>{_odf_table(chance)}</office:spreadsheet>"
    return _ODF.format(kind="spreadsheet", body=body)


def _slides(chance: Chance) -> str:
    pages = []
    for number in range(int(chance.integers(2, 6))):
        frames = []
        for _ in range(int(chance.integers(1, 5))):
            x, y = chance.integers(1, 14), chance.integers(1, 11)
            size = f'svg:width="{chance.integers(6, 13)}cm" svg:height="{chance.integers(2, 6)}cm"'
            lines = "".join(
                f"<text:p>{escape(sentence(chance, 6))}</text:p>" for _ in range(chance.integers(1, 5))
            )
            box = f"<draw:text-box>{lines}</draw:text-box>"
            frames.append(f'<draw:frame svg:x="{x}cm" svg:y="{y}cm" {size}>{box}</draw:frame>')
        pages.append(f'<draw:page draw:name="p{number}">{"".join(frames)}</draw:page>')
    return _ODF.format(
        kind="presentation", body=f"<office:presentation>{''.join(pages)}</office:presentation>"
    )


def _picture(chance: Chance) -> np.ndarray:
    """A drawing in colours, shape (height, width, 3)."""
    layers = (
        [drawing(chance, 600, 800)] * 3
        if chance.random() < 0.3
        else [drawing(chance, 600, 800) for _ in "rgb"]
    )
    return np.dstack(layers)


def _png(picture: np.ndarray) -> dict[str, str]:
    _, data = cv2.imencode(".png", picture)
    return {"base64": base64.b64encode(data.tobytes()).decode()}


def _pdf(chance: Chance) -> dict[str, str]:
    from PIL import Image

    stream = io.BytesIO()
    first, *others = [Image.fromarray(_picture(chance)) for _ in range(3)]
    made = time.gmtime(0)  # the same bytes each time
    first.save(stream, "PDF", save_all=True, append_images=others, creationDate=made, modDate=made)
    return {"base64": base64.b64encode(stream.getvalue()).decode()}


def _photo(chance: Chance) -> dict[str, Any]:
    sizes = (640, 480), (1280, 853), (1920, 1080)
    width, height = sizes[int(chance.integers(len(sizes)))]
    return {"photo": {"seed": int(chance.integers(1 << 30)), "width": width, "height": height}}


def _files(chance: Chance) -> dict[str, Any]:
    files: dict[str, Any] = {
        "Documents/a.txt": _text(chance, 60),
        "Documents/b.py": _code(chance, 60),
        "Documents/c.html": _page(chance),
        "Documents/d.fodt": _letter(chance),
        "Documents/e.fods": _sheet(chance),
        "Documents/f.fodp": _slides(chance),
        "Documents/g.pdf": _pdf(chance),
        "Pictures/a.jpg": _photo(chance),
        "Pictures/b.png": _png(_picture(chance)),
    }
    for folder in ("Documents", "Pictures", "Desktop"):
        for _ in range(int(chance.integers(0, 9))):
            suffix = str(chance.choice(["txt", "py", "jpg", "html", "csv", "md"]))
            content = _photo(chance) if suffix == "jpg" else _text(chance, 10)
            files[f"{folder}/{_word(chance)}.{suffix}"] = content
    return files


def _settings(chance: Chance) -> World:
    dark = bool(chance.random() < 0.35)
    theme = f"Yaru{chance.choice(THEMES)}{'-dark' if dark else ''}"
    font, page, width = (str(chance.choice(names)) for names in (FONTS, FONTS, WIDTHS))
    interface = {
        "gtk-theme": theme,
        "icon-theme": theme if chance.random() < 0.8 else "Adwaita",
        "color-scheme": "prefer-dark" if dark else "default",
        "font-name": f"{font} {chance.integers(9, 13)}",
        "document-font-name": f"{page} {chance.integers(9, 14)}",
        "monospace-font-name": f"{width} {chance.integers(9, 15)}",
        "text-scaling-factor": float(chance.choice([1.0, 1.0, 1.0, 1.15, 1.3, 1.5])),
    }
    colours = ["#" + "".join(f"{value:02x}" for value in chance.integers(0, 256, 3)) for _ in range(2)]
    paper = str(chance.choice(["a.jpg", "a.jpg", "a.jpg", "b.png", ""]))
    address = f"file://{HOME}/Pictures/{paper}" if paper else ""
    background = {
        "picture-uri": address,
        "picture-uri-dark": address,
        "picture-options": str(chance.choice(["zoom", "zoom", "centered", "wallpaper"])) if paper else "none",
        "primary-color": colours[0],
        "secondary-color": colours[1],
        "color-shading-type": str(chance.choice(["solid", "vertical", "horizontal"])),
    }
    dock = {
        "dock-position": str(chance.choice(["LEFT", "LEFT", "BOTTOM", "RIGHT"])),
        "dash-max-icon-size": int(chance.choice([24, 32, 48, 48, 64])),
        "extend-height": bool(chance.random() < 0.6),
    }
    return {
        "org.gnome.desktop.interface": interface,
        "org.gnome.desktop.background": background,
        "org.gnome.shell.extensions.dash-to-dock": dock,
        "org.gnome.shell.extensions.user-theme": {"name": "Yaru-dark" if dark else "Yaru"},
    }


def _of(*suffixes: str) -> Callable[[Chance, list[str]], list[str]]:
    def choose(chance: Chance, files: list[str]) -> list[str]:
        return [str(chance.choice([file for file in files if file.endswith(suffixes)]))]

    return choose


def _nothing(_chance: Chance, _files: list[str]) -> list[str]:
    return []


OPENS: dict[str, tuple[str, Callable[[Chance, list[str]], list[str]]]] = {
    "Terminal": ("org.gnome.Terminal", _nothing),
    "Files": (
        "org.gnome.Nautilus",
        lambda chance, _: [str(chance.choice(["Documents", "Pictures", "Desktop"]))],
    ),
    "gedit": ("org.gnome.gedit", _of(".txt", ".py", ".md")),
    "Firefox": ("firefox-esr", lambda _chance, _: [f"file://{HOME}/Documents/c.html"]),
    "GIMP": ("gimp", _of(".jpg", ".png")),
    "Geany": ("geany", _of(".py", ".html")),
    "Writer": ("libreoffice-writer", _of(".fodt")),
    "Impress": ("libreoffice-impress", _of(".fodp")),
    "Image Viewer": ("org.gnome.eog", _of(".jpg", ".png")),
    "Document Viewer": ("org.gnome.Evince", _of(".pdf")),
    "Calculator": ("org.gnome.Calculator", _nothing),
    "HexChat": ("io.github.Hexchat", _nothing),
    "Calc": ("libreoffice-calc", _of(".fods")),
    "Settings": ("org.gnome.Settings", _nothing),
}
"""Desktop ids of applications by the names that a person searches, and what of a world's files they open."""
FIXED = ("Calculator", "HexChat", "GIMP", "Settings")
"""Applications that stand where they want."""


def _window(chance: Chance, name: str, files: list[str]) -> World:
    app, choose = OPENS[name]
    window: World = {"app": app, "open": choose(chance, files)}
    if name not in FIXED and chance.random() < 0.2:
        return {**window, "state": "maximized"}
    if name in FIXED:
        return window
    width, height = int(chance.integers(640, 1500)), int(chance.integers(420, 900))
    x, y = int(chance.integers(60, 1920 - width)), int(chance.integers(30, 1080 - height))
    return {**window, "place": [x, y, width, height]}
