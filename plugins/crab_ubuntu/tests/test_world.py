import pytest

from crab_core import UsageError
from crab_ubuntu.worlds.world import File, read_world


def test_settings_become_a_key_file_with_their_types() -> None:
    world = read_world(
        {
            "gsettings": {
                "org.gnome.desktop.interface": {"color-scheme": "prefer-dark", "text-scaling-factor": 1},
                "org.gnome.desktop.session": {"idle-delay": 5},
            }
        }
    )
    assert world.settings.splitlines() == [
        "[org/gnome/desktop/interface]",
        "color-scheme='prefer-dark'",
        "text-scaling-factor=1.0",
        "[org/gnome/desktop/session]",
        "idle-delay=uint32 5",
    ]


def test_files_come_as_text_or_bytes_with_a_mode() -> None:
    world = read_world(
        {
            "files": {
                "Documents/a.txt": "grüße",
                "b.bin": {"base64": "AAE="},
                "c.sh": {"text": "true\n", "mode": "0755"},
            }
        }
    )
    assert world.files == {
        "Documents/a.txt": File("grüße".encode(), 0o644),
        "b.bin": File(b"\x00\x01", 0o644),
        "c.sh": File(b"true\n", 0o755),
    }


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "a/../../x", "", "."])
def test_a_file_outside_the_home_is_refused(path: str) -> None:
    with pytest.raises(UsageError, match="no file of the home"):
        read_world({"files": {path: "x"}})


@pytest.mark.parametrize(
    ("world", "message"),
    [
        ({"gsetting": {}}, "Did you mean 'gsettings'"),
        ({"gsettings": {"org.gnome.desktop.interfaces": {}}}, "Did you mean org.gnome.desktop.interface"),
        (
            {"gsettings": {"org.gnome.desktop.interface": {"colour-scheme": "x"}}},
            "Did you mean 'color-scheme'",
        ),
        ({"gsettings": {"org.gnome.desktop.interface": {"enable-animations": "no"}}}, "no value of type 'b'"),
        ({"gsettings": {"org.gnome.desktop.interface": 3}}, "is an object"),
        ({"files": {"a": 3}}, "neither a text nor an object"),
        ({"files": {"a": {"base64": "%"}}}, "cannot be read"),
        ({"files": {"a": {"text": "x", "base64": "eA=="}}}, "neither a text nor an object"),
        ({"apps": "gedit"}, "list of desktop ids"),
    ],
)
def test_a_world_that_cannot_be_is_refused_with_the_reason(world: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_world(world)
