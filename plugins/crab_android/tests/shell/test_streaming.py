"""What goes on while a stream is open: logs, recordings, typing at the prompt, Ctrl-C."""

from __future__ import annotations

import asyncio
import struct

import numpy as np
import pytest
import skia

from crab_android.phone.shell.interpreter import Shell
from crab_android.phone.shell.mp4 import mp4


class Typed:
    """What a person types, bit by bit; the stream stays open until it is ended."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()

    def type(self, data: bytes) -> None:
        self._queue.put_nowait(data)

    def end(self) -> None:
        self._queue.put_nowait(b"")

    async def read(self, most: int = 65536) -> bytes:
        return await self._queue.get()


async def until(condition) -> None:
    """Wait for something, a minute at most."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def rest() -> None:
    """Wait until a shell has come to a stand: it waits for this loop only, so turns count, and not time."""
    for _ in range(2000):
        await asyncio.sleep(0)


def test_logcat_writes_lines_as_they_come_until_it_is_cancelled(phone, collected):
    async def follow() -> bytes:
        output = collected()
        task = asyncio.ensure_future(Shell(phone).run("logcat -v brief -s App:W", output))
        await until(lambda: output.stdout)
        phone.log("App", "quiet", "I")
        phone.log("Other", "loud", "E")
        phone.log("App", "first", "W")
        phone.log("App", "second", "E")
        await until(lambda: b"second" in output.stdout)
        await asyncio.sleep(0.15)
        phone.log("App", "third", "W")
        await until(lambda: b"third" in output.stdout)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
        return bytes(output.stdout)

    lines = asyncio.run(follow()).decode().splitlines()
    assert lines[0] == "--------- beginning of main"
    assert [line.partition("): ")[2] for line in lines[1:]] == ["first", "second", "third"]
    assert lines[1].startswith("W/App     (")


def test_logs_are_dumped_filtered_counted_and_cleared(sh, phone):
    sh("logcat -c")
    sh("log -p w -t App 'two\nlines'; log -t Other hello; log -p e bad")
    assert sh("logcat -d -v raw").out == "--------- beginning of main\ntwo\nlines\nhello\nbad\n"
    assert sh("logcat -d -v tag App:V '*:S'").out.splitlines()[1:] == ["W/App     : two", "W/App     : lines"]
    assert sh("logcat -t 1 -v brief").out.splitlines()[1].startswith("E/log     (")
    assert sh("logcat -d -e 'b.d' -v raw").out.splitlines()[1:] == ["bad"]
    assert sh("logcat -d *:F").out.count("\n") == 1
    threadtime = sh("logcat -d Other:V *:S").out.splitlines()[1]
    assert threadtime.startswith("05-14 10:24:00.000 ")
    assert threadtime.endswith(" I Other   : hello")


def _boxes(data: bytes) -> dict[str, bytes]:
    """The boxes of an MP4 file, on every level, the last of each kind."""
    found: dict[str, bytes] = {}
    at = 0
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + size]
        found[kind.decode()] = body
        if kind in (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"dinf"):
            found |= _boxes(body)
        at += size
    return found


def _frames(video: bytes) -> list[bytes]:
    """The pictures of a video, cut out by its own tables."""
    boxes = _boxes(video)
    count = struct.unpack_from(">I", boxes["stsz"], 8)[0]
    sizes = struct.unpack_from(f">{count}I", boxes["stsz"], 12)
    at = struct.unpack_from(">I", boxes["stco"], 8)[0]
    pictures = []
    for size in sizes:
        pictures.append(video[at : at + size])
        at += size
    return pictures


def test_a_video_says_how_long_each_picture_is_shown():
    picture = skia.Image.fromarray(np.zeros((8, 16, 4), np.uint8)).encodeToData(skia.kJPEG, 80)
    video = mp4([(bytes(picture), 500), (bytes(picture), 1500)], 16, 8)
    boxes = _boxes(video)
    assert video[4:12] == b"ftypisom"
    assert struct.unpack_from(">2I", boxes["mvhd"], 12) == (1000, 2000)
    assert struct.unpack_from(">5I", boxes["stts"], 4) == (2, 1, 500, 1, 1500)
    assert _frames(video) == [bytes(picture)] * 2


def test_a_recording_keeps_a_picture_for_each_change_and_ends_when_interrupted(phone, collected):
    async def record() -> int:
        recording = asyncio.ensure_future(
            Shell(phone).run("screenrecord --size 540x1200 /sdcard/a.mp4", collected())
        )
        await until(lambda: "screenrecord" in [p.name for p in phone.shells.processes.running.values()])
        output = collected()
        await Shell(phone).run("pidof screenrecord", output)
        assert output.stdout.strip().isdigit()
        await asyncio.sleep(0.1)
        phone.launch("org.crab.tasks")
        await asyncio.sleep(0.15)
        await Shell(phone).run("pkill -INT screenrecord", collected())
        return await recording

    assert asyncio.run(record()) == 0
    frames = _frames(phone.state.files.read("/sdcard/a.mp4"))
    assert len(frames) == 2
    first, last = (skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(frame)) for frame in frames)
    assert (first.width(), last.height()) == (540, 1200)
    assert frames[0] != frames[1]


