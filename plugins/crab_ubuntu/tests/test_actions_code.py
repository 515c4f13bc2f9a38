"""Shell commands and Python snippets, run by a launcher that starts real programs."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from crab_core import InvalidAction, Problem
from crab_ubuntu.desktop.kernel import Programs, Ran
from crab_ubuntu.desktop.launcher import DirectLauncher

Python = Callable[..., Ran]


@pytest.fixture
def programs() -> Iterator[Programs]:
    made = Programs(DirectLauncher())
    yield made
    made.close()


@pytest.fixture
def python(programs: Programs) -> Python:
    def run(code: str, seconds: float = 20.0) -> Ran:
        return programs.python(code, seconds, {"click": ["x", "y"]}, act)

    def act(name: str, arguments: Mapping[str, Any]) -> Any:
        if name != "click":
            raise InvalidAction("There is no such action.", [Problem("name", "unknown action")])
        return [name, dict(arguments)]

    return run


def gone(pid: int) -> bool:
    """Whether a process ends soon."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return True
        except OSError:
            return True
    return False


def test_output_errors_and_status_of_a_command_are_kept_apart(programs: Programs) -> None:
    ran = programs.shell("echo out; echo err >&2; exit 3", 20)
    assert ran == Ran("out\n", "err\n", 3)


def test_a_command_that_reads_finds_nothing(programs: Programs) -> None:
    assert programs.shell("cat; echo done", 20).stdout == "done\n"


