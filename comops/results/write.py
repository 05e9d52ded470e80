# SPDX-License-Identifier: BSD-3-Clause
"""Writing a results file: JSON Lines, one object a line, valid however it is cut short."""

import contextlib
import errno
import fcntl
import os
import re
import select
import socket
import stat
import sys
import time
from enum import Enum
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Self

from comops.common.signals import writable_await
from comops.results.campaign import SCHEMA
from comops.results.keys import CELL_KEY
from comops.results.lines import Record, ResultsError, dumps, record_of

TAKEN = errno.EEXIST, errno.EWOULDBLOCK  # errors of a file that is another campaign's
PATIENCE_S = 1  # with the reader of a full pipe, once a signal has arrived
KEY_MEMBERS = tuple(name for name in CELL_KEY if name != "mode")
BYTE = re.compile(r"\\x([89a-f][0-9a-f]|5c)")  # as text() writes one


class LastLine(Enum):
    """The last line of a resumed file: with its end of line, a record without it, or cut short."""

    ENDED, UNENDED, CUT = range(3)


def number(value: float) -> float:
    """To nine significant digits, which a record has of every measured number."""
    return float(f"{value:.9g}")


def text(value: str | bytes) -> str:
    """A text of unknown origin: bytes that are not UTF-8 become \\xff, and a backslash that would
    read like one \\x5c. A str has such bytes as os.fsdecode makes them."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    marked = BYTE.sub(lambda match: rf"\x5c{match[0][1:]}", value)
    return marked.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def text_undo(value: str) -> str:
    """The str that text() was given, or that os.fsdecode makes of its bytes."""
    raw = re.sub(rb"\\x([89a-f][0-9a-f]|5c)", lambda match: bytes.fromhex(match[1].decode()),
                 value.encode("utf-8", "surrogateescape"))
    return raw.decode("utf-8", "surrogateescape")


def key_text(cell: Record) -> str:
    """Identifies a cell regardless of its mode, which is not known before it is measured."""
    return dumps([cell.get(name) for name in KEY_MEMBERS]).decode()


def rounded(value: Any) -> Any:
    """A record's value, with all its numbers to nine digits."""
    if isinstance(value, float):
        return number(value)
    if isinstance(value, dict):
        return {name: rounded(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [number(item) if type(item) is float else item if type(item) is int
                else rounded(item) for item in value]
    return value


def line_of(record: Record) -> bytes:
    """Without its end. What is not a number (NaN, infinity) becomes null."""
    return dumps(rounded(record))


def end_record(records: int, complete: bool) -> Record:
    """The last one of a campaign, which has so many others."""
    return {"record": "end", "records": records,
            "ended": "complete" if complete else "interrupted"}


def default_name(what: str = "", number: int = 1) -> str:
    """comops-HOST-TIME.jsonl, or what it is of in place of the host; the second, third in a second
    has its number."""
    more = f"-{number}" if number > 1 else ""
    return f"comops-{what or socket.gethostname()}-{time.strftime('%Y%m%d-%H%M%S')}{more}.jsonl"


def record_or_none(line: bytes) -> Record | None:
    """None if the line is not a record."""
    try:
        record = record_of(line)
    except ValueError:
        return None
    return record if isinstance(record.get("record"), str) else None


def standard_output_take() -> int:
    """A descriptor of standard output; what else is printed there goes to standard error."""
    if sys.stdout:
        sys.stdout.flush()
    fd = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 3)
    os.dup2(2, 1)
    return fd


def file_open(name: str) -> BinaryIO:
    """ResultsError if there is no such file: a pipe or a device may have no end."""
    try:
        fd = os.open(name, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise ResultsError(f"cannot read {name}: {error.strerror}", error.errno) from None
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return open(fd, "rb")
    os.close(fd)
    raise ResultsError(f"cannot read {name}: not a file", errno.EINVAL)


class ResultsFile:
    """An open results file; a context that closes it."""

    def __init__(self, fd: int, name: str, disposable: bool = False) -> None:
        self.fd, self.name = fd, name
        self.length = 0  # of all records, bytes
        self.records = 0
        self.ended = False  # the last record of a resumed file is its end
        self.last = LastLine.ENDED
        self.disposable = disposable  # a regular file that was not there before, or was empty
        self.kept: list[bytes] | None = None  # the lines, where they cannot be read again

    @classmethod
    def create(cls, name: str) -> Self:
        """A new file; refuses one that exists and holds something.

        "-" is standard output; what else is printed then goes to standard error.
        """
        standard = name == "-"
        shown = "standard output" if standard else name
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        try:
            fd = standard_output_take() if standard else os.open(name, flags, 0o666)
            status = os.fstat(fd)
        except OSError as error:
            raise ResultsError(f"cannot write {shown}: {error.strerror}", error.errno) from None
        results = cls(fd, shown, stat.S_ISREG(status.st_mode) and not standard)
        results.length = status.st_size if stat.S_ISREG(status.st_mode) else 0
        results.kept = None if results.disposable else []
        try:
            if results.disposable and results.length:
                raise ResultsError(f"{name} exists; name another file with -o, or continue it with "
                                   f"--resume {name}", errno.EEXIST)
            if results.disposable:
                results.lock()
        except ResultsError:
            os.close(fd)
            raise
        return results

    @classmethod
    def create_default(cls, what: str = "") -> Self:
        """A new file with a name of its own."""
        for number in count(1):
            try:
                return cls.create(default_name(what, number))
            except ResultsError as error:
                if error.error not in TAKEN:
                    raise
        raise AssertionError

    @classmethod
    def resume(cls, name: str) -> tuple[Self, Record, set[str]]:
        """An existing file, unchanged: also its campaign, and key_text of its valid cells."""
        refused = None
        try:
            results = cls(os.open(name, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK), name)
        except OSError as error:
            results = cls(-1, name)
            refused = ResultsError(f"cannot continue {name}: {error.strerror}", error.errno)
        try:
            if not refused:
                results.lock()  # before it is read: another campaign may not have written yet
            campaign, done = results.read()
            if refused:
                raise refused
        except ResultsError:
            results.close()
            raise
        return results, campaign, done

    def lock(self) -> None:
        """Two campaigns would cut off each other's lines. A file system may have no locks."""
        try:
            fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno == errno.EWOULDBLOCK:
                raise ResultsError(f"{self.name} is in use by another campaign",
                                   error.errno) from None

    def read(self) -> tuple[Record, set[str]]:
        """The campaign and the keys of valid cells; ResultsError if a line is not a record, except
        for a last line that was cut short."""
        campaign: Record = {}
        done, damaged = set(), 0
        with file_open(self.name) as lines:
            for index, line in enumerate(lines, start=1):
                record, ends = record_or_none(line), line.endswith(b"\n")
                if record is None and ends:
                    damaged = index
                    break
                self.last = (LastLine.CUT if record is None else
                             LastLine.ENDED if ends else LastLine.UNENDED)
                if record is None:
                    break
                self.length += len(line)
                self.records += 1
                self.ended = record["record"] == "end" and record.get("ended") == "complete"
                if record["record"] == "campaign":
                    campaign = campaign or record
                elif (record["record"] == "cell" and record.get("valid") is True
                      and record.get("stopped") != "interrupted"):
                    done.add(key_text(record))
        if campaign.get("schema") != SCHEMA:
            raise ResultsError(f"{self.name} is not a results file of schema {SCHEMA}")
        if damaged:
            raise ResultsError(f"line {damaged} of {self.name} is not a record; remove it to "
                               "continue")
        return campaign, done

    def append(self, record: Record) -> None:
        """A record at once, as a whole line, in a file by one write.

        The first call removes a last line that was cut short and is no record. On failure (a full
        disk) the file is cut back to whole lines, and ResultsError.
        """
        line = (b"\n" if self.last == LastLine.UNENDED else b"") + line_of(record) + b"\n"
        written = 0
        try:
            if self.last == LastLine.CUT:
                os.ftruncate(self.fd, self.length)
            part = len(line) if self.kept is None else select.PIPE_BUF
            while written < len(line):
                if self.kept is not None and not writable_await(self.fd, PATIENCE_S):
                    raise OSError(errno.EAGAIN, "interrupted, and nothing is read from it")
                written += os.write(self.fd, line[written : written + part])
        except OSError as error:
            if written:  # where that fails, a reader leaves the cut line out
                with contextlib.suppress(OSError):
                    os.ftruncate(self.fd, self.length)
            raise ResultsError(f"cannot write to {self.name}: {error.strerror}",
                               error.errno) from None
        self.length += len(line)
        self.records += 1
        self.last = LastLine.ENDED
        if self.kept is not None:
            self.kept.append(line)

    def end_record(self, complete: bool = True) -> Record:
        return end_record(self.records, complete)

    @property
    def file(self) -> Path | None:
        """Where the records can be read; None of standard output and devices."""
        return Path(self.name) if self.kept is None else None

    def check_place(self) -> None:
        """ResultsError if the name leads to another file by now, or to none."""
        try:
            there = self.kept is not None or os.path.samestat(os.stat(self.name),
                                                              os.fstat(self.fd))
        except OSError:
            there = False
        if not there:
            raise ResultsError(f"{self.name} was removed or replaced during the campaign; its "
                               "measurements are lost", errno.ENOENT)

    def close(self) -> None:
        """Removes a new file in which nothing was written, never a device."""
        if self.fd < 0:
            return
        if self.disposable and not os.fstat(self.fd).st_size:
            with contextlib.suppress(OSError):
                os.unlink(self.name)
        os.close(self.fd)
        self.fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
