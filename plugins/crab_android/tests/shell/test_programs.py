"""The programs that scripts use: files, texts, digests, times, processes."""

from __future__ import annotations

import hashlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_android.phone import Phone
from crab_android.phone.shell.commands import COMMANDS
from crab_android.phone.shell.commands.builtins import BUILTINS, PROGRAMS_TOO
from crab_android.phone.shell.regex import RegexError, compile_regex
from crab_android.phone.system.folders import BINARIES

from .transcripts import read_transcript

TEXT = b"pear 3\napple 10\nfig 2\napple 10\n"


@pytest.fixture(autouse=True)
def text_file(phone: Phone) -> None:
    phone.state.files.write("/sdcard/t", TEXT, mtime=phone.timestamp())


@pytest.mark.parametrize(("text", "out"), read_transcript("programs.txt"))
def test_programs_write_what_toybox_writes(sh, text, out):
    assert sh(f"cd /sdcard; {text}").out == out


def test_ls_shows_what_is_asked_for(sh, phone):
    sh("mkdir /sdcard/Own; cd /sdcard/Own; echo 12345 > b; echo > .h; mkdir d; touch -d @100 a")
    assert sh("ls /sdcard/Own").out == "a\nb\nd\n"
    assert sh("ls -a /sdcard/Own").out == ".\n..\n.h\na\nb\nd\n"
    assert sh("ls -t /sdcard/Own").out.split()[-1] == "a"
    assert sh("ls -Sr /sdcard/Own").out.split()[0] == "a"
    assert sh("ls -R /sdcard/Own").out == "/sdcard/Own:\na\nb\nd\n\n/sdcard/Own/d:\n"
    assert sh("ls -dp /sdcard/Own /sdcard/t").out == "/sdcard/Own/\n/sdcard/t\n"
    line = sh("ls -l /sdcard/Own/b").out
    assert line == "-rw-rw---- 1 u0_a190 media_rw 6 2026-05-14 10:24 /sdcard/Own/b\n"
    assert sh("ls -lh /dev/null").out.startswith("crw-rw-rw- 1 root root 1,   3 ")
    assert sh("ls /nope /sdcard/t") == (1, "/sdcard/t\n", "ls: /nope: No such file or directory\n")


@pytest.mark.parametrize(
    ("text", "err"),
    [
        ("echo x > /system/x", "/system/bin/sh: can't create /system/x: Read-only file system\n"),
        ("echo x > /data/x", "/system/bin/sh: can't create /data/x: Permission denied\n"),
        ("ls /data/data", "ls: /data/data: Permission denied\n"),
        ("cat /data/data/x/y", "cat: /data/data/x/y: Permission denied\n"),
        ("rm -r /system", "rm: /system: Read-only file system\n"),
        ("mkdir /x", "mkdir: '/x': Read-only file system\n"),
        ("ls --nonsense", "ls: Unknown option 'nonsense' (see \"ls --help\")\n"),
        ("mkdir", 'mkdir: Needs 1 argument (see "mkdir --help")\n'),
        ("cp a", 'cp: Needs 2 arguments (see "cp --help")\n'),
        ("head -n x /sdcard/t", "head: not a number 'x'\n"),
        ("grep '[a' /sdcard/t", "grep: bad REGEX '[a': Unmatched [, [^, [:, [., or [=\n"),
        ("date -s 2020-01-01", "date: cannot set date: Operation not permitted\n"),
        ("ping -c 1 8.8.8.8", "connect: Network is unreachable\n"),
        ("ping example.test", "ping: unknown host example.test\n"),
        ("setprop ro.x 1", "setprop: failed to set property 'ro.x' to '1'\n"),
        ("sleep x", "sleep: Not a number 'x'\n"),
        ("cp -r /sdcard /sdcard/Music/x", "cp: /sdcard: Invalid argument\n"),
    ],
)
def test_what_is_refused_is_refused_in_androids_words(sh, text, err):
    answer = sh(text)
    assert (answer.out, answer.err) == ("", err)
    assert answer.code != 0


