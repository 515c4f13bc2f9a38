"""A stage: an app with one screen and one dialog that each test fills with what it looks at."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from crab_android.phone import Phone
from crab_android.phone.catalog import load_app
from crab_android.phone.kit import MATCH, App, Context, NoState, Popup, Screen, View, column, no_state

PACKAGE = "org.crab.stage"


class Stage:
    """What stands on the screen, and what has happened to it."""

    def __init__(self) -> None:
        self.build: Callable[[Context[Any]], View] = lambda _context: column(width=MATCH, height=MATCH)
        self.popup: Callable[[Context[Any]], Popup] = lambda _context: Popup(column())
        self.happened: list[Any] = []

    def note(self, *what: Any) -> Callable[[], None]:
        """A handler that writes down that it was called."""
        return lambda: self.happened.append(*what)

    def _build(self, context: Context[Any]) -> View:
        return self.build(context)

    def _popup(self, context: Context[Any]) -> Popup:
        return self.popup(context)

    def app(self) -> App[NoState]:
        screen = Screen[NoState](
            ".StageActivity",
            self._build,
            dialogs={"it": self._popup},
        )
        return App(
            package=PACKAGE,
            label="Stage",
            icon=lambda canvas, rect: None,
            state=NoState,
            screens={"main": screen},
            main="main",
            seed=no_state,
        )


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def phone(stage: Stage) -> Phone:
    """A phone with the stage in front."""
    made = Phone(apps=[load_app("crab_android.phone.apps.launcher.manifest:APP"), stage.app()])
    made.launch(PACKAGE)
    return made


@pytest.fixture
def screen(phone: Phone, stage: Stage) -> Callable[[Callable[[Context[Any]], View]], None]:
    """Puts a screen onto the stage."""

    def put(build: Callable[[Context[Any]], View]) -> None:
        stage.build = build
        phone.changed()

    return put


@pytest.fixture
def dialog(phone: Phone, stage: Stage) -> Callable[..., None]:
    """Opens a dialog on the stage."""

    def put(popup: Callable[[Context[Any]], Popup], **args: Any) -> None:
        stage.popup = popup
        phone.context().show_dialog("it", **args)
        phone.changed()

    return put


@pytest.fixture(scope="session")
def gallery() -> ModuleType:
    """The module of the gallery, which is a script too."""
    folder = str(Path(__file__).parent)
    sys.path.insert(0, folder)
    try:
        return importlib.import_module("gallery")
    finally:
        sys.path.remove(folder)
