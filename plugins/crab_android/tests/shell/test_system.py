"""Android's own commands: apps, packages, settings, content, input, the screen, what dumpsys tells."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_android.phone.intents import Intent
from crab_android.phone.shell.intent_words import read_intent
from crab_android.phone.state import Notification
from crab_android.phone.system.keycodes import KEYCODES, keycode

TASKS = "org.crab.tasks"
MAIN = f"{TASKS}/.TaskListActivity"
HELLO = {
    "package": "test.example.hello",
    "label": "Hello",
    "version": "1.2",
    "permissions": ["android.permission.CAMERA"],
    "screens": {"main": {"title": "Hello", "rows": [{"text": "Hi there"}]}},
}


def apk(manifest: object = HELLO) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("crab-app.json", json.dumps(manifest))
    return stream.getvalue()


# -- am --------------------------------


def test_am_start_waits_and_tells_what_it_started(sh, phone):
    answer = sh(f"am start -W -n {MAIN}")
    assert answer.out.splitlines()[:4] == [
        f"Starting: Intent {{ cmp={MAIN} }}",
        "Status: ok",
        "LaunchState: COLD",
        f"Activity: {MAIN}",
    ]
    assert phone.front.package == TASKS
    again = sh(f"am start -n {MAIN}")
    assert "Warning: Activity not started, its current task has been brought to the front" in again.err
    assert again.code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (f"-n {TASKS}/.Nope", "does not exist"),
        ("-n org.nobody/.Main", "does not exist"),
        ("-a no.such.ACTION", "unable to resolve Intent { act=no.such.ACTION flg=0x10000000 }"),
        ("-n nocomponent", "Bad component name: nocomponent"),
        ("-a", 'Argument expected after "-a"'),
        ("--ei n x -a y", "NumberFormatException"),
        ("--unknown", "Unknown option: --unknown"),
    ],
)
def test_am_start_explains_what_it_cannot_start(sh, phone, words, says):
    answer = sh(f"am start {words}")
    assert answer.code != 0
    assert says in answer.err
    assert phone.front.package == "org.crab.launcher"


def test_every_kind_of_extra_arrives_with_its_type():
    told = read_intent(
        [
            *("-a", "act", "-d", "tel:1", "-t", "text/plain", "-c", "cat", "-p", "pkg", "-f", "0x10"),
            *(
                "-e",
                "s",
                "text",
                "--ei",
                "i",
                "5",
                "--ez",
                "z",
                "true",
                "--ef",
                "f",
                "1.5",
                "--eu",
                "u",
                "a:b",
            ),
            *("--esa", "sa", "a,b\\,c", "--eia", "ia", "1,2", "--esn", "n", "--grant-read-uri-permission"),
        ]
    )
    assert told.intent == Intent(
        action="act",
        data="tel:1",
        type="text/plain",
        package="pkg",
        categories=["cat"],
        extras={
            "s": "text",
            "i": 5,
            "z": True,
            "f": 1.5,
            "u": "a:b",
            "sa": ["a", "b,c"],
            "ia": [1, 2],
            "n": None,
        },
    )
    assert told.describe() == (
        "Intent { act=act cat=[cat] dat=tel:1 typ=text/plain flg=0x10 pkg=pkg (has extras) }"
    )


def test_am_ends_apps_and_answers_what_it_has_not(sh, phone):
    phone.launch(TASKS)
    assert sh(f"am force-stop {TASKS}").code == 0
    assert phone.front.package == "org.crab.launcher"
    service = sh(f"am startservice -n {TASKS}/.Sync")
    assert service.err == "Error: Not found; no service started.\n"
    instrument = sh("am instrument -w a.b/c.Runner")
    assert (instrument.code, "INSTRUMENTATION_FAILED: a.b/c.Runner" in instrument.err) == (1, True)
    assert sh("am nonsense") == (255, "", "Unknown command: nonsense\n")
    assert sh("am get-current-user").out == "0\n"
    assert sh("am get-config").out.startswith("config: en-rUS-ldltr-sw411dp-w411dp-h914dp-")
    assert f"topActivity=ComponentInfo{{{phone.front.package}/" in sh("am stack list").out


def test_the_clipboard_is_read_and_written_by_broadcast(sh, phone):
    assert sh("am broadcast -a clipper.set -e text 'a \"b\" ü'").out.endswith(
        'result=-1, data="Text is copied into clipboard."\n'
    )
    assert phone.state.clipboard == 'a "b" ü'
    assert sh("am broadcast -a clipper.get").out.endswith('result=-1, data="a "b" ü"\n')
    assert sh("am broadcast -a some.thing").out.endswith("Broadcast completed: result=0\n")


def test_monkey_opens_an_app(sh, phone):
    assert "Events injected: 1\n" in sh(f"monkey -p {TASKS} -c android.intent.category.LAUNCHER 1").out
    assert phone.front.package == TASKS
    none = sh("monkey -p org.nobody 1")
    assert (none.code, none.out.splitlines()[-1]) == (252, "** No activities found to run, monkey aborted.")
    phone.home()
    assert sh("monkey -s 7 50").code == 0
    assert phone.ui_xml()


# -- packages --------------------------------


def test_an_app_is_installed_from_a_file_used_and_removed(sh, phone):
    phone.state.files.write("/data/local/tmp/a.apk", apk())
    assert sh("pm install -r /data/local/tmp/a.apk") == (0, "Success\n", "")
    assert "package:test.example.hello\n" in sh("pm list packages -3").out
    assert sh("pm path test.example.hello").out == "package:/data/app/test.example.hello/base.apk\n"
    assert phone.state.files.read("/data/app/test.example.hello/base.apk") == apk()
    assert sh("am start -n test.example.hello/.MainActivity").code == 0
    assert "Hi there" in phone.ui_xml()
    assert sh("pm install -R /data/local/tmp/a.apk") == (
        1,
        "Failure [INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install test.example.hello without first"
        " uninstalling.]\n",
        "",
    )
    assert sh("pm uninstall test.example.hello").out == "Success\n"
    assert "hello" not in sh("pm list packages").out
    assert sh("pm uninstall test.example.hello") == (1, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n", "")


def test_a_streamed_installation_reads_exactly_what_it_was_told(sh):
    data = apk()
    answer = sh(f"cmd package install -S {len(data)}; cat", data + b"what follows")
    assert answer.out == "Success\nwhat follows"


def test_an_installation_in_pieces(sh):
    data = apk()
    number = re.search(r"\[(\d+)\]", sh(f"pm install-create -S {len(data)}").out)[1]
    streamed = sh(f"pm install-write -S {len(data)} {number} base.apk -", data)
    assert streamed.out == f"Success: streamed {len(data)} bytes\n"
    assert sh(f"pm install-commit {number}").out == "Success\n"
    assert sh(f"pm install-commit {number}").code == 255


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"not a package", "INSTALL_PARSE_FAILED_NOT_APK"),
        (b"PK\x03\x04 torn", "INSTALL_PARSE_FAILED_NOT_APK"),
        (b"{", "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED"),
        (b"[" * 5000, "INSTALL_PARSE_FAILED_NOT_APK"),
        (apk({"package": "x"}), "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED"),
        (apk([1]), "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED"),
        (apk({**HELLO, "package": "com.android.settings"}), "INSTALL_FAILED_DUPLICATE_PACKAGE"),
    ],
)
def test_what_is_no_package_is_refused_with_androids_name_for_it(sh, data, reason):
    answer = sh(f"cmd package install -S {len(data)}", data)
    assert answer.code == 1
    assert answer.out.startswith(f"Failure [{reason}: ")
    assert answer.out.count("\n") == 1


def test_permissions_are_granted_revoked_and_refused(sh, phone):
    phone.packages.install(HELLO)
    assert sh("pm grant test.example.hello android.permission.CAMERA") == (0, "", "")
    assert "android.permission.CAMERA: granted=true" in sh("dumpsys package test.example.hello").out
    assert sh("pm revoke test.example.hello android.permission.CAMERA").code == 0
    assert "android.permission.CAMERA: granted=false" in sh("dumpsys package test.example.hello").out
    refused = sh("pm grant test.example.hello android.permission.SEND_SMS")
    assert (refused.code, "has not requested permission" in refused.err) == (255, True)
    assert "Unknown package: no.body" in sh("pm grant no.body android.permission.CAMERA").err


def test_a_disabled_app_is_listed_as_such_and_cannot_be_started(sh):
    assert sh(f"pm disable-user {TASKS}").out == f"Package {TASKS} new state: disabled-user\n"
    assert sh("pm list packages -d").out == f"package:{TASKS}\n"
    assert TASKS not in sh("pm list packages -e").out
    assert "enabled=3" in sh(f"dumpsys package {TASKS}").out
    assert sh(f"am start -n {MAIN}").code == 1
    assert sh(f"pm enable {TASKS}").out == f"Package {TASKS} new state: enabled\n"
    assert sh(f"am start -n {MAIN}").code == 0


def test_the_package_manager_resolves_intents(sh):
    brief = sh(f"cmd package resolve-activity --brief -c android.intent.category.LAUNCHER {TASKS}").out
    assert brief.splitlines()[-1] == MAIN
    assert sh("cmd package resolve-activity --brief no.body").out == "No activity found\n"


# -- settings, content, properties --------------------------------


def test_settings_answer_as_androids_do(sh):
    assert sh("settings put --user 0 system k 'a b'; settings get system k").out == "a b\n"
    assert "k=a b\n" in sh("settings list system").out
    assert sh("settings delete system k; settings get system k").out == "Deleted 1 rows\nnull\n"
    assert sh("settings get nowhere k") == (255, "", "Invalid namespace 'nowhere'\n")
    assert sh("settings frob") == (255, "", "Invalid command: frob\n")
    assert sh("settings put system k") == (255, "", "Bad arguments\n")


def test_rows_are_queried_with_sql_inserted_changed_and_deleted(sh, phone):
    uri = f"--uri content://{TASKS}/tasks"
    assert sh(f"content query {uri} --projection title --where \"done=0\" --sort 'title DESC'").out == (
        "Row: 0 title=Call Ada\nRow: 1 title=Buy milk\n"
    )
    sh(f"content insert {uri} --bind title:s:'New: one' --bind done:b:false")
    assert [task.title for task in phone.state.apps[TASKS].items][-1] == "New: one"
    sh(f"content update {uri} --where \"title='Buy milk'\" --bind title:s:'Buy tea'")
    sh(f"content delete {uri} --where \"title LIKE 'Call%'\"")
    titles = sh(f"content query {uri} --projection title").out
    assert "Buy tea" in titles
    assert "Call Ada" not in titles
    assert sh(f"content query {uri} --where \"title='nope'\"").out == "No result found.\n"


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("nope=1", "no such column"),
        ("1=1); DROP TABLE t; --", "SQLITE_ERROR"),
        ("title=load_extension('x')", "SQLITE_ERROR"),
        ("length(zeroblob(900000000)) > 0", "not authorized"),
        (
            "(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c)",
            "SQLITE_ERROR",
        ),
    ],
)
def test_sql_that_does_more_than_choose_rows_is_an_error(sh, where, says):
    answer = sh(f'content query --uri content://{TASKS}/tasks --where "{where}"')
    assert answer.out == ""
    assert answer.err.startswith(f"Error while accessing provider:{TASKS}\n")
    assert says in answer.err


def test_a_provider_that_does_not_exist_is_named(sh):
    answer = sh("content query --uri content://no.body/x")
    assert answer.err.startswith("Error while accessing provider:no.body\n")
    assert "Could not find provider: no.body" in answer.err


def test_properties_are_read_and_set_within_limits(sh):
    assert sh("getprop sys.boot_completed; getprop no.such default").out == "1\ndefault\n"
    assert "[ro.product.model]: [Crab Phone]\n" in sh("getprop").out
    assert sh("setprop debug.x 1; getprop debug.x").out == "1\n"
    assert sh("setprop ro.debuggable 1").code == 1
    assert "too long" in sh(f"setprop debug.x {'y' * 92}").err


# -- input and screen --------------------------------


@pytest.mark.parametrize("source", ["", "touchscreen ", "mouse ", "-d 0 ", "stylus -d 0 "])
def test_taps_come_from_every_source(sh, phone, form, source):
    x, y = form.spot(text="More")
    sh(f"input {source}tap {x}.5 {y}")
    assert form.sees(text="The end")


def test_a_finger_comes_down_moves_and_goes_up_in_commands_of_their_own(sh, phone):
    phone.launch(TASKS)
    sh("input motionevent DOWN 540 2395; input motionevent MOVE 540 1600")
    assert phone.front.package == TASKS
    sh("input motionevent UP 540 1200")
    assert phone.front.package == "org.crab.launcher"
    assert phone.shells.finger is None
    sh("input motionevent DOWN 540 2395; input motionevent CANCEL 540 100; input motionevent UP 540 100")
    assert phone.front.package == "org.crab.launcher"


def test_several_keys_by_name_and_number(sh, phone, form):
    sh("input keyevent KEYCODE_A 30 C 145")
    assert phone.focused_field().text == "abc1"
    sh("input keycombination CTRL_LEFT A; input keycombination 113 52")
    assert (phone.focused_field().text, phone.state.clipboard) == ("", "abc1")
    sh("input keyevent --longpress 279")
    assert phone.focused_field().text == "abc1"
    assert sh("input keyevent NOPE").code == 255
    assert (keycode("KEYCODE_WAKEUP"), keycode("66"), keycode("x-y")) == (224, 66, None)
    assert len(KEYCODES) == 289


def test_text_beyond_the_key_map_is_refused_as_a_whole(sh, phone, form):
    answer = sh("input text 'aé'")
    assert (answer.code, "NullPointerException" in answer.err) == (255, True)
    assert phone.focused_field().text == ""


def test_the_screen_is_captured_and_dumped_to_where_one_says(sh, phone):
    sh("screencap -p /sdcard/a.png; screencap /sdcard/b.png; screencap /sdcard/c")
    files = phone.state.files
    assert files.read("/sdcard/a.png") == files.read("/sdcard/b.png") == phone.png()
    assert len(files.read("/sdcard/c")) == 16 + 1080 * 2400 * 4
    assert "Error opening file: /system/x" in sh("screencap -p /system/x").err
    assert sh("uiautomator dump").out == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    assert files.read("/sdcard/window_dump.xml").decode() == phone.ui_xml()
    assert sh("uiautomator dump --compressed /dev/tty").out.startswith(phone.ui_xml(compressed=True))
    assert sh("uiautomator dump /system/x").code == 1


def test_size_density_and_rotation_are_overridden_and_reset(sh, phone):
    assert sh("wm size 720x1600; wm size; wm density 320; wm density").out == (
        "Physical size: 1080x2400\nOverride size: 720x1600\nPhysical density: 420\nOverride density: 320\n"
    )
    assert phone.pixels == (720, 1600)
    assert "cur=720x1600" in sh("dumpsys window displays").out
    sh("wm size reset; wm density reset; wm user-rotation lock 1")
    assert phone.pixels == (2400, 1080)
    assert "orientation=1" in sh("dumpsys display").out
    assert sh("wm size 1x1").code == 255
    assert sh("wm density x").code == 255


# -- services --------------------------------


def test_dumpsys_has_the_lines_that_tools_look_for(sh, phone):
    phone.launch(TASKS)
    window, activity = sh("dumpsys window").out, sh("dumpsys activity activities").out
    focus = re.search(
        r"mCurrentFocus=Window\{(?P<token>\w+) u0 (?P<package>[^/\s]+)/(?P<activity>\S+)\}", window
    )
    assert (focus["package"], focus["activity"]) == (TASKS, f"{TASKS}.TaskListActivity")
    for name in ("mResumedActivity: ", "topResumedActivity=", "ResumedActivity: "):
        assert re.search(rf"{name}ActivityRecord\{{\w+ u0 {TASKS}/\.TaskListActivity t\d+\}}", activity), name
    assert re.search(rf"mFocusedApp=ActivityRecord\{{\w+ u0 {MAIN} t\d+\}}", window)
    assert re.search(rf"ACTIVITY {MAIN} \w+ pid=\d+", sh("dumpsys activity top").out)
    assert re.search(r"mInputShown=false", sh("dumpsys input_method").out)
    assert re.search(r"mWakefulness=Awake", sh("dumpsys power").out)
    assert re.search(r"mCallState=0", sh("dumpsys telephony.registry").out)
    assert re.search(r"versionName=\S+", sh(f"dumpsys package {TASKS}").out)
    assert re.search(r"SurfaceOrientation: 0", sh("dumpsys input").out)
    assert sh("dumpsys package no.body").out == "Unable to find package: no.body\n"
    assert sh("dumpsys nope") == (0, "", "Can't find service: nope\n")
    assert "  window\n" in sh("dumpsys -l").out


def test_every_service_that_is_listed_can_be_dumped(sh):
    for name in sh("dumpsys -l").out.split()[3:]:
        answer = sh(f"dumpsys {name}")
        assert (answer.code, answer.err) == (0, ""), name


def test_the_battery_is_set_and_put_back(sh, phone):
    sh("dumpsys battery set level 15; dumpsys battery set ac 1")
    assert (phone.state.battery.level, phone.state.battery.charging) == (15, True)
    assert "  level: 15\n" in sh("dumpsys battery").out
    sh("cmd battery unplug")
    assert not phone.state.battery.charging
    sh("dumpsys battery reset")
    assert (phone.state.battery.level, phone.state.battery.charging) == (84, False)


def test_another_state_forgets_what_was_begun_in_the_one_before(sh, phone):
    start = phone.snapshot()
    sh("dumpsys battery set level 15; input motionevent DOWN 540 2395; pm install-create")
    phone.restore(start)
    sh("dumpsys battery reset; input motionevent UP 540 100")
    assert phone.state.battery.level == 84
    assert phone.shells.sessions == {}
    assert phone.front.package == "org.crab.launcher"


def test_notifications_are_told_in_full_only_when_asked(sh, phone):
    phone.notify(
        Notification(package=TASKS, tag="t", title="Due: milk", text="today", when=datetime(2026, 5, 14))
    )
    full = sh("dumpsys notification --noredact").out
    assert f"pkg={TASKS} " in full
    assert "android.title=String (Due: milk)" in full
    assert "Due: milk" not in sh("dumpsys notification").out
    assert sh("cmd notification post -t Title tag some text").code == 0
    assert phone.state.notifications[0].text == "some text"


def test_switches_of_the_system(sh, phone):
    values = phone.state.settings
    sh("svc wifi disable; svc data disable; svc bluetooth disable; cmd connectivity airplane-mode enable")
    assert [values["global"][key] for key in ("wifi_on", "mobile_data", "bluetooth_on")] == ["0", "0", "0"]
    assert values["global"]["airplane_mode_on"] == "1"
    assert "inet addr:192" not in sh("ifconfig wlan0").out
    sh("cmd uimode night yes")
    assert phone.theme.dark
    sh("media volume --stream 3 --set 9")
    assert values["system"]["volume_music"] == "9"
    sh("cmd alarm set-time 1800000000000; cmd alarm set-timezone Europe/Berlin")
    assert phone.timestamp() == 1800000000
    assert sh("date '+%Z %H'").out == "CET 09\n"
    assert sh("cmd statusbar expand-notifications; cmd statusbar collapse").code == 0
    assert sh("cmd nope") == (20, "", "cmd: Can't find service: nope\n")
    assert sh("svc nope").code == 1
    sh("svc power reboot")
    assert phone.state.properties["sys.powerctl"] == "reboot,"


def test_a_bug_report_is_a_zip_that_names_its_main_entry(sh, phone):
    assert sh("bugreportz -v") == (0, "", "1.1\n")
    lines = sh("bugreportz -p").out.splitlines()
    path = lines[-1].removeprefix("OK:")
    assert lines[0] == f"BEGIN:{path}"
    assert "PROGRESS:50/100" in lines
    with zipfile.ZipFile(io.BytesIO(phone.state.files.read(path))) as report:
        name = report.read("main_entry.txt").decode()
        text = report.read(name).decode()
    assert "------ DUMPSYS BATTERY" in text
    assert "[ro.product.model]: [Crab Phone]" in text


_ODD = f"""
-a -l -n -p -c -1 0 99999999999999999999 '' / /nope * '[' -- get list set start {TASKS} {MAIN} system --uri content://sms
é $'\\xff' tap window dump a=b 's/a/b/' --help -S install +%Y '%d' 1080x2400
"""


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_odd_arguments_never_break_a_command(run, fresh, data):
    from crab_android.phone.shell.commands import COMMANDS

    endless = {"logcat", "yes", "reboot", "sleep", "top", "tail"}
    name = data.draw(st.sampled_from(sorted(COMMANDS.keys() - endless)))
    words = data.draw(
        st.lists(
            st.sampled_from(_ODD.split()),
            max_size=4,
        )
    )
    phone = fresh()
    assert 0 <= run(phone, f"{name} {' '.join(words)}", b"in\nput\n").code <= 255
    assert phone.ui_xml()
