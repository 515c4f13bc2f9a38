"""The shell's language, as mksh understands it."""

from __future__ import annotations

import asyncio
import shlex
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_android.phone.shell.arithmetic import ExpressionError, evaluate, wrap
from crab_android.phone.shell.interpreter import Shell
from crab_android.phone.shell.parser import ShellSyntaxError, parse
from crab_android.phone.shell.patterns import glob

from .transcripts import read_transcript


@pytest.mark.parametrize(("text", "out"), read_transcript("language.txt"))
def test_programs_mean_what_they_mean_on_android(sh, text, out):
    assert sh(text).out == out


@pytest.mark.parametrize(
    ("text", "code", "err"),
    [
        ("echo ${x:?gone}; echo never", 1, "/system/bin/sh: x: gone\n"),
        ("set -u; echo $nope", 1, "/system/bin/sh: nope: parameter not set\n"),
        ("echo $((1 / 0))", 1, "/system/bin/sh: 1 / 0: zero divisor\n"),
        ("[ a -eq b c ]", 2, "/system/bin/sh: [: c: unexpected operator/operand\n"),
        ("/sdcard/x", 127, "/system/bin/sh: /sdcard/x: inaccessible or not found\n"),
        ("echo hi > /data/local/tmp/x; /data/local/tmp/x", 126, None),
        ("cd /nope", 2, "/system/bin/sh: cd: /nope: No such file or directory\n"),
        ("sh -c nope", 127, "sh: nope: inaccessible or not found\n"),
        ("for i in; do echo x; done; kill -9 1", 1, "/system/bin/sh: kill: 1: Operation not permitted\n"),
    ],
)
def test_errors_are_mkshs_own(sh, text, code, err):
    answer = sh(text)
    assert answer.code == code
    assert answer.out == ""
    assert answer.err == err if err is not None else "can't execute: Permission denied" in answer.err


@pytest.mark.parametrize(
    "text",
    [
        "while true; do :; done",
        "until false; do x=$((x+1)); done",
        "f() { f | f & }; f",
        ":(){ :|:& };:",
        "f() { f; }; f",
        "yes > /sdcard/full",
        "cat /dev/zero > /dev/null",
        "x=a; while true; do x=$x$x; [ ${#x} -gt 100000 ] && x=a; done",
        "echo 'sh /sdcard/loop' > /sdcard/loop; sh /sdcard/loop",
        'eval \'eval "$x"\'; x=\'eval "$x"\'; eval "$x"',
        "seq 1 1000000000 > /dev/null",
        "grep -E '(a*)*b' /sdcard/as; sed -n ':a;ba' /sdcard/as",
    ],
)
def test_hostile_programs_end(sh, phone, text):
    phone.state.files.write("/sdcard/as", b"a" * 3000)
    start = time.process_time()
    answer = sh(text)
    assert time.process_time() - start < 15
    assert answer.code != 0 or not answer.err or "limit" in answer.err or "nested" in answer.err
    assert phone.ui_xml()


def test_a_cancelled_program_ends_at_once(phone, collected):
    async def cancelled() -> float:
        task = asyncio.ensure_future(Shell(phone).run("sleep 60 | cat; echo never", collected()))
        async with asyncio.timeout(60):
            while not phone.shells.processes.running:
                await asyncio.sleep(0)
        start = time.perf_counter()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return time.perf_counter() - start

    assert asyncio.run(cancelled()) < 30
    assert phone.shells.processes.running == {}


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40))
def test_quoted_text_arrives_unchanged_through_every_kind_of_quoting(run, fresh, text):
    phone = fresh()
    single = shlex.quote(text)
    double = '"' + "".join("\\" + char if char in '"\\$`' else char for char in text) + '"'
    for quoted in (single, double, f"$(printf %s {single}; echo .)"):
        program = f'x={quoted}; printf %s "$x"'
        expected = text + "." if quoted.startswith("$(") else text
        assert run(phone, program).out == expected
    assert run(phone, f"cat <<'END-OF-IT'\n{text}\nEND-OF-IT").out == text + "\n"
    assert run(phone, f"sh -c {shlex.quote('printf %s ' + single)}").out == text


_NUMBERS = st.integers(-(2**31), 2**31 - 1)


@settings(max_examples=200, deadline=None)
@given(_NUMBERS, _NUMBERS, st.sampled_from(["+", "-", "*", "&", "|", "^", "<", "<=", "==", "!="]))
def test_arithmetic_is_that_of_32_bits(a, b, sign):
    expected = wrap(int(eval(f"({a}) {sign} ({b})")))
    assert evaluate(f"({a}) {sign} ({b})", {}) == expected


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("x1+-*/%()<>=!&|^~?:, 0"), max_size=20))
def test_any_expression_has_a_value_or_an_error(text):
    try:
        assert -(2**31) <= evaluate(text, {"x": "3"}) < 2**31
    except ExpressionError as error:
        assert str(error)


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab*?[]!-"), max_size=8), st.text(st.sampled_from("ab"), max_size=8))
def test_patterns_match_in_one_way_however_they_are_asked(pattern, text):
    compiled = glob(pattern)
    lengths = compiled.prefixes(text)
    assert lengths == [n for n in range(len(text) + 1) if compiled.matches(text[:n])]
    assert compiled.suffixes(text) == [
        n for n in range(len(text) + 1) if compiled.matches(text[len(text) - n :])
    ]


_WORDS = r"""
if then fi for in do done while case esac ( ) { } $( ` a x=1 ; & | && ;; <<E E > $(( )) [[ ]] ' " !
"""


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(_WORDS.split()),
        max_size=14,
    )
)
def test_any_words_are_a_program_or_a_syntax_error(words):
    text = " ".join(words)
    try:
        parse(text)
    except ShellSyntaxError as error:
        assert str(error)
