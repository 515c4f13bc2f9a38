"""The shell's language, as mksh understands it."""

from __future__ import annotations

import asyncio
import shlex
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_android.phone import Phone
from crab_android.phone.shell.arithmetic import ExpressionError, evaluate, wrap
from crab_android.phone.shell.interpreter import Shell
from crab_android.phone.shell.parser import ShellSyntaxError, parse
from crab_android.phone.shell.patterns import glob


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done", "1\n3\n"),
        ("for i in a b; do for j in 1 2; do echo $i$j; break 2; done; done", "a1\n"),
        ("set -- x 'y z'; for a; do echo \"<$a>\"; done", "<x>\n<y z>\n"),
        ("i=0; while [ $i -lt 3 ]; do i=$((i + 1)); done; echo $i", "3\n"),
        ("i=0; until ((i >= 2)); do ((i++)); done; echo $i", "2\n"),
        ("if false; then echo a; elif true; then echo b; else echo c; fi", "b\n"),
        ("case a.txt in *.md | *.rst) echo doc ;; *.txt) echo text ;; *) echo other ;; esac", "text\n"),
        ("case x in x) echo 1 ;& y) echo 2 ;; z) echo 3 ;; esac", "1\n2\n"),
        ("f() { echo \"$# $1\"; return 3; }; f 'a b' c; echo $?", "2 a b\n3\n"),
        ("f() { local x=in; x=$x; }; x=out; f; echo $x", "out\n"),
        ("function g { echo g; }; g", "g\n"),
        ("x=1; (x=2; echo $x); echo $x; { x=3; }; echo $x", "2\n1\n3\n"),
        ("(exit 4); echo $?; ! true; echo $?", "4\n1\n"),
        ("echo ${x:-a b} ${x-c} ${x:=d} $x ${x:+e} ${#x}", "a b c d d e 1\n"),
        ("p=/a/b/c.tar.gz; echo ${p##*/} ${p%/*} ${p%%.*} ${p#*/} ${p/b/X} ${p//[abc]/-}", None),
        ("s=abcdef; echo ${s:2} ${s:1:3} ${s: -2}", "cdef bcd ef\n"),
        ("echo $((2 + 3 * 4)) $(( (2 + 3) * 4 )) $((7 / 2)) $((-7 % 3)) $((1 << 4)) $((0x10))", None),
        ("echo $((2147483647 + 1))", "-2147483648\n"),
        ("x=5; echo $((x++ + ++x)) $x $((x > 6 ? 1 : 0))", "12 7 1\n"),
        ("[[ abc == a* && ! -f /nope ]] && echo yes; [[ abc == 'a*' ]] || echo no", "yes\nno\n"),
        ("[ -d /sdcard -a ! -e /nope ] && test 3 -ge 2 && echo ok", "ok\n"),
        ("cat <<EOF\na $((1 + 1)) $HOME\nEOF", "a 2 /\n"),
        ("cat <<'EOF'\na $HOME\nEOF", "a $HOME\n"),
        ("cat <<-E\n\ttab\n\tE\ncat <<< 'a  b'", "tab\na  b\n"),
        ("echo {a,b}{1,2} x{y}z {a,'b c'}", "a1 a2 b1 b2 x{y}z a b c\n"),
        ('echo ~ ~/x "~"', "/ /x ~\n"),
        ("echo $'a\\tb' | cat", "a\tb\n"),
        ('IFS=:; x=a:b::c; set -- $x; echo $#; echo "$*"', "4\na:b::c\n"),
        ("set -- 'a b' c; printf '<%s>' \"$@\"; printf '<%s>' $*; echo", "<a b><c><a><b><c>\n"),
        ('echo a | { read x; echo "got $x"; }; echo \'p q r\' | (read x y; echo "$y")', "got a\nq r\n"),
        ("printf 'a b\\nc\\n' | while read -r x y; do echo \"$y|$x\"; done", "b|a\n|c\n"),
        ("set -e; false || true; if false; then :; fi; echo on; false; echo off", "on\n"),
        ("x=$(echo a; exit 3); echo $? $x", "3 a\n"),
        ("export A=1; B=2; sh -c 'echo $A-$B'; C=3 sh -c 'echo $C'; echo \"[$C]\"", "1-\n3\n[]\n"),
        ("eval 'x=1; echo $x'; trap 'echo bye' EXIT; echo hi", "1\nhi\nbye\n"),
        ("echo 'echo $1-$#' > /data/local/tmp/s; sh /data/local/tmp/s a b; . /data/local/tmp/s", "a-2\n-0\n"),
        ("exec echo gone; echo never", "gone\n"),
        ("exec > /sdcard/log; echo hidden; exec 2>&1", ""),
        ('while getopts ab:c o -a -b val -c; do echo "$o$OPTARG"; done', "a\nbval\nc\n"),
        ("echo one; echo two >&2 2>/dev/null; { echo a; echo b >&2; } 2>&1 | tr a-z A-Z", "one\nA\nB\n"),
        ('sleep 0 & wait; echo done; [ -n "$!" ] && echo pid', "done\npid\n"),
        ("cd /sdcard/DCIM && cd .. && pwd && cd - && pwd", "/sdcard\n/sdcard/DCIM\n/sdcard/DCIM\n"),
        ("touch '/sdcard/a b'; cd /sdcard; for f in a*; do echo \"$f\"; done; echo '*'a no*thing", None),
        ("command -v cd ls nothing; type cd | head -n 1", "cd\n/system/bin/ls\ncd is a shell builtin\n"),
        ("if true; then echo a; fi > /sdcard/f; cat /sdcard/f; time true 2>/dev/null", "a\n"),
    ],
)
def test_programs_mean_what_they_mean_on_android(sh, text, out):
    expected = out if out is not None else EXPECTED[text]
    assert sh(text).out == expected


