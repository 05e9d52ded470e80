# SPDX-License-Identifier: BSD-3-Clause
"""Starting, ending and reading one program."""

import contextlib
import json
import math
import os
import select
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import byref, c_char_p, c_int
from typing import Any, Self

from comops.common.signals import signals_held
from comops.measure.launch.launchers import without_batch_system
from comops.measure.library import library

_CLEAN_UP_S = 3
_SEARCHES, _SEARCH_S = 100, 0.01
_UP = 1  # IFF_UP
_WORDS_MOST = 1 << 16  # bytes from the end of an output


def ended(handle: int, seconds: float) -> bool:
    """Whether the process of this pidfd ends within so many seconds."""
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def processor_seconds(pid: int) -> float:
    """That the main thread of a process has had so far; infinite if the kernel does not say."""
    with (contextlib.suppress(OSError, ValueError, IndexError),
          open(f"/proc/{pid}/schedstat", "rb") as file):
        return int(file.read().split()[0]) / 1e9
    return math.inf


def any_process(is_it: Callable[[str], bool]) -> bool:
    """Whether `is_it` is true of a process of this machine, given its id as text. Also true if
    /proc cannot be read, because then nothing is known."""
    try:
        return any(name.isdigit() and is_it(name) for name in os.listdir("/proc"))
    except OSError:
        return True


def _strings(values: Sequence[str]) -> Any:
    """A C array of text, with NULL behind the last."""
    return (c_char_p * (len(values) + 1))(*map(os.fsencode, values), None)


def _loopback() -> dict[str, str]:
    """Hydra needs an address of this node, and the host name may have none."""
    with contextlib.suppress(OSError, ValueError), open("/sys/class/net/lo/flags") as flags:
        return {"HYDRA_IFACE": "lo"} if int(flags.read(), 16) & _UP else {}
    return {}


def _start(words: Sequence[str], environment: Mapping[str, str], folder: str | None, input_: int,
           output: int) -> int:
    """The process id of a program that is started (front_start); OSError."""
    error = c_int()
    settings = [f"{name}={value}" for name, value in environment.items()]
    pid = library().front_start(_strings(words), _strings(settings), folder and os.fsencode(folder),
                                input_, output, byref(error))
    if pid < 0:
        raise OSError(error.value, os.strerror(error.value))
    return pid


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
        self._status: int | None = None  # that it has ended with
        self.handle = -1
        # A name of its own, because a program that it starts may start others in this way.
        name = f"COMOPS_PROCESS_{os.getpid()}_{time.monotonic_ns()}"
        self.mark = f"{name}=1"
        environment = _loopback() | without_batch_system(words, os.environ) | {
            name: "1", "OMP_PROC_BIND": "false", "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **(more or {})}
        with contextlib.ExitStack() as failed:
            failed.callback(self.close)
            with signals_held(), open(os.devnull, "rb") as nothing:
                self.pid = _start(words, environment, folder, nothing.fileno(), self._output)
                failed.callback(self.kill)
                self.handle = os.pidfd_open(self.pid)
            failed.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        """Ends the program if it runs."""
        self.kill()
        self.close()

    def wait(self) -> int:
        """Its exit status, negative for a signal. Closes the handle, not the output."""
        if self._status is None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            if self.handle >= 0:
                os.close(self.handle)
        return self._status

    def reap(self) -> None:
        """For a program that has ended by itself: kills what it has left, if it failed."""
        if self.wait() != 0:
            _kill_marked(self.mark.encode())

    def kill(self) -> None:
        """Terminates the program, waits for it, and kills all that it has started. SIGTERM first:
        Open MPI's launcher then cleans up /tmp and /dev/shm."""
        if self._status is not None:
            return
        os.kill(self.pid, signal.SIGTERM)
        if self.handle >= 0:
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
        output = self._between(self._read, os.fstat(self._output).st_size)
        whole = output[: output.rfind(b"\n") + 1]
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
    with process:
        status = process.wait()
        if status == 0:
            return process.output(), ""
        killed = f"killed by signal {-status} ({signal.strsignal(-status)})" if status < 0 else ""
        return None, process.last_words() or killed


def result_of(words: Sequence[str]) -> tuple[str | None, str]:
    return results_of([words])[0]


def output_of(words: Sequence[str]) -> str | None:
    return result_of(words)[0]


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects among the lines of an output; others are a runtime's own."""
    for line in text.splitlines():
        if line.startswith("{"):
            with contextlib.suppress(ValueError):
                yield json.loads(line)
