"""What an app declares for ``am instrument``."""

from __future__ import annotations

import asyncio

from crab_android.phone.shell.interpreter import Shell

RUNNER = "test.example.notes/.Counter"


class Heard:
    """What a command writes."""

    def __init__(self):
        self.text = ""

    async def out(self, data):
        self.text += data.decode()

    err = out


def run(phone, command):
    heard = Heard()
    code = asyncio.run(Shell(phone).run(command, heard))
    return code, heard.text


def test_it_runs_with_its_options_and_tells_its_results(phone):
    assert run(phone, f"am instrument -w -e word milk {RUNNER}") == (
        0,
        "INSTRUMENTATION_RESULT: count=1\nINSTRUMENTATION_CODE: -1\n",
    )


def test_the_class_may_be_named_in_full(phone):
    assert (
        "count=0" in run(phone, "am instrument -w -e word x test.example.notes/test.example.notes.Counter")[1]
    )


def test_one_that_fails_is_told_as_a_crash(phone):
    told = run(phone, f"am instrument -w {RUNNER}")[1]
    assert "INSTRUMENTATION_RESULT: longMsg=say which word" in told
    assert "INSTRUMENTATION_CODE: 0" in told


def test_one_that_nobody_declares_fails(phone):
    code, told = run(phone, "am instrument -w test.example.notes/.Nothing")
    assert code == 1
    assert "INSTRUMENTATION_FAILED: test.example.notes/.Nothing" in told


def test_they_are_listed(phone):
    assert (
        run(phone, "pm list instrumentation")[1] == f"instrumentation:{RUNNER} (target=test.example.notes)\n"
    )
