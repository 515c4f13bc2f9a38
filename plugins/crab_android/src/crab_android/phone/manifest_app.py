"""Apps out of a small manifest, as ``adb install`` brings them: a few screens of texts and buttons, as data.

The manifest is ``crab-app.json`` in a ZIP, or a JSON file by itself::

    {"package": "test.example.hello", "label": "Hello", "version": "1.2", "color": "#3568D4",
     "permissions": ["android.permission.CAMERA"],
     "screens": {"main": {"title": "Hello", "rows": [{"text": "Hi"}, {"button": "More", "opens": "more"}]},
                 "more": {"title": "More", "rows": [{"field": "Your name"}, {"switch": "Loud"}]}}}
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import skia
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from .app import App, Lead, Screen, Seeding
from .context import Context
from .ui.fonts import font
from .ui.geometry import Rect, px
from .ui.text import BODY_LARGE
from .ui.views import MATCH, View
from .ui.widgets import button, column, label, outlined, row, scroll, switch, text_input, top_bar

NAME = "crab-app.json"


class ManifestError(ValueError):
    """A manifest does not fit."""


class ManifestRow(BaseModel):
    """One row of a screen: a text, a button, a text field or a switch."""

    model_config = ConfigDict(extra="forbid")

    text: str = ""
    button: str = ""
    opens: str = ""
    toast: str = ""
    field: str = ""
    switch: str = ""

    @model_validator(mode="after")
    def _one_thing(self) -> ManifestRow:
        if sum(bool(value) for value in (self.text, self.button, self.field, self.switch)) != 1:
            raise ValueError("a row has one of text, button, field and switch")
        return self


class ManifestScreen(BaseModel):
    """One screen."""

    model_config = ConfigDict(extra="forbid")

    title: str
    activity: str = ""
    rows: list[ManifestRow] = Field(default_factory=list)


class Manifest(BaseModel):
    """A whole app."""

    model_config = ConfigDict(extra="forbid")

    package: str = Field(pattern=r"^[a-zA-Z][a-zA-Z0-9_]*(\.[a-zA-Z][a-zA-Z0-9_]*)+$")
    label: str = Field(min_length=1)
    version: str = "1.0"
    color: str = Field(default="#3568D4", pattern=r"^#[0-9a-fA-F]{6}$")
    permissions: list[str] = Field(default_factory=list)
    screens: dict[str, ManifestScreen] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _screens_exist(self) -> Manifest:
        self.screens.setdefault("main", ManifestScreen(title=self.label))
        for screen in self.screens.values():
            for entry in screen.rows:
                if entry.opens and entry.opens not in self.screens:
                    raise ValueError(f"a button opens {entry.opens!r}, which is no screen")
        return self


class ManifestState(BaseModel):
    """What such an app remembers: its switches."""

    switches: dict[str, bool] = Field(default_factory=dict)


def app_from_manifest(manifest: dict[str, Any]) -> App[ManifestState]:
    """The app that a manifest describes.

    Raises:
        ManifestError: when it does not fit.
    """
    try:
        read = Manifest.model_validate(manifest)
    except ValidationError as error:
        raise ManifestError(str(error)) from error
    color = 0xFF000000 | int(read.color[1:], 16)
    return App(
        package=read.package,
        label=read.label,
        icon=_icon(read.label, color),
        state=ManifestState,
        screens={
            name: Screen(
                screen.activity or ("." + name.title().replace("_", "") + "Activity"),
                _page(screen, root=name == "main"),
                leads=tuple(Lead(r.opens, text=r.button) for r in screen.rows if r.opens),
            )
            for name, screen in read.screens.items()
        },
        main="main",
        seed=_seed,
        color=color,
        version=read.version,
        permissions=tuple(read.permissions),
        system=False,
    )


def _seed(_seeding: Seeding) -> ManifestState:
    return ManifestState()


def _page(screen: ManifestScreen, *, root: bool) -> Callable[[Context[ManifestState]], View]:
    def build(context: Context[ManifestState]) -> View:
        rows = [_row(context, entry, number) for number, entry in enumerate(screen.rows)]
        return column(
            top_bar(screen.title, context.theme, None if root else context.finish),
            scroll(context, "page", *rows, pad=(20, 8, 20, 24), gap=12),
            width=MATCH,
            height=MATCH,
        )

    return build


def _row(context: Context[ManifestState], entry: ManifestRow, number: int) -> View:
    theme = context.theme
    if entry.text:
        return label(entry.text, BODY_LARGE, theme.on_surface, id=f"text{number}", lines=20, width=MATCH)
    if entry.button:
        return button(entry.button, theme, lambda: _press(context, entry), id=f"button{number}", filled=True)
    if entry.field:
        return outlined(text_input(context, f"field{number}", entry.field), theme)
    on = context.state.switches.get(entry.switch, False)

    def flip() -> None:
        context.state.switches[entry.switch] = not on

    return row(
        label(entry.switch, BODY_LARGE, theme.on_surface, weight=1),
        switch(on, theme, flip, id=f"switch{number}", desc=entry.switch),
        width=MATCH,
        min_height=56,
        on_tap=flip,
    )


def _press(context: Context[ManifestState], entry: ManifestRow) -> None:
    if entry.toast:
        context.toast(entry.toast)
    if entry.opens:
        context.open(entry.opens)


def _icon(name: str, color: int) -> Callable[[skia.Canvas, Rect], None]:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        canvas.drawColor(color)
        face = font(500, px(26))
        width = face.measureText(name[:1].upper())
        x, y = rect.center
        pen = skia.Paint(Color=0xFFFFFFFF, AntiAlias=True)
        canvas.drawString(name[:1].upper(), x - width / 2, y + px(9), face, pen)

    return paint
