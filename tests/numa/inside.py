# SPDX-License-Identifier: BSD-3-Clause
"""Runs inside a guest: does the deeds of a file and writes down what came of each.

Usage: inside.py FOLDER    reads FOLDER/deeds.json, writes FOLDER/done.json

Meanwhile it looks, without any code of COMOPS, where the kernel lets the ranks run and where their
bound pages lie.
"""

import ctypes
import json
import pathlib
import subprocess
import sys
import threading
import time

WORKERS = {"comops-threads": "threads", "comops-mpi": "mpi"}
CGROUPS, SYSTEM = pathlib.Path("/sys/fs/cgroup"), pathlib.Path("/sys/devices/system")
PTRACE_SCOPE = pathlib.Path("/proc/sys/kernel/yama/ptrace_scope")
PR_CAPBSET_DROP, CAP_SYS_PTRACE = 24, 19
LOOK_EVERY = 0.2  # seconds; under emulation each look takes about a tenth of one


def switch(cpu, on):
    (SYSTEM / f"cpu/cpu{cpu}/online").write_text("1" if on else "0")


def word_after(process, file, key):
    """The number that follows the key among the words of a file; none if the process is ending."""
    words = (process / file).read_bytes().replace(b"=", b"\0").split(b"\0")
    return int(words[words.index(key) + 1])


def threads_of(process):
    """(rank, hardware threads it may run on) of each thread; nothing of an incomplete team."""
    tasks = sorted(int(task.name) for task in (process / "task").iterdir())
    allowed = [(process / f"task/{task}/status").read_text().partition("Cpus_allowed_list:\t")[2]
               .partition("\n")[0] for task in tasks]
    ranks = word_after(process, "cmdline", b"--ranks")
    if (process / "comm").read_text().strip() == "comops-mpi":
        return [(word_after(process, "environ", b"PMI_RANK"), mask) for mask in allowed]
    # Threads come up in the order of their ranks.
    still = sorted(int(task.name) for task in (process / "task").iterdir())
    return list(enumerate(allowed)) if len(tasks) == ranks and tasks == still else []


def bound_pages_of(maps):
    """(policy, nodes that hold pages) of each mapping that does not follow the default."""
    for line in maps:
        policy, *words = line.split()[1:]
        nodes = [int(w[1:].partition("=")[0]) for w in words if w[0] == "N" and w[1].isdigit()]
        if policy != "default" and nodes:
            yield policy, tuple(nodes)


class Watcher(threading.Thread):
    def __init__(self, deed):
        super().__init__()
        self.deed, self.ended = deed, threading.Event()
        self.seats, self.pages, self.switched_off = set(), set(), False

    def run(self):
        while not self.ended.wait(LOOK_EVERY):
            for process in pathlib.Path("/proc").glob("[0-9]*"):
                try:
                    self.look(process)
                except (OSError, ValueError, IndexError):
                    pass  # it has ended meanwhile

    def look(self, process):
        path = WORKERS.get((process / "comm").read_text().strip())
        if not path:
            return
        maps = (process / "numa_maps").read_text().splitlines()
        if not any("memfd:comops" in line for line in maps):
            return  # MPI_Init is not over, in which MPICH's hwloc tries all hardware threads
        for rank, allowed in threads_of(process):
            self.seats.add((path, rank, allowed))
            if path == self.deed.get("when_seen") and allowed == str(self.deed["offline"]):
                self.switch_off()
        self.pages.update((path, *bound) for bound in bound_pages_of(maps))

    def switch_off(self):
        if not self.switched_off:
            switch(self.deed["offline"], on=False)
            self.switched_off = True


def cgroup_of(deed):
    """A cgroup with the cpuset asked for, or None."""
    if "cpuset" not in deed:
        return None
    if not (CGROUPS / "cgroup.controllers").exists():
        subprocess.run(["mount", "-t", "cgroup2", "none", CGROUPS], check=True)
    (CGROUPS / "cgroup.subtree_control").write_text("+cpuset")
    group = CGROUPS / "comops"
    group.mkdir(exist_ok=True)
    for key, value in deed["cpuset"].items():
        (group / f"cpuset.{key}").write_text(value)
    return group


def prepare(deed, group):
    """In the process that becomes the command: into its cgroup, and without the right to trace all
    others, as a user has it."""
    if group:
        (group / "cgroup.procs").write_text("0")
    if deed.get("as_user"):
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0)


def do(deed, folder):
    group = cgroup_of(deed)
    if "ptrace_scope" in deed:
        PTRACE_SCOPE.write_text(str(deed["ptrace_scope"]))
    watcher = Watcher(deed)
    if "offline" in deed and "when_seen" not in deed:
        switch(deed["offline"], on=False)
    records = folder / (deed["name"] + ".jsonl")
    words = [*deed["command"], "-o", str(records)] if "run" in deed["command"] else deed["command"]
    begin = time.monotonic()
    watcher.start()
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        preexec_fn=lambda: prepare(deed, group))
    watcher.ended.set()
    watcher.join()
    if "offline" in deed:
        switch(deed["offline"], on=True)
    if group:
        group.rmdir()
    lines = records.read_text().splitlines() if records.exists() else []
    return {"status": done.returncode, "output": done.stdout, "errors": done.stderr,
            "records": [json.loads(line) for line in lines], "seats": sorted(watcher.seats),
            "pages": sorted(watcher.pages), "switched_off": watcher.switched_off,
            "seconds": round(time.monotonic() - begin, 1)}


def main():
    folder = pathlib.Path(sys.argv[1])
    done = {}
    for deed in json.loads((folder / "deeds.json").read_text()):
        done[deed["name"]] = do(deed, folder)
        # After each, so that one that does not come back leaves the others' results.
        (folder / "done.json").write_text(json.dumps(done))


main()
