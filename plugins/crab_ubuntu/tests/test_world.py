import pytest

from crab_core import Box, UsageError
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.worlds.files import File
from crab_ubuntu.worlds.windows import OpenWindow
from crab_ubuntu.worlds.world import read_world


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


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../x", "a/../../x", "", ".", "a\0b", "a/" + "ä" * 128, "\ud800"]
)
def test_a_file_outside_the_home_is_refused(path: str) -> None:
    with pytest.raises(UsageError, match="no file of the home"):
        read_world({"files": {path: "x"}})


def test_paths_are_brought_into_their_plainest_form() -> None:
    world = read_world({"files": {"./a//b.txt": "x", "a/" + "b" * 255: ""}, "folders": ["c/./d/"]})
    assert list(world.files) == ["a/b.txt", "a/" + "b" * 255]
    assert world.folders == ("c/d",)


def test_a_world_of_nothing_says_nothing() -> None:
    world = read_world({})
    assert (world.settings, world.files, world.apps, world.windows, world.services) == ("", {}, (), (), ())
    assert (world.folders, world.clipboard, world.programs, world.clock) == ((), "", (), "")


def test_bookmarks_are_written_as_gtk_reads_them() -> None:
    world = read_world({"bookmarks": ["Projects/Grüße an alle", "Downloads"]})
    assert world.files[".config/gtk-3.0/bookmarks"].data.decode() == (
        "file:///home/crab/Projects/Gr%C3%BC%C3%9Fe%20an%20alle\nfile:///home/crab/Downloads\n"
    )


def test_a_world_s_own_file_comes_before_what_a_field_would_write() -> None:
    world = read_world({"bookmarks": ["Music"], "files": {".config/gtk-3.0/bookmarks": "mine"}})
    assert world.files[".config/gtk-3.0/bookmarks"].data == b"mine"


def test_windows_say_what_they_show_and_where_they_stand() -> None:
    world = read_world(
        {
            "apps": ["org.gnome.Terminal", "gimp.desktop"],
            "windows": [
                {"app": "org.gnome.gedit", "open": ["a.txt", "https://wiki.crab.test/"]},
                {"app": "org.gnome.Nautilus.desktop", "place": [10, 20, 900, 600]},
                {"app": "org.gnome.Terminal", "state": "minimized"},
            ],
        }
    )
    assert world.apps == ("org.gnome.Terminal.desktop", "gimp.desktop")
    assert world.windows == (
        OpenWindow("org.gnome.gedit.desktop", ("a.txt", "https://wiki.crab.test/")),
        OpenWindow("org.gnome.Nautilus.desktop", place=Box(10, 20, 900, 600)),
        OpenWindow("org.gnome.Terminal.desktop", state="minimized"),
    )


def test_texts_and_programs_are_taken_as_they_are() -> None:
    world = read_world({"clipboard": "a\nb", "programs": [["sleep", "5"], ["true"]]})
    assert (world.clipboard, world.programs) == ("a\nb", (("sleep", "5"), ("true",)))


def test_what_a_file_became_is_read_again_as_the_same() -> None:
    world = read_world(
        {"files": {"a": "x", "b": {"base64": "AAE=", "mode": "600"}, "c.png": {"photo": {"seed": 1}}}}
    )
    again = {path: file.to_world() for path, file in world.files.items()}
    assert read_world({"files": again}).files == world.files


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
        ({"apps": [3]}, "list of desktop ids"),
        ({"files": ["a"]}, "'files' of a world is an object, not list"),
        ({"files": {"a": {"text": 3}}}, "'a' of a world cannot be read"),
        ({"files": {"a": "\ud800"}}, "'a' of a world cannot be read"),
        ({"files": {"a": {"text": "", "mode": 755}}}, 'its mode is a text such as "0755", not 755'),
        ({"files": {"a": {"text": "", "mode": "0999"}}}, "'a' of a world cannot be read"),
        ({"files": {"a": {"text": "", "mode": "4755"}}}, "its mode is a text"),
        ({"files": {"a": {"text": "", "owner": "root"}}}, "neither a text nor an object"),
        ({"files": {"a": "", "a/b": ""}}, "'a' is a file of the world, and one of its folders"),
        ({"files": {"a/b": ""}, "folders": ["a/b/c"]}, "'a/b' is a file of the world, and one of its"),
        ({"files": {"a": ""}, "folders": ["a"]}, "'a' is a file of the world, and one of its folders"),
        ({"folders": "Projects"}, "'folders' of a world is a list of names"),
        ({"folders": ["../x"]}, "no file of the home"),
        ({"bookmarks": "Projects"}, "'bookmarks' of a world is a list of names"),
        ({"bookmarks": ["/etc"]}, "no file of the home"),
        ({"clipboard": ["a"]}, "'clipboard' of a world is a text, not list"),
        ({"clipboard": None}, "'clipboard' of a world is a text, not NoneType"),
        ({"programs": "sleep 5"}, "'programs' of a world is a list, not str"),
        ({"programs": ["sleep 5"]}, "'sleep 5' is no program of a world"),
        ({"programs": [[]]}, "is no program of a world"),
        ({"programs": [["sleep", 5]]}, "is no program of a world"),
        ({"windows": {"app": "gedit"}}, "'windows' of a world is a list, not dict"),
        ({"windows": ["gedit"]}, "'gedit' is no window of a world"),
        ({"windows": [{"open": ["a"]}]}, "is no window of a world"),
        ({"windows": [{"app": "gedit", "opens": []}]}, "Did you mean 'open'"),
        ({"windows": [{"app": "gedit", "state": "maximised"}]}, "Did you mean 'maximized'"),
        ({"windows": [{"app": "gedit", "state": 3}]}, "state of a window"),
        ({"windows": [{"app": "gedit", "open": "a.txt"}]}, "a list of paths or addresses"),
        ({"windows": [{"app": "gedit", "open": ["../../etc/passwd"]}]}, "no file of the home"),
        ({"windows": [{"app": "gedit", "place": [0, 0, 100]}]}, "is no place of a window"),
        ({"windows": [{"app": "gedit", "place": [0, 0, 0, 100]}]}, "is no place of a window"),
        ({"windows": [{"app": "gedit", "place": [0, 0, 9.5, 100]}]}, "is no place of a window"),
        ({"windows": [{"app": "gedit", "place": [0, 0, 900, 700], "state": "maximized"}]}, "has no place"),
        ({"clock": 3}, "'clock' of a world is a text, not int"),
        ({"applications": "gimp"}, "'applications' of a world is a list of names"),
    ],
)
def test_a_world_that_cannot_be_is_refused_with_the_reason(world: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_world(world)


def test_what_a_task_is_done_with_is_asked_of_the_desktop() -> None:
    provider = SandboxProvider()
    assert provider.equipped({"applications": ["gimp"]}, ("Files", "gimp")) == {
        "applications": ["gimp", "Files"]
    }
    assert provider.equipped({"files": {}}, ()) == {"files": {}}
    with pytest.raises(UsageError, match="Photoshop"):
        provider.start(provider.equipped({}, ("Photoshop",)))
