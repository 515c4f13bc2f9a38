import pytest

from crab_core import EnvironmentUnavailable
from crab_ubuntu.providers.closure import pieces


def test_the_host_gets_what_it_imports() -> None:
    names = {piece.name for piece in pieces(["crab-ubuntu"])}
    assert {"crab_core", "crab_ubuntu", "numpy", "Xlib", "mss", "dbus_fast", "pydantic", "isal"} <= names


def test_the_host_gets_nothing_else() -> None:
    names = {piece.name for piece in pieces(["crab-ubuntu"])}
    assert not {
        n for n in names if n.startswith(("crab_bench", "crab_android", "crab_models", "crab_visualprompt"))
    }
    assert not {"pytest", "_pytest", "hypothesis", "mypy", "ruff", "openai", "adbutils"} & names


def test_an_editable_install_gives_its_package_alone() -> None:
    editable = {piece.name: piece.path for piece in pieces(["crab-ubuntu"]) if piece.editable}
    for name, path in editable.items():
        assert path.name == name
        assert (path / "__init__.py").is_file()


def test_a_distribution_that_is_not_there_is_named_with_the_way_to_get_it() -> None:
    with pytest.raises(EnvironmentUnavailable, match="pip install crab-nowhere"):
        pieces(["crab-nowhere"])