def test_a_recording_ends_at_its_time_limit_and_is_there_when_the_stream_is_closed(phone, sh, collected):
    assert sh("screenrecord --time-limit 1 /sdcard/b.mp4").code == 0
    duration = struct.unpack_from(">I", _boxes(phone.state.files.read("/sdcard/b.mp4"))["mvhd"], 16)[0]
    assert 900 < duration < 2500

    async def closed() -> None:
        task = asyncio.ensure_future(Shell(phone).run("screenrecord /sdcard/c.mp4", collected()))
        await until(lambda: phone.shells.processes.running)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(closed())
    assert len(_frames(phone.state.files.read("/sdcard/c.mp4"))) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "Must specify output file"),
        ("--time-limit 999 /sdcard/a", "Time limit 999s outside acceptable range"),
        ("--size 5 /sdcard/a", "Invalid size '5'"),
        ("--frob /sdcard/a", "Unknown option --frob"),
        ("/system/a", "Unable to open '/system/a'"),
    ],
)
def test_a_recording_that_cannot_be_says_why(sh, words, says):
    answer = sh(f"screenrecord {words}")
    assert answer.code != 0
    assert says in answer.err


def test_the_script_of_adbutils_records_until_a_line_comes(phone, collected):
    phone.state.files.write("/sdcard/r.sh", b'screenrecord "$1" &\nPID=$!\nread ANY\nkill -INT $PID\nwait\n')

    async def script() -> int:
        typed = Typed()
        task = asyncio.ensure_future(Shell(phone).run("sh /sdcard/r.sh /sdcard/x.mp4", collected(), typed))
        await until(lambda: "screenrecord" in [p.name for p in phone.shells.processes.running.values()])
        typed.type(b"\n")
        return await task

    assert asyncio.run(script()) == 0
    assert len(_frames(phone.state.files.read("/sdcard/x.mp4"))) == 1


def test_a_silent_command_in_the_background_outlives_its_shell(phone, collected):
    async def both() -> bool:
        await Shell(phone).run("sleep 30 > /dev/null 2>&1 &", collected())
        running = [process.name for process in phone.shells.processes.running.values()]
        phone.shells.processes.end_all()
        await until(lambda: not phone.shells.processes.running)
        return running == ["sleep"]

    assert asyncio.run(both())


def session(phone, collected, *pieces: bytes, terminal: bool = True) -> tuple[int, str]:
    """Type pieces at a prompt, each after the answer to the one before has stopped coming."""

    async def talk() -> tuple[int, str]:
        output, typed = collected(), Typed()
        task = asyncio.ensure_future(Shell(phone).interact(output, typed, terminal=terminal))
        for piece in pieces:
            await rest()
            typed.type(piece)
        await rest()
        typed.end()
        async with asyncio.timeout(60):
            code = await task
        return code, (output.stdout + output.stderr).decode()

    return asyncio.run(talk())


def test_a_terminal_echoes_prompts_and_keeps_its_state(phone, collected):
    code, text = session(phone, collected, b"cd /sdcard\rx=1\r", b"ecko\x7f\x7fho $x\r", b"exit 4\r")
    assert code == 4
    assert text.startswith("crabphone:/ $ cd /sdcard\n")
    assert text.count("crabphone:/sdcard $ ") == 3
    assert "ecko\b \b\b \bho $x\n1\n" in text


def test_ctrl_c_ends_the_command_and_not_the_shell(phone, collected):
    _code, text = session(
        phone, collected, b"sleep 30\r", b"\x03", b"echo $?\r", b"half a line\x03", b"echo on\r", b"\x04"
    )
    assert "^C\n" in text
    assert "\n130\n" in text
    assert "\non\n" in text


def test_a_command_takes_what_is_typed_after_it_and_a_line_may_go_on(phone, collected):
    _code, text = session(
        phone, collected, b"read a\r", b"typed\r", b'echo "<$a>"\r', b"if true\r", b"then echo yes; fi\r"
    )
    assert "<typed>\n" in text
    assert "> then echo yes; fi\nyes\n" in text


def test_lines_without_a_terminal_are_a_program(phone, collected):
    code, text = session(
        phone, collected, b"echo a\nread x\nhel", b"lo\necho $x; nope\nexit 3\n", terminal=False
    )
    assert code == 3
    assert text == "a\nhello\n/system/bin/sh: nope: inaccessible or not found\n"


def test_an_interrupted_program_answers_130(phone, collected):
    async def interrupted() -> int:
        shell = Shell(phone)
        task = asyncio.ensure_future(shell.run("sleep 30; echo never", collected()))
        await until(lambda: phone.shells.processes.running)
        shell.interrupt()
        return await task

    assert asyncio.run(interrupted()) == 130