def test_the_superuser_may_do_what_the_shell_may_not(sh, phone):
    phone.state.properties["service.adb.root"] = "1"
    answer = sh(
        "whoami; echo x > /data/x; cat /data/x; date -s '2027-01-02 03:04'; ls /data/data > /dev/null"
    )
    assert answer.out.split("\n")[0:2] == ["root", "x"]
    assert (phone.now().year, phone.now().hour) == (2027, 3)
    assert answer.code == 0


def test_nothing_of_the_host_is_seen(sh, monkeypatch, tmp_path):
    monkeypatch.setenv("CRAB_SECRET", "host-secret")
    (tmp_path / "host-file").write_text("host-secret")
    answer = sh(
        f"env; set; cat {tmp_path}/host-file; ls {tmp_path}; cat /proc/self/environ; cat /etc/passwd; id;"
        " cat /proc/version /proc/cpuinfo; echo ~root; pwd; ps -A; date; echo $CRAB_SECRET"
    )
    assert "host-secret" not in answer.out + answer.err
    assert str(time.gmtime().tm_year - 1) not in answer.out.replace("2026", "")


def test_the_folder_of_programs_lists_exactly_what_can_be_run(sh):
    programs = {name for name in COMMANDS if name not in BUILTINS or name in PROGRAMS_TOO}
    assert set(BINARIES) == programs
    assert set(sh("ls /system/bin").out.split()) == programs
    assert sh("/system/bin/echo a; /bin/echo b").out == "a\nb\n"


def test_processes_are_listed_and_signalled_across_shells(sh, phone):
    phone.launch("org.crab.tasks")
    pid = sh("pidof org.crab.tasks").out.strip()
    assert pid.isdigit()
    assert f" {pid} " in sh("ps -A | grep org.crab.tasks").out
    assert sh("ps -o PID,NAME -p " + pid).out.split() == ["PID", "NAME", pid, "org.crab.tasks"]
    assert sh("sleep 30 & kill $!; wait $!; echo $?").out == "143\n"
    assert sh("sleep 30 & pkill -INT sleep; wait; echo ended").out == "ended\n"
    assert sh("top -n 1 -b | grep -c system_server").out == "1\n"


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_pass_through_files_pipes_and_encodings(run, fresh, data):
    phone = fresh()
    phone.state.files.write("/sdcard/in", data)
    run(phone, "cat /sdcard/in | tee /sdcard/a | gzip | gunzip > /sdcard/b; base64 a 2>/dev/null")
    run(phone, "base64 /sdcard/in | base64 -d > /sdcard/c; xxd -p /sdcard/in | xxd -r -p > /sdcard/d")
    files = phone.state.files
    assert [files.read(f"/sdcard/{name}") for name in "abcd"] == [data] * 4
    assert run(phone, "sha256sum < /sdcard/in").out == hashlib.sha256(data).hexdigest() + "  -\n"


@settings(max_examples=300, deadline=None)
@given(
    st.text(st.sampled_from("ab.*+?()[]^$|{}\\1,2-"), max_size=10),
    st.text(st.sampled_from("ab-\n"), max_size=12),
)
def test_any_regular_expression_matches_or_is_an_error(pattern, text):
    for extended in (True, False):
        try:
            found = compile_regex(pattern, extended=extended).search(text)
        except RegexError as error:
            assert str(error)
        else:
            assert found is None or 0 <= found.start() <= found.end() <= len(text)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(a*)*b", "a*a*a*a*a*a*a*b", "(a|a|b)*c"])
def test_expressions_that_could_take_for_ever_do_not(sh, phone, pattern):
    phone.state.files.write("/sdcard/as", b"a" * 500 + b"!\n")
    start = time.process_time()
    assert sh(f"grep -E '{pattern}' /sdcard/as").code == 1
    assert time.process_time() - start < 5
    assert sh("echo aab | grep -oE '(a+)+b'").out == "aab\n"
