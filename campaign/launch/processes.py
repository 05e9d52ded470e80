# SPDX-License-Identifier: BSD-3-Clause
"""Starting, ending and reading one program."""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence

from campaign.launch.batch_system import without_batch_system

_CLEAN_UP_S = 3
_SEARCHES, _SEARCH_S = 100, 0.01
_WORDS_MOST = 1 << 16  # bytes from the end of an output
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def ended(handle: int, seconds: float) -> bool:
    """Whether the process of this pidfd ends within so many seconds."""
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def any_process(is_it: Callable[[str], bool]) -> bool:
    """Whether `is_it` is true of a process of this machine, given its id as text. Also true if
    /proc cannot be read, because then nothing is known."""
    try:
        return any(name.isdigit() and is_it(name) for name in os.listdir("/proc"))
    except OSError:
        return True


def _prepare() -> None:
    """In the child: it is terminated when this process ends, and no signal is blocked."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


class Process:
    """A program in its own process group, with empty input.

    `pid`; `handle`: pidfd, readable when the program has ended; `mark`: NAME=VALUE in the
    environment of the program and of all that it starts.
    """

    def __init__(self, words: Sequence[str], more: Mapping[str, str] | None = None,
                 folder: str | None = None) -> None:
        """OSError if it cannot be started. Binding is off: ranks pin themselves. `more` is added
        to the environment; the program runs in `folder`."""
        self._output = os.memfd_create("comops-output")
        self._read = 0  # bytes of the output
        self.mark = f"COMOPS_PROCESS={os.getpid()}.{time.monotonic_ns()}"
        name, _, value = self.mark.partition("=")
        environment = without_batch_system(words, os.environ) | {
            name: value, "OMP_PROC_BIND": "false", "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **(more or {})}
        with contextlib.ExitStack() as started:
            started.callback(os.close, self._output)
            self._program = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=self._output, stderr=self._output,
                close_fds=False, env=environment, cwd=folder, process_group=0,
                preexec_fn=_prepare)
            started.callback(self._program.wait)
            started.callback(self._program.kill)
            self.pid = self._program.pid
            self.handle = os.pidfd_open(self.pid)
            started.pop_all()

    def wait(self) -> int:
        """Its exit status, negative for a signal. Closes the handle, not the output."""
        status = self._program.wait()
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1
        return status

    def kill(self) -> None:
        """Terminates the program, waits for it, and kills all that it has started. SIGTERM first:
        Open MPI's launcher then cleans up /tmp and /dev/shm."""
        if self.handle < 0:
            return
        with contextlib.suppress(ProcessLookupError):  # an interrupted wait may have reaped it
            os.kill(self.pid, signal.SIGTERM)
        ended(self.handle, _CLEAN_UP_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.wait()
        _kill_marked(self.mark.encode())

    def close(self) -> None:
        os.close(self._output)

    def output(self, most: int | None = None) -> str:
        """Standard output and error, or their last `most` bytes."""
        end = os.fstat(self._output).st_size
        return os.fsdecode(self._between(max(end - most, 0) if most else 0, end))

    def further_lines(self) -> list[str]:
        """The whole lines of its output since the last call."""
        found = self._between(self._read, os.fstat(self._output).st_size)
        whole = found[: found.rfind(b"\n") + 1]
        self._read += len(whole)
        return os.fsdecode(whole).splitlines()

    def _between(self, begin: int, end: int) -> bytes:
        parts = []
        while begin < end and (part := os.pread(self._output, end - begin, begin)):
            parts.append(part)
            begin += len(part)
        return b"".join(parts)

    def last_words(self) -> str:
        """Our own last message if there is one, else the end of the output as one line, without
        the launcher's frames."""
        lines = self.output(_WORDS_MOST).split("\n")
        ours = [line.removeprefix("comops: ") for line in lines if line.startswith("comops: ")]
        if ours:
            return ours[-1]
        return " ".join(filter(None, (line.lstrip("=- \t") for line in lines)))


def _is_marked(pid: str, mark: bytes) -> bool:
    """Whether the process has this mark in its environment, which a zombie has no longer."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/environ", "rb") as file:
        return mark in file.read().split(b"\0")
    return False


def _kill_if_marked(pid: str, mark: bytes) -> bool:
    """The handle ensures that the process id has not been reused."""
    if not _is_marked(pid, mark):
        return False
    with contextlib.suppress(OSError):
        handle = os.pidfd_open(int(pid))
        try:
            if _is_marked(pid, mark):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
                return True
        finally:
            os.close(handle)
    return False


def _kill_marked(mark: bytes) -> None:
    """Kills processes that have left the program's group, such as the proxies of launchers, until
    none is found, because a process may just have started another."""
    for _ in range(_SEARCHES):
        with contextlib.suppress(OSError):
            if not sum(_kill_if_marked(pid, mark) for pid in os.listdir("/proc") if pid.isdigit()):
                return
        time.sleep(_SEARCH_S)


def results_of(commands: Sequence[Sequence[str]]) -> list[tuple[str | None, str]]:
    """The output of each program that has succeeded; None and the reason otherwise. They run at the
    same time, as far as there are descriptors for that."""
    running: dict[int, Process] = {}
    results: dict[int, tuple[str | None, str]] = {}

    def collect() -> None:
        for at, process in list(running.items()):
            results[at] = _result(process)
            del running[at]

    try:
        for at, words in enumerate(commands):
            try:
                running[at] = Process(words)
            except OSError:
                collect()
                try:
                    running[at] = Process(words)
                except OSError as error:
                    results[at] = None, error.strerror or str(error)
        collect()
    except BaseException:  # an interrupt
        for process in running.values():
            process.kill()
        raise
    return [results[at] for at in range(len(commands))]


def _result(process: Process) -> tuple[str | None, str]:
    status = process.wait()
    try:
        return (process.output(), "") if status == 0 else (None, process.last_words())
    finally:
        process.close()


def result_of(words: Sequence[str]) -> tuple[str | None, str]:
    return results_of([words])[0]


def output_of(words: Sequence[str]) -> str | None:
    return result_of(words)[0]
