# SPDX-License-Identifier: BSD-3-Clause
"""A real Slurm on this machine: a controller and several slurmd as virtual nodes n1, n2, ...

By hand: `python3 virtual_slurm.py FOLDER` starts four nodes and prints what to export; Ctrl-C ends
them. It needs root, and Debian's slurmctld, slurmd, slurm-client and munge. All nodes have this
host's name: which one a job runs on is in SLURMD_NODENAME.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

DAEMONS = ("munged", "slurmctld", "slurmd", "sbatch")
PATIENCE = 60  # seconds
CONFIGURATION = """\
ClusterName=virtual
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.own.pid
SlurmdPidFile={folder}/spool/%n.own.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/{task}
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdTimeout=5
KillWait=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=n[1-{nodes}] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs={cpus} \
RealMemory=1000
PartitionName=all Nodes=n[1-{nodes}] Default=YES MaxTime=INFINITE State=UP
"""


def missing() -> str:
    """Why no Slurm can be started here; empty if it can."""
    absent = [name for name in DAEMONS if not shutil.which(name)]
    if absent:
        return (f"{', '.join(absent)} missing: apt-get install slurmctld slurmd slurm-client munge")
    return "" if os.getuid() == 0 else "slurmctld and slurmd for virtual nodes need root"


def until(what, seconds: float = PATIENCE):
    """What a function returns as soon as that is true."""
    end = time.monotonic() + seconds
    while not (result := what()):
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds} s: {what}")
        time.sleep(0.02)
    return result


def free_ports(count: int) -> int:
    """The first of so many neighbouring ports that nobody uses."""
    for first in range(21000 + os.getpid() % 1000 * 10, 60000, count):
        try:
            for port in range(first, first + count):
                with socket.socket() as listener:
                    listener.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
    raise OSError("no free ports")


class Slurm:
    """Its daemons are children of this process; `environment` is for its commands.

    With the task plugin `affinity` a job step gets a cpuset, with `none` all of the machine.
    """

    def __init__(self, folder: Path, nodes: int = 4, task: str = "none") -> None:
        self.folder = folder.resolve()
        self.names = [f"n{number}" for number in range(1, nodes + 1)]
        self.daemons: dict[str, subprocess.Popen] = {}
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        port = free_ports(nodes + 1)
        for name in ("state", *(f"spool/{node}" for node in self.names)):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().partition(".")[0], folder=self.folder, port=port,
            first=port + 1, last=port + nodes, nodes=nodes, cpus=os.cpu_count(), task=task))
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)

    def __enter__(self) -> "Slurm":
        self.folder.chmod(0o755)
        munge = self.folder / "munge"
        self.start("munged", "munged", "--foreground", "--force", f"--key-file={munge}.key",
                   f"--socket={munge}.socket", f"--pid-file={munge}.pid", f"--log-file={munge}.log",
                   f"--seed-file={munge}.seed")
        until(Path(f"{munge}.socket").is_socket)
        self.start_controller()
        for node in self.names:
            self.start_node(node)
        try:
            until(lambda: set(self.states().values()) == {"idle"})
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        for name in [*reversed(self.daemons)]:
            self.end(name)

    def start(self, name: str, *words: str) -> None:
        with open(self.folder / f"{name}.out", "ab") as output:
            self.daemons[name] = subprocess.Popen(
                words, env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def start_controller(self) -> None:
        self.start("slurmctld", "slurmctld", "-D")

    def start_node(self, node: str) -> None:
        self.start(node, "slurmd", "-D", "-N", node)

    def end(self, name: str, number: int = signal.SIGTERM) -> None:
        """Ends a daemon, and kills it if it does not end."""
        daemon = self.daemons.pop(name)
        daemon.send_signal(number)
        try:
            daemon.wait(timeout=5)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()

    def call(self, *words: str) -> str:
        return subprocess.run(words, env=self.environment, capture_output=True, text=True,
                              check=True, timeout=PATIENCE).stdout

    def states(self) -> dict[str, str]:
        """Node -> sinfo's word; nothing while the controller does not answer."""
        done = subprocess.run(["sinfo", "-h", "-N", "-o", "%N %T"], env=self.environment,
                              capture_output=True, text=True, check=False)
        return dict(line.split() for line in done.stdout.splitlines())


if __name__ == "__main__":
    if why := missing():
        sys.exit(why)
    with Slurm(Path(sys.argv[1])) as slurm:
        print(f"export SLURM_CONF={slurm.environment['SLURM_CONF']}", flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            pass
