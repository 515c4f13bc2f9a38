"""Looking at a phone whose answers are torn, mangled, late, or missing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from faulty import FaultyPhone

from crab_android.device.errors import NoHierarchyError, NoPictureError
from crab_android.device.link import AdbLink
from crab_android.device.picture import black_png, may_be_blank
from crab_android.device.screen import Screen
from crab_android.phone import Phone

pytestmark = pytest.mark.adb

WARNING = (
    b"[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first "
    b"display found, however this default is not guaranteed to be consistent across captures.\n"
)
WINDOWS = """WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #0 Window{{1a2b3c4 u0 NotificationShade}}:
    mAttrs={{(0,0)(fillxfill) ty=NOTIFICATION_SHADE fl=NOT_FOCUSABLE SECURE WATCH_OUTSIDE_TOUCH}}
  Window #1 Window{{5d6e7f8 u0 org.example.bank/org.example.bank.MainActivity}}:
    mAttrs={{(0,0)(fillxfill) sim={{adjust=pan}} ty=BASE_APPLICATION fmt=TRANSPARENT
      {flags}
      pfl=NO_MOVE_ANIMATION}}
  mCurrentFocus=Window{{5d6e7f8 u0 org.example.bank/org.example.bank.MainActivity}}
"""


@pytest.fixture
def screen(link: AdbLink) -> Screen:
    return Screen(link)


@pytest.fixture
def whole(screen: Screen) -> bytes:
    return screen.screenshot().data


def captures(faulty: FaultyPhone) -> int:
    return sum("screencap" in service for service in faulty.heard)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda png: png[: len(png) // 2],
        lambda png: png[:-1],
        lambda png: png[:1000] + png[1004:],
        lambda png: b"",
        lambda png: png[3:],
    ],
    ids=["half", "last byte missing", "hole", "nothing", "head missing"],
)
def test_a_torn_picture_is_taken_again(faulty: FaultyPhone, screen: Screen, whole: bytes, spoil) -> None:
    faulty.fail("screencap", change=spoil)
    before = captures(faulty)
    assert screen.screenshot().data == whole
    assert captures(faulty) == before + 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda png: WARNING + png,
        lambda png: png.replace(b"\n", b"\r\n"),
        lambda png: png.replace(b"\n", b"\r\r\n"),
        lambda png: WARNING.replace(b"\n", b"\r\n") + png.replace(b"\n", b"\r\n"),
        lambda png: png + b"\nwarning: linker: unused DT entry\n",
    ],
    ids=["warning before", "CRLF", "CRCRLF", "warning and CRLF", "warning after"],
)
def test_what_devices_put_around_a_picture_is_taken_away(
    faulty: FaultyPhone, screen: Screen, whole: bytes, spoil
) -> None:
    faulty.fail("screencap", change=spoil)
    before = captures(faulty)
    assert screen.screenshot().data == whole
    assert captures(faulty) == before + 1


def test_a_picture_without_exec_comes_through_the_shell(
    faulty: FaultyPhone, screen: Screen, whole: bytes
) -> None:
    faulty.fail("exec:", refuse=True, left=99)
    faulty.fail("shell:screencap", change=lambda png: png.replace(b"\n", b"\r\n"))
    assert screen.screenshot().data == whole


def test_no_picture_at_all_is_an_error_that_quotes_the_phone(faulty: FaultyPhone, screen: Screen) -> None:
    faulty.fail("screencap", change=lambda png: b"Capturing failed.", left=9)
    with pytest.raises(NoPictureError, match="Capturing failed"):
        screen.screenshot()
    assert captures(faulty) == 4


def test_a_slow_picture_is_waited_for(faulty: FaultyPhone, screen: Screen, whole: bytes) -> None:
    faulty.fail("screencap", seconds=1.0)
    assert screen.screenshot().data == whole
    assert captures(faulty) == 2


@pytest.mark.parametrize("flags", ["fl=LAYOUT_IN_SCREEN SECURE SPLIT_TOUCH", "fl=#81812100"])
@pytest.mark.parametrize(
    "answer", [b"", b"Error: -1\n", black_png(1080, 2400)], ids=["empty", "error", "black"]
)
def test_a_window_that_forbids_pictures_gives_a_black_one_and_a_flag(
    faulty: FaultyPhone, screen: Screen, flags: str, answer: bytes
) -> None:
    assert screen.size == (1080, 2400)
    faulty.fail("screencap", change=lambda png: answer)
    faulty.fail("dumpsys window windows", change=lambda text: told(WINDOWS.format(flags=flags), text), left=9)
    picture = screen.screenshot()
    assert (picture.width, picture.height) == (1080, 2400)
    assert picture.data == black_png(1080, 2400)
    assert screen.forbidden
    assert screen.screenshot().data != picture.data
    assert not screen.forbidden


@pytest.mark.parametrize("flags", ["fl=LAYOUT_IN_SCREEN SPLIT_TOUCH", "fl=#81810100"])
def test_a_dark_screen_is_not_taken_for_a_forbidden_one(
    faulty: FaultyPhone, screen: Screen, flags: str
) -> None:
    faulty.fail("screencap", change=lambda png: black_png(1080, 2400))
    faulty.fail("dumpsys window windows", change=lambda text: told(WINDOWS.format(flags=flags), text), left=9)
    screen.screenshot()
    assert not screen.forbidden


def test_the_simulated_phones_own_secure_window_is_told_too(
    phone: Phone, faulty: FaultyPhone, screen: Screen
) -> None:
    launcher = phone.apps[phone.front.package]
    secret = replace(launcher.screens[launcher.main], secure=True)
    screens = {**launcher.screens, launcher.main: secret}
    phone.catalog = {**phone.catalog, launcher.package: replace(launcher, screens=screens)}
    phone.packages_changed()
    screen.screenshot()
    assert screen.forbidden


@pytest.mark.parametrize("dark", ["1", "2"])
def test_pictures_with_something_on_them_cost_no_second_look(phone: Phone, dark: str) -> None:
    phone.put_setting("secure", "ui_night_mode", dark)
    for package in ("org.crab.launcher", "org.crab.tasks", "com.android.settings"):
        phone.launch(package)
        assert not may_be_blank(phone.png())
    assert may_be_blank(black_png(1080, 2400))


def told(instead: str, answer: bytes) -> bytes:
    """Another output, with the mark that the link puts behind it."""
    return instead.encode() + answer[answer.rindex(b"crab-exit") :]


def dumps(faulty: FaultyPhone) -> list[str]:
    return [service for service in faulty.heard if "uiautomator" in service]


@pytest.mark.parametrize(
    "answer",
    [
        b"ERROR: could not get idle state.\n",
        b"ERROR: null root node returned by UiTestAutomationBridge.\n",
        b"Killed\n",
    ],
)
def test_a_screen_that_moves_is_dumped_again(faulty: FaultyPhone, screen: Screen, answer: bytes) -> None:
    faulty.fail("uiautomator", change=lambda xml: answer)
    assert screen.hierarchy().endswith("</hierarchy>")
    assert dumps(faulty) == ["exec:uiautomator dump /dev/tty"] * 2


def test_half_a_hierarchy_is_dumped_again(faulty: FaultyPhone, screen: Screen) -> None:
    faulty.fail("uiautomator", change=lambda xml: xml[: len(xml) // 2])
    assert screen.hierarchy().endswith("</hierarchy>")


def test_a_phone_without_a_terminal_dumps_into_a_file(faulty: FaultyPhone, screen: Screen) -> None:
    faulty.fail("dump /dev/tty", change=lambda xml: b"UI hierchary dumped to: /dev/tty\n", left=9)
    assert screen.hierarchy().startswith("<?xml")
    assert screen.hierarchy().startswith("<?xml")
    assert ["/dev/tty" in dump for dump in dumps(faulty)] == [True, False, False]


def test_a_screen_that_never_rests_is_an_error_that_says_what_to_do(
    faulty: FaultyPhone, screen: Screen
) -> None:
    faulty.fail("uiautomator", change=lambda xml: b"ERROR: could not get idle state.\n", left=9)
    with pytest.raises(NoHierarchyError, match=r"idle state.*stop what is animated"):
        screen.hierarchy()
    assert len(dumps(faulty)) == 4


def test_the_size_is_read_anew_when_the_picture_has_another(faulty: FaultyPhone, screen: Screen) -> None:
    assert screen.size == (1080, 2400)
    faulty.fail("screencap", change=lambda png: black_png(2400, 1080))
    screen.screenshot()
    assert screen.size == (2400, 1080)
    screen.screenshot()
    assert screen.size == (1080, 2400)


def test_the_size_turns_with_the_hierarchy_too(faulty: FaultyPhone, screen: Screen) -> None:
    assert screen.size == (1080, 2400)
    faulty.fail("uiautomator", change=lambda xml: xml.replace(b"[0,0][1080,2400]", b"[0,0][2400,1080]"))
    screen.hierarchy()
    assert screen.size == (2400, 1080)


def test_the_size_before_any_picture_is_the_one_that_the_display_has_now(
    faulty: FaultyPhone, link: AdbLink
) -> None:
    display = "Physical size: 1080x2400\n  init=1080x2400 420dpi cur=2400x1080 app=2400x1017\n"
    faulty.fail("wm size", change=lambda text: told(display, text))
    assert Screen(link).size == (2400, 1080)


def test_an_override_of_the_size_wins(faulty: FaultyPhone, link: AdbLink) -> None:
    display = "Physical size: 1080x2400\nOverride size: 720x1600\n"
    faulty.fail("wm size", change=lambda text: told(display, text))
    assert Screen(link).size == (720, 1600)


@pytest.mark.parametrize("attribute", [b'visible-to-user="true" bounds=', b"bounds="])
def test_a_hierarchy_with_and_without_visible_to_user_is_read_alike(
    faulty: FaultyPhone, screen: Screen, attribute: bytes
) -> None:
    from crab_android.device.hierarchy import ui_tree

    plain = ui_tree(screen.hierarchy(), *screen.size)
    faulty.fail("uiautomator", change=lambda xml: xml.replace(b"bounds=", attribute))
    assert ui_tree(screen.hierarchy(), *screen.size) == plain
