"""What a real phone's services tell, in their own words."""

from __future__ import annotations

import threading

import pytest

from crab_android.device import notifications, packages
from crab_android.device.clipboard import Clipboard
from crab_android.device.link import Completed
from crab_android.device.notifications import Posted
from crab_android.device.recorder import Recorder
from crab_android.device.spellings import dates, same_mail, same_number
from crab_core import DeviceError


class FakeLink:
    """Stands for adb: answers commands by how they begin."""

    def __init__(self, **_):
        self.answers = {}
        self.asked = []

    def run(self, command, **_options):
        self.asked.append(command)
        for start, answer in self.answers.items():
            if command.startswith(start):
                return Completed(*answer) if isinstance(answer, tuple) else Completed(0, answer.encode())
        return Completed(127, b"inaccessible or not found")

    def check(self, command, **options):
        done = self.run(command, **options)
        if done.code != 0:
            raise DeviceError(f"{command} failed")
        return done.text.rstrip()

    def raw(self, command, **options):
        return self.run(command, **options).output


@pytest.fixture
def link():
    return FakeLink()


# -- notifications ------------------------------------------------------------------------

NOTIFICATIONS = """Current Notification Manager state:
  Notification List:
    NotificationRecord(0x0a1b2c3d: pkg=com.android.messaging user=UserHandle{0} id=0 tag=t:4 importance=4)
      uid=10100 userId=0
      extras={
          android.title=String (Ada Novak)
          android.subText=null
          android.template=String (android.app.Notification$BigTextStyle)
          android.text=String (Lunch (at noon)?
Bring the book=please)
          android.bigText=String (Lunch (at noon)?
Bring the book=please, and the map)
          android.showWhen=Boolean (true)
      }
    NotificationRecord(0x0d4c3b2a: pkg=com.android.deskclock user=UserHandle{0} id=7 tag=null importance=3)
      extras={
          android.title=SpannableString (Alarm)
          android.text=String ()
      }
"""


def test_notifications_of_a_real_phone(link):
    link.answers["dumpsys notification"] = NOTIFICATIONS
    first, second = notifications.posted(link)
    assert (first.package, first.title) == ("com.android.messaging", "Ada Novak")
    assert first.text.startswith("Lunch (at noon)?\nBring the book=please")
    assert "and the map" in first.text
    assert second == Posted("com.android.deskclock", "Alarm", "")


def test_no_notifications(link):
    link.answers["dumpsys notification"] = "Current Notification Manager state:\n  Notification List:\n"
    assert notifications.posted(link) == []


# -- packages -----------------------------------------------------------------------------

PACKAGE = """Packages:
  Package [org.notes] (a1b2c3):
    runtime permissions:
      android.permission.CAMERA: granted=true, flags=[ USER_SET]
      android.permission.RECORD_AUDIO: granted=false, flags=[ USER_SET]
    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped={stopped} enabled={enabled}
"""
RUNNING = "    * Hist  #0: ActivityRecord{1a2b3c u0 org.other/.Main t5}\n"


@pytest.mark.parametrize(
    ("stopped", "enabled", "running", "expected"),
    [
        ("false", 0, RUNNING, "installed"),
        ("true", 0, RUNNING, "stopped"),
        ("true", 3, RUNNING, "disabled"),
        ("false", 0, RUNNING.replace("other", "notes"), "running"),
    ],
)
def test_how_an_app_stands(link, stopped, enabled, running, expected):
    link.answers = {
        "pm list packages": "package:org.notes\npackage:org.other\n",
        "dumpsys activity": running,
        "dumpsys package": PACKAGE.format(stopped=stopped, enabled=enabled),
    }
    assert packages.state(link, "org.notes") == expected


def test_an_app_that_is_not_there_is_absent(link):
    link.answers["pm list packages"] = "package:org.notes.more\n"
    assert packages.state(link, "org.notes") == "absent"


def test_permissions(link):
    link.answers["dumpsys package"] = PACKAGE
    assert packages.granted(link, "org.notes", "android.permission.CAMERA")
    assert not packages.granted(link, "org.notes", "android.permission.RECORD_AUDIO")
    assert not packages.granted(link, "org.notes", "android.permission.CAM")
    link.answers["dumpsys package"] = "Unable to find package: org.notes"
    with pytest.raises(DeviceError):
        packages.granted(link, "org.notes", "android.permission.CAMERA")


