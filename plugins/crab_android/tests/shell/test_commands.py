"""The phone's shell: quoting, lists, pipes, redirections, exit codes, commands."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_android.phone import Phone
from crab_android.phone.shell.interpreter import Shell
from crab_android.phone.shell.parser import ShellSyntaxError, parse


class Collected:
    def __init__(self) -> None:
        self.stdout = b""
        self.stderr = b""

    async def out(self, data: bytes) -> None:
        self.stdout += data

    async def err(self, data: bytes) -> None:
        self.stderr += data


def run(phone: Phone, text: str, data: bytes = b"") -> tuple[int, str, str]:
    output = Collected()
    code = asyncio.run(Shell(phone).run(text, output, data))
    return code, output.stdout.decode("utf-8", "replace"), output.stderr.decode("utf-8", "replace")


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("echo a  b", "a b\n"),
        ("echo 'a  b' \"c  d\"", "a  b c  d\n"),
        ("echo a\\ b \\$HOME '$HOME'", "a b $HOME $HOME\n"),
        ('X=1; echo "$X" ${X}2 "${Y:-none}"', "1 12 none\n"),
        ("echo $(echo in $(echo ner)) `echo back`", "in ner back\n"),
        ("false || echo no && echo yes", "no\nyes\n"),
        ("true && echo a; false && echo b; echo $?", "a\n1\n"),
        ("echo one | cat | wc -c", "4\n"),
        ("printf 'b\\na\\n' | sort | head -n 1", "a\n"),
        ("(cd /sdcard; pwd); pwd", "/sdcard\n/\n"),
        ("sh -c 'cd /sdcard; pwd'; pwd", "/sdcard\n/\n"),
        ("! false; echo $?", "0\n"),
        ("echo a # not this", "a\n"),
        ("echo a#b", "a#b\n"),
        ("echo ''", "\n"),
        ('for_each=1; echo "a\nb"', "a\nb\n"),
        ("cd /sdcard; echo D*", "DCIM Documents Download\n"),
        ("echo '*' nothing*", "* nothing*\n"),
        ("echo 1 &&\necho 2", "1\n2\n"),
        ("getprop ro.product.model", "Crab Phone\n"),
        ("date '+%Y-%m-%d %H:%M'", "2026-05-14 10:24\n"),
        ("wm size; wm density", "Physical size: 1080x2400\nPhysical density: 420\n"),
        ("pm path org.crab.tasks", "package:/system/app/Tasks/Tasks.apk\n"),
        ("test -d /sdcard && [ a = a ] && echo ok", "ok\n"),
        ("echo hello | md5sum", "b1946ac92492d2347c6235b4d2611184  -\n"),
    ],
)
def test_programs_print_what_androids_shell_prints(phone, text, out):
    code, stdout, stderr = run(phone, text)
    assert (stdout, stderr) == (out, "")
    assert code == 0


@pytest.mark.parametrize(
    ("text", "code", "err"),
    [
        ("foo", 127, "/system/bin/sh: foo: inaccessible or not found\n"),
        ("exit 7", 7, ""),
        ("false", 1, ""),
        ("cat /nowhere", 1, "cat: /nowhere: No such file or directory\n"),
        ("ls /nowhere", 1, "ls: /nowhere: No such file or directory\n"),
        ("rm /sdcard", 1, "rm: /sdcard: is a directory\n"),
        ("mkdir /sdcard", 1, "mkdir: '/sdcard': File exists\n"),
        ("setprop ro.x 1", 1, "setprop: failed to set property 'ro.x' to '1'\n"),
        ("echo x > /no/where", 1, "/system/bin/sh: can't create /no/where: No such file or directory\n"),
        ("cat < /nowhere", 1, "/system/bin/sh: can't open /nowhere: No such file or directory\n"),
    ],
)
def test_what_fails_says_so_as_android_does(phone, text, code, err):
    assert run(phone, text) == (code, "", err)


@pytest.mark.parametrize(
    "text", ["echo 'a", "a &&& b", "| a", "a |", "echo $(", "echo )", "( echo", "a ;; b", ">"]
)
def test_what_is_no_program_is_a_syntax_error(phone, text):
    code, stdout, stderr = run(phone, text)
    assert code == 1
    assert stdout == ""
    assert stderr.startswith("/system/bin/sh: syntax error")


def test_redirections_write_append_and_keep_errors_apart(phone):
    run(phone, "echo one > /sdcard/a; echo two >> /sdcard/a; nope 2> /sdcard/e; ls /none > /sdcard/b 2>&1")
    files = phone.state.files
    assert files.read("/sdcard/a") == b"one\ntwo\n"
    assert b"inaccessible" in files.read("/sdcard/e")
    assert b"No such file" in files.read("/sdcard/b")
    assert run(phone, "nope > /dev/null 2>&1; echo $?")[1:] == ("127\n", "")
    assert run(phone, "cat < /sdcard/a")[1] == "one\ntwo\n"


def test_standard_input_reaches_the_first_command_of_a_pipe(phone):
    assert run(phone, "cat | grep -c o", b"one\ntwo\nsix\n")[1] == "2\n"


def test_files_are_made_listed_copied_moved_and_removed(phone):
    code, out, err = run(
        phone,
        "cd /data/local/tmp && mkdir -p a/b && echo x > a/b/c && cp a/b/c a/d && mv a/d e && ls && cat e "
        "&& rm -r a && ls && rm -f missing",
    )
    assert (code, out, err) == (0, "a\ne\nx\ne\n", "")


def test_settings_are_read_written_listed_and_deleted(phone):
    assert run(phone, "settings get global device_name")[1] == "Crab Phone\n"
    run(phone, "settings put global device_name 'Two words'")
    assert "device_name=Two words\n" in run(phone, "settings list global")[1]
    assert run(phone, "settings delete global device_name")[1] == "Deleted 1 rows\n"
    assert run(phone, "settings get global device_name")[1] == "null\n"
    assert run(phone, "settings get nowhere x")[0] == 255


def test_am_starts_stops_and_explains_what_it_cannot_start(phone):
    code, out, _ = run(phone, "am start -W -n org.crab.tasks/.TaskListActivity")
    assert code == 0
    assert out.startswith("Starting: Intent { cmp=org.crab.tasks/.TaskListActivity }\n")
    assert phone.front.package == "org.crab.tasks"
    run(phone, "am start -a android.settings.DISPLAY_SETTINGS")
    assert phone.activity.screen == "display"
    code, _, err = run(phone, "am start -n org.crab.tasks/.Nothing")
    assert code == 1
    assert "does not exist" in err
    run(phone, "am force-stop com.android.settings")
    assert phone.front.package == "org.crab.launcher"
    run(phone, "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -p org.crab.tasks")
    assert phone.front.package == "org.crab.tasks"
    run(phone, "am start -a android.intent.action.MAIN -c android.intent.category.HOME")
    assert phone.front.package == "org.crab.launcher"


def test_input_text_types_ascii_and_reads_percent_s_as_a_blank(phone, form):
    run(phone, "input text 'a%sb \"c\" '")
    assert phone.focused_field().text == 'a b "c" '


def test_the_adb_keyboard_types_any_script_but_only_when_it_is_chosen(phone, form):
    broadcast = "am broadcast -a ADB_INPUT_B64 --es msg 5LiW55WM"
    run(phone, broadcast)
    assert phone.focused_field().text == ""
    run(phone, f"ime set com.android.adbkeyboard/.AdbIME; {broadcast}")
    assert phone.focused_field().text == "世界"
    run(phone, "am broadcast -a ADB_CLEAR_TEXT")
    assert phone.focused_field().text == ""


def test_pm_clear_empties_an_app(phone):
    assert run(phone, "pm clear org.crab.tasks")[1] == "Success\n"
    assert phone.state.apps["org.crab.tasks"].items == []
    assert run(phone, "pm clear org.nobody") == (1, "Failed\n", "")


def test_dumpsys_tells_what_is_in_front(phone):
    phone.launch("org.crab.tasks")
    assert "mCurrentFocus=Window{" in run(phone, "dumpsys window")[1]
    assert (
        "org.crab.tasks/org.crab.tasks.TaskListActivity}"
        in run(phone, "dumpsys window | grep mCurrentFocus")[1]
    )
    assert "org.crab.tasks/.TaskListActivity" in run(phone, "dumpsys activity activities | grep mResumed")[1]
    assert "level: 84" in run(phone, "dumpsys battery")[1]
    assert "Can't find service: nope" in run(phone, "dumpsys nope")[2]


def test_content_query_reads_the_rows_of_an_app(phone):
    out = run(phone, "content query --uri content://org.crab.tasks/tasks --projection title:done")[1]
    assert (
        out == "Row: 0 title=Pay rent, done=1\nRow: 1 title=Buy milk, done=0\nRow: 2 title=Call Ada, done=0\n"
    )


def test_input_says_how_it_is_used(phone):
    for wrong in (
        "input",
        "input tap 1",
        "input swipe 1 2 3",
        "input tap a b",
        "input jump",
        "input keyevent NOPE",
    ):
        code, _, err = run(phone, wrong)
        assert code == 255, wrong
        assert "Usage: input" in err


def test_key_events_take_names_and_numbers(phone):
    phone.launch("org.crab.tasks")
    run(phone, "input keyevent KEYCODE_HOME")
    assert phone.front.package == "org.crab.launcher"
    phone.launch("org.crab.tasks")
    run(phone, "input keyevent 4")
    assert phone.front.package == "org.crab.launcher"


def test_a_shell_that_calls_itself_for_ever_ends(phone):
    run(phone, "echo 'sh /sdcard/loop' > /sdcard/loop")
    code, _, err = run(phone, "sh /sdcard/loop")
    assert code != 0
    assert "too deeply nested" in err


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("ab $'\"\\;|&<>(){}#`\n=*?!1"), max_size=30))
def test_any_text_is_a_program_or_a_syntax_error(text):
    try:
        parse(text)
    except ShellSyntaxError as error:
        assert str(error)


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40))
def test_what_shlex_quotes_arrives_unchanged(fresh, text):
    import shlex

    output = Collected()
    asyncio.run(Shell(fresh()).run(f"printf %s {shlex.quote(text)}", output))
    assert output.stdout.decode() == text


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("echo ls cat $?'\"\\;|&<>()~sdcard/`\n=*"), max_size=40))
def test_no_program_breaks_the_phone(fresh, text):
    phone = fresh()
    run(phone, text)
    assert phone.ui_xml()