EXPECTED = {
    "p=/a/b/c.tar.gz; echo ${p##*/} ${p%/*} ${p%%.*} ${p#*/} ${p/b/X} ${p//[abc]/-}": (
        "c.tar.gz /a/b /a/b/c a/b/c.tar.gz /a/X/c.tar.gz /-/-/-.t-r.gz\n"
    ),
    "echo $((2 + 3 * 4)) $(( (2 + 3) * 4 )) $((7 / 2)) $((-7 % 3)) $((1 << 4)) $((0x10))": "14 20 3 -1 16 16\n",
    "touch '/sdcard/a b'; cd /sdcard; for f in a*; do echo \"$f\"; done; echo '*'a no*thing": "a b\n*a no*thing\n",
}


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
    start = time.perf_counter()
    answer = sh(text)
    assert time.perf_counter() - start < 15
    assert answer.code != 0 or not answer.err or "limit" in answer.err or "nested" in answer.err
    assert phone.ui_xml()


def test_a_cancelled_program_ends_at_once(phone, collected):
    async def cancelled() -> float:
        task = asyncio.ensure_future(Shell(phone).run("sleep 60 | cat; echo never", collected()))
        await asyncio.sleep(0.05)
        start = time.perf_counter()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return time.perf_counter() - start

    assert asyncio.run(cancelled()) < 0.5
    assert phone.shells.processes.running == {}


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40))
def test_quoted_text_arrives_unchanged_through_every_kind_of_quoting(run, text):
    phone = Phone({"tasks": []})
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


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "if",
                "then",
                "fi",
                "for",
                "in",
                "do",
                "done",
                "while",
                "case",
                "esac",
                "(",
                ")",
                "{",
                "}",
                "$(",
                "`",
            ]
            + [
                "a",
                "x=1",
                ";",
                "&",
                "|",
                "&&",
                ";;",
                "\n",
                "<<E",
                "E",
                ">",
                "$((",
                "))",
                "[[",
                "]]",
                "'",
                '"',
                "!",
            ]
        ),
        max_size=14,
    )
)
def test_any_words_are_a_program_or_a_syntax_error(words):
    text = " ".join(words)
    try:
        parse(text)
    except ShellSyntaxError as error:
        assert str(error)