def test_an_app_whose_activity_is_found_only_by_its_name_is_started_by_it(link):
    start = "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
    link.answers = {
        f"{start} -p": (1, b"Error: Activity not started"),
        "cmd package resolve-activity": "priority=0 preferredOrder=0\norg.notes/.Main\n",
        f"{start} -n org.notes/.Main": "Starting: Intent",
    }
    assert packages.launch(link, "org.notes")
    link.answers["cmd package resolve-activity"] = "No activity found\n"
    assert not packages.launch(link, "org.notes")


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        ((0, b"Success\n"), ""),
        ((1, b"Failure [INSTALL_FAILED_INVALID_APK]\n"), "Failure [INSTALL_FAILED_INVALID_APK]"),
        ((0, b"Error: file not found\n"), "Error: file not found"),
        ((1, b""), "pm install ended with 1"),
    ],
)
def test_installing(link, answer, failure):
    link.answers["pm install -r"] = answer
    assert packages.install(link, "/sdcard/my app.apk") == failure
    assert link.asked == ["pm install -r '/sdcard/my app.apk'"]


# -- clipboard ----------------------------------------------------------------------------


def test_the_clipboard_is_read_out_of_the_answer_to_a_broadcast(link):
    said = 'Broadcasting: Intent { act=clipper.get }\nBroadcast completed: result=-1, data="a "b"\nc"\n'
    link.answers["am broadcast -a clipper.get"] = said
    assert Clipboard(link).read() == 'a "b"\nc'


def test_a_phone_without_clipper_says_what_to_install(link):
    link.answers["am broadcast"] = "Broadcasting: Intent { act=clipper.get }\nBroadcast completed: result=0\n"
    with pytest.raises(DeviceError, match="Install Clipper"):
        Clipboard(link).read()


# -- recording ----------------------------------------------------------------------------

MVHD = b"mvhd" + b"\0" * 12 + (1000).to_bytes(4, "big") + (2500).to_bytes(4, "big") + b"\0" * 80
VIDEO = b"\0\0\0\x18ftypmp42" + b"\0" * 12 + b"\0\0\0\x08moov" + MVHD


class FakeRecording(FakeLink):
    """Stands for adb and `screenrecord`, which ends when it is interrupted."""

    def __init__(self, video=VIDEO):
        super().__init__()
        self.stopped = threading.Event()
        self.runs = 0
        self.answers = {"cat": (0, video), "rm": ""}

    def run(self, command, **options):
        if command.startswith("screenrecord"):
            self.stopped.clear()
            self.runs += 1
            assert self.stopped.wait(60), "nobody interrupts it"
            self.runs -= 1
            return Completed(0, b"")
        if command.startswith("pidof"):
            return Completed(0, b"4711" if self.runs else b"")
        if command.startswith("kill -INT $(pidof screenrecord)"):
            self.stopped.set()
            return Completed(0, b"")
        return super().run(command, **options)


def test_a_clip_is_what_was_recorded_between_start_and_take():
    link = FakeRecording()
    recorder = Recorder(link)
    recorder.start()
    recorder.start()
    assert link.runs == 1, "a second start changes nothing"
    clip = recorder.take()
    assert (clip.data, clip.seconds, clip.media_type) == (VIDEO, 2.5, "video/mp4")
    assert link.runs == 0
    assert "rm -f /sdcard/.crab-clip.mp4" in link.asked


def test_without_a_start_the_clip_is_empty_and_the_phone_is_not_asked(link):
    assert Recorder(link).take().data == b""
    assert link.asked == []


def test_a_recording_that_is_no_video_is_an_error():
    link = FakeRecording(b"")
    recorder = Recorder(link)
    recorder.start()
    with pytest.raises(DeviceError, match="no video"):
        recorder.take()
    assert link.runs == 0


def test_a_phone_that_does_not_record_says_so(link):
    with pytest.raises(DeviceError, match="inaccessible or not found"):
        Recorder(link).start()


def test_a_recording_can_be_dropped():
    link = FakeRecording()
    recorder = Recorder(link)
    recorder.start()
    recorder.drop()
    assert link.runs == 0
    assert recorder.take().data == b""


# -- spellings ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("+1 202 555 0142", "(202) 555-0142", True),
        ("+49 30 901820", "030 901820", True),
        ("+12025550142", "12025550142", True),
        ("+1 202 555 0142", "+1 202 555 0143", False),
        ("+1 202 555 0142", "550142", False),
        ("112", "112", True),
        ("112", "5550112", False),
        ("", "", False),
        ("ADA", "ADA", False),
        ("Room 5550142", "5550142", False),
        ("*100#", "*100#", True),
        ("100", "*100#", False),
    ],
)
def test_telephone_numbers(one, other, same):
    assert same_number(one, other) is same
    assert same_number(other, one) is same


def test_mail_addresses():
    assert same_mail("Ada@Mail.test ", "ada@mail.test")
    assert not same_mail("ada@mail.test", "ada@mail.tes")


def test_dates_are_written_in_many_ways():
    from datetime import date

    written = dates(date(2026, 5, 4))
    assert {"May 4, 2026", "4 May 2026", "2026-05-04", "04.05.2026", "5/4/2026"} <= set(written)