def test_what_a_command_leaves_in_the_background_is_not_waited_for_and_may_go_on_writing(
    programs: Programs, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    mark.touch()
    # Writes more than a pipe holds, so it stands still for ever if nobody reads.
    script = (
        f"(while test -e {mark}; do :; done; head -c 300000 /dev/zero; touch {tmp_path}/end) & echo started"
    )
    assert programs.shell(script, 20).stdout == "started\n"
    mark.unlink()
    deadline = time.monotonic() + 60
    while not (tmp_path / "end").exists():
        assert time.monotonic() < deadline


def test_a_command_that_takes_too_long_is_ended_with_its_children(programs: Programs) -> None:
    ran = programs.shell("echo before; sleep 1000 & echo $!; sleep 1000", 0.5)
    assert ran.status == -signal.SIGTERM
    assert ran.note is not None
    assert "0.5 seconds" in ran.note
    assert gone(int(ran.stdout.split()[1]))


def test_a_command_that_ignores_the_polite_signal_is_killed(programs: Programs) -> None:
    assert programs.shell("trap '' TERM; while :; do :; done", 0.3).status == -signal.SIGKILL


def test_much_output_is_cut_in_the_middle_and_says_so(programs: Programs) -> None:
    ran = programs.shell("echo begin; head -c 50000000 /dev/zero | tr '\\0' x; echo end", 40)
    assert ran.stdout.startswith("begin\nxxx")
    assert ran.stdout.endswith("xxxend\n")
    assert "bytes are left out here" in ran.stdout
    assert len(ran.stdout) < 20_000


def test_output_that_is_no_text_is_told_all_the_same(programs: Programs) -> None:
    assert programs.shell("printf 'a\\377b'", 20).stdout == "a\ufffdb"


def test_variables_are_kept_and_the_last_expression_is_the_result(python: Python) -> None:
    assert python("import sys\nx = 20") == Ran("", "")
    ran = python("print('out'); print('err', file=sys.stderr)\nx += 1\nx * 2")
    assert ran == Ran("out\n", "err\n", result="42")
    assert python("_").result == "42"


def test_what_a_child_of_the_snippet_writes_is_its_output(python: Python) -> None:
    assert python("import os\nos.system('echo child; echo wrong >&2')") == Ran(
        "child\n", "wrong\n", result="0"
    )


def test_an_error_is_told_from_the_snippet_on_and_keeps_variables(python: Python) -> None:
    python("x = 1")
    ran = python("def f():\n    return 1 / 0\nf()")
    assert ran.error is not None
    assert ran.error.splitlines()[1:3] == ['  File "<snippet 2>", line 3, in <module>', "    f()"]
    assert ran.error.endswith("ZeroDivisionError: division by zero")
    assert "SyntaxError" in (python("1 +").error or "")
    assert (python("import sys; sys.exit(3)").error or "").endswith("SystemExit: 3")
    assert python("x").result == "1"


def test_a_snippet_that_takes_too_long_is_interrupted_and_keeps_variables(python: Python) -> None:
    python("x = 7")
    ran = python("print('on', flush=True)\nwhile True: pass", 0.5)
    assert ran.stdout == "on\n"
    assert ran.error is not None
    assert ran.error.endswith("KeyboardInterrupt")
    assert ran.note is not None
    assert "kept" in ran.note
    assert python("x").result == "7"


def test_the_interrupt_reaches_what_the_snippet_waits_for(python: Python) -> None:
    ran = python("import os\nos.system('echo $$; exec sleep 1000')", 0.5)
    assert gone(int(ran.stdout))
    assert python("1").result == "1"


def test_a_snippet_that_cannot_be_interrupted_is_killed_and_the_loss_is_told(python: Python) -> None:
    python("x = 7")
    ran = python("import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass", 0.5)
    assert ran.note is not None
    assert "variables are lost" in ran.note
    assert ran.status == -signal.SIGKILL
    assert (python("x").error or "").endswith("NameError: name 'x' is not defined")


def test_a_process_that_ends_itself_is_told_and_replaced(python: Python) -> None:
    ran = python("import os\nprint('bye', flush=True)\nos._exit(5)")
    assert ran.stdout == "bye\n"
    assert ran.note == "The Python process has ended. Its variables are lost."
    assert python("2").result == "2"


def test_a_child_that_comes_back_does_not_answer_for_its_parent(python: Python) -> None:
    assert python("import os\nchild = os.fork()\nchild > 0").result == "True"
    assert python("'parent'").result == "'parent'"


def test_the_desktop_s_actions_are_functions(python: Python) -> None:
    assert python("click(3, y=4)").result == "['click', {'x': 3, 'y': 4}]"
    python("click = 5")
    assert python("click").result == "5"


@pytest.mark.parametrize(
    "bytes_sent",
    [
        b"\\xff\\xff\\xff\\xff",
        b"\\x00\\x00\\x00\\x02[]",
        b"\\x00\\x00\\x00\\x02{}",
        b"\\x00\\x00\\x00\\x03{x}",
        b"\\x00\\x00\\x03\\xe8{",
        b"\\x00\\x00\\x00\\x25" + b'{"act": "click", "arguments": "what"}',
    ],
    ids=["too much", "a list", "nothing", "no JSON", "half a frame", "no arguments"],
)
def test_a_process_that_speaks_nonsense_is_ended(python: Python, bytes_sent: bytes) -> None:
    code = f"import os\nfor fd in range(3, 9):\n    try: os.write(fd, b'''{bytes_sent.decode()}''')\n"
    ran = python(code + "    except OSError: pass\nimport time; time.sleep(60)")
    assert ran.note is not None
    assert ran.note.endswith("variables are lost.")
    assert ("too much" in ran.note) == bytes_sent.startswith(b"\\xff")
    assert python("3").result == "3"


def test_a_long_result_and_much_output_are_cut(python: Python) -> None:
    ran = python("print('y' * 30_000_000)\n'z' * 30_000_000")
    assert "left out here" in ran.stdout
    assert len(ran.stdout) < 20_000
    assert ran.result is not None
    assert "left out here" in ran.result
    assert len(ran.result) <= 20_000


def test_the_process_ends_with_the_desktop(programs: Programs, python: Python) -> None:
    pid = int(python("import os\nos.getpid()").result or "")
    os.kill(pid, 0)
    programs.close()
    assert gone(pid)
