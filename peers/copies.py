# SPDX-License-Identifier: BSD-3-Clause
"""Which MPI libraries let the kernel copy a long message once, from one process to the other."""

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from peers.obtain import needed
from peers.ours import LOST, RUN_S, SHARED_MEMORY, Comops
from peers.programs import output_of
from peers.tables import Section

MESSAGE, SIZE = 1 << 20, "1M"
CONTROL_MOST = 4096  # bytes that a library copies when it starts, to see whether it may


def bytes_read(trace: str) -> int:
    """Bytes of messages that process_vm_readv and process_vm_writev have copied."""
    moved = map(int, re.findall(r"(?m)process_vm_(?:readv|writev)\b.* = (\d+)$", trace))
    return sum(count for count in moved if count > CONTROL_MOST)


def messages_copied(comops: Comops, name: str, prefix: Path) -> int:
    """How many the kernel copies in a short ping-pong; Unavailable without strace."""
    strace = needed("strace", "install it to see which libraries copy once")
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        output_of([strace, "-f", "-qq", "-e", "signal=none",
                   "-e", "trace=process_vm_readv,process_vm_writev", "-o", trace,
                   comops.program, "run", *comops.seating, "--mpi", f"{name}={prefix}",
                   "--paths", f"mpi@{name}", "--patterns", "pingpong", "--protocols", "sendrecv",
                   "--sizes", SIZE, "--launches", "1", "--budget", "0.2s",
                   "-o", Path(folder) / "results.jsonl"], RUN_S, SHARED_MEMORY, good=(0, LOST))
        return bytes_read(trace.read_text(errors="replace")) // MESSAGE


def copies_section(comops: Comops, libraries: Mapping[str, Path]) -> Section:
    """How each library moves a message of 1 MiB."""
    section = Section("Copies of a message of 1 MiB", ["library", "copied by the kernel", "copies"])
    for name, prefix in libraries.items():
        count = messages_copied(comops, name, prefix)
        section.rows.append([f"mpi@{name}", count,
                             "one, by the kernel" if count else "through shared memory"])
    section.notes.append("calls of process_vm_readv and process_vm_writev, seen by strace")
    return section
