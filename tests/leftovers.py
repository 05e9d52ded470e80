# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign must not leave behind: processes and shared memory."""

import contextlib
import os
import pathlib
import re
import time

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


def marked_processes(mark):
    """pid -> (name, user and system time in seconds) of all that run with `mark`, NAME=VALUE, in
    their environment; zombies excluded."""
    programs = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            text = (folder / "stat").read_text()
            name = text[text.index("(") + 1:text.rindex(")")]
            fields = text[text.rindex(")") + 2:].split()
            if fields[0] != "Z" and mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                programs[int(folder.name)] = name, (int(fields[11]) + int(fields[12])) / CLOCK_TICKS
    return programs


def owner_lives(name):
    """Whether a file of LLVM's OpenMP, whose name says of which process it is, is in use."""
    owner = re.match(r"__KMP_REGISTERED_LIB_(\d+)_", name)
    return owner and os.path.exists(f"/proc/{owner[1]}")


def abandoned_segments():
    """Names of the shared memory that no process maps."""
    mapped = ""
    for maps in pathlib.Path("/proc").glob("[0-9]*/maps"):
        with contextlib.suppress(OSError):
            mapped += maps.read_text()
    return {name for name in os.listdir("/dev/shm")
            if f"/dev/shm/{name}" not in mapped and not owner_lives(name)}


def remaining(find):
    """What `find` still finds after five seconds, or nothing as soon as it finds nothing."""
    for _ in range(50):
        if not find():
            break
        time.sleep(0.1)
    return find()
