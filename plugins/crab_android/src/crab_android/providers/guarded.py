"""A process that never outlives the one that started it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

# The shell waits on a pipe that closes when the process that holds its other end closes it or dies, also by
# SIGKILL. Then it asks the child to end, gives it some time, ends its whole group and takes the folder away.
# Should the shell itself be killed, the child goes with it.
_GUARD = """
folder=$1; tenths=$2; shift 2
die=""
if command -v setpriv >/dev/null; then die="setpriv --pdeathsig KILL"; fi
exec 3<&0 </dev/null
$die "$@" >"$folder/log" 2>&1 3<&- &
child=$!
(
  while read -r _ <&3; do :; done
  [ -e "$folder/code" ] && exit
  kill -TERM "$child"
  while [ "$tenths" -gt 0 ] && kill -0 "$child"; do sleep 0.1; tenths=$((tenths - 1)); done
  kill -KILL "$child"
) 2>/dev/null &
watcher=$!
exec 3<&-
wait "$child"
echo $? >"$folder/code.new"
mv "$folder/code.new" "$folder/code"
wait "$watcher"
rm -rf "$folder"
kill -KILL 0
"""
_SECONDS = 5.0
_LOG_TAIL = 16 * 1024


class GuardedProcess:
    """A process with a folder of its own, that ends with this object, with this process, or by itself.

    Args:
        command: The program and its arguments.
        environment: Its environment variables.
        grace: How long it may take to end after SIGTERM, in seconds.
        home: Whether `HOME` is its own folder, so that it leaves nothing in the user's.

    Attributes:
        folder: Its folder; gone after `close`.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        grace: float = 0.0,
        home: bool = False,
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="crab-android-"))
        self._grace = grace
        variables = {**environment, "HOME": str(self.folder)} if home else dict(environment)
        self._guard: subprocess.Popen[bytes] | None = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "crab-guard", str(self.folder), str(round(10 * grace)), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=variables,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """The process id of the guard, which leads the group of all that belongs to it; 0 after `close`."""
        return self._guard.pid if self._guard else 0

    @property
    def code(self) -> int | None:
        """The exit code; None while it runs. 128 and more is a signal's number on top, as shells have it."""
        try:
            return int((self.folder / "code").read_text())
        except FileNotFoundError:
            return None

    def log(self) -> str:
        """The end of what it has written to standard output and error."""
        try:
            data = (self.folder / "log").read_bytes()
        except FileNotFoundError:
            return ""
        return data[-_LOG_TAIL:].decode("utf-8", "replace")

    def close(self) -> None:
        """End it, and all that it has started; safe to call twice."""
        guard, self._guard = self._guard, None
        if guard is None:
            return
        if guard.stdin is not None:
            guard.stdin.close()
        try:
            guard.wait(self._grace + _SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(guard.pid, signal.SIGKILL)
            guard.wait()
            shutil.rmtree(self.folder, ignore_errors=True)
