"""Writer, Calc and Impress: found by name, without tips and templates, used, and judged; on one desktop."""

from __future__ import annotations

import pytest

from crab_ubuntu.applications.catalogue import find_application
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def person(provider: SandboxProvider) -> Person:
    return Person(provider.reset({"applications": ["writer", "calc", "impress"]}))


def open_by_name(person: Person, name: str) -> None:
    """Find an application by its name: an empty document opens, and nothing before it."""
    application = find_application(name)
    person.do("search_app", name=application.title)
    title = f"Untitled 1 - LibreOffice {application.title}"
    person.soon("focused_window", app=application.window, title=title)
    shown = [node for node in person.tree().root.children if node.role in ("window", "dialog", "alert")]
    assert [node.role for node in shown] == ["window"]
    names = {node.name for node in shown[0].walk()}
    assert not names & {"Release Notes", "Donate", "Get involved"}


def save_and_close(person: Person, name: str) -> None:
    person.do("hotkey", keys=["ctrl", "s"])
    person.name_file(f"/home/crab/Documents/{name}")
    person.until(lambda: (top := person.top()) is not None and top.name.startswith(name), "it is not saved")
    person.do("hotkey", keys=["alt", "f4"])
    person.no_longer("window_title", title=name, match="contains")


def test_writer_saves_a_letter(person: Person) -> None:
    open_by_name(person, "writer")
    person.do("hotkey", keys=["ctrl", "b"])
    person.do("write_text", text="Dear crab,")
    save_and_close(person, "letter.odt")
    letter = {"path": "Documents/letter.odt", "text": "Dear crab,", "match": "exact"}
    person.soon("writer_text", **letter)
    assert not person.judge("writer_text", **{**letter, "text": "Dear crab"}).passed


def test_calc_saves_a_formula_and_what_it_comes_to(person: Person) -> None:
    open_by_name(person, "calc")
    person.do("write_text", text="19\n23\n=A1+A2\n")
    save_and_close(person, "sum.ods")
    person.soon("calc_cell", path="Documents/sum.ods", cell="A3", value=42)
    person.soon("calc_formula", path="Documents/sum.ods", cell="A3", formula="=A1+A2")


def test_impress_saves_slides(person: Person) -> None:
    open_by_name(person, "impress")
    person.do("press", key="tab")
    person.do("write_text", text="Crabs at low tide")
    save_and_close(person, "talk.odp")
    person.soon("impress_titles", path="Documents/talk.odp", titles=["Crabs at low tide"])
