# SPDX-License-Identifier: BSD-3-Clause
"""What differs between nodes is read from the kernel's files, here made-up ones."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from comops.measure.environment import environment_read
from comops.measure.facts import facts_read, libraries_loaded, library_hashes
from comops.measure.planning.machine import batch_note, batch_record

CPU = "sys/devices/system/cpu"
NAMES = {"node_name", "host_name", "partition"}


NODE, HWMON = "sys/devices/system/node", "sys/class/hwmon"


@pytest.mark.parametrize(("files", "expected"), [
    ({"sys/class/dmi/id/bios_version": "2.18.1\n",
      "proc/cmdline": "ro quiet mitigations=off\n",
      "proc/cpuinfo": "processor\t: 0\nmicrocode\t: 0xd0003a5\n",
      "proc/sys/vm/nr_hugepages": "512\n",
      f"{CPU}/smt/control": "notsupported\n",
      f"{CPU}/vulnerabilities/meltdown": "Not affected\n",
      f"{CPU}/vulnerabilities/l1tf": "Vulnerable\n",
      "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n"},
     {"bios_version": "2.18.1", "kernel_command_line": "ro quiet mitigations=off",
      "microcode": "0xd0003a5", "huge_pages": 512, "smt": "notsupported",
      "mitigations": "l1tf: Vulnerable; meltdown: Not affected",
      "transparent_hugepages": "madvise"}),
    # Memory is that of the blocks of each node.
    ({"sys/devices/system/memory/block_size_bytes": "8000000\n",  # 128 MiB, without 0x
      f"{NODE}/node0/memory0/state": "online\n", f"{NODE}/node0/memory12/state": "online\n",
      f"{NODE}/node1/memory13/state": "online\n"},
     {"memory_bytes": 3 * (128 << 20), "memory_layout": "0:268435456 1:134217728"}),
    # The hottest processor and the core that was throttled most often count.
    ({f"{HWMON}/hwmon0/name": "nvme\n", f"{HWMON}/hwmon0/temp1_input": "91000\n",
      f"{HWMON}/hwmon1/name": "coretemp\n", f"{HWMON}/hwmon1/temp1_input": "48000\n",
      f"{HWMON}/hwmon1/temp2_input": "61500\n",
      f"{CPU}/cpu0/thermal_throttle/core_throttle_count": "3\n",
      f"{CPU}/cpu1/thermal_throttle/core_throttle_count": "17\n"},
     {"temperature_max": 61.5, "throttle_count": 17}),
    ({}, {})])
def test_facts_are_those_of_the_files(tmp_path, files, expected):
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    facts = facts_read(str(tmp_path))
    assert {name: value for name, value in facts.items()
            if value is not None and name not in NAMES} == expected
    assert len(facts) > 20


def test_the_name_of_the_node_is_the_schedulers(tmp_path, monkeypatch):
    monkeypatch.setenv("SLURMD_NODENAME", "n7")
    monkeypatch.setenv("SLURM_JOB_PARTITION", "compute")
    facts = facts_read(str(tmp_path))
    assert (facts["node_name"], facts["partition"]) == ("n7", "compute")
    assert facts["host_name"] == os.uname().nodename
    monkeypatch.delenv("SLURMD_NODENAME")
    assert facts_read(str(tmp_path))["node_name"] == facts["host_name"]


def test_the_environment_has_what_changes_a_runtime_and_no_places():
    runtimes = {"MPIR_CVAR_NOLOCAL": "1", "OMPI_MCA_btl": "self,tcp", "UCX_TLS": "tcp",
                "FI_LOG": "", "PMIX_MCA_gds": "hash", "OMP_WAIT_POLICY": "passive",
                "GLIBC_TUNABLES": "glibc.x=1", "LD_PRELOAD": "/a/\udcff.so"}
    others = {"PMIX_RANK": "0", "PMIX_NAMESPACE": "job", "SLURM_JOB_ID": "1", "PATH": "/bin",
              "OMPI_COMM_WORLD_RANK": "0", "OMPI_MCA_ess_base_vpid": "0", "COMOPS_VECTORS": "avx2",
              "MPIR_CVAR_CH3_INTERFACE_HOSTNAME": "n7", "OMP_PROC_BIND": "true"}
    assert environment_read(runtimes | others) == runtimes | {"LD_PRELOAD": r"/a/\xff.so"}


def test_the_libraries_that_a_process_has_loaded_are_known_by_their_content(tmp_path):
    """libm stands for what is preloaded, and a copy of it for a library of messages."""
    maps = Path("/proc/self/maps").read_text(encoding="utf-8").split()
    libm = next(Path(line) for line in maps if "/libm.so" in line or "/libm-" in line)
    preloaded, fabric = tmp_path / "mine.so", tmp_path / "libfabric.so.1.2"
    for copy in (preloaded, fabric):
        shutil.copy(libm, copy)
    script = f"import ctypes, sys; ctypes.CDLL({str(fabric)!r}); print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, text=True,
                          stdout=subprocess.PIPE, env={**os.environ, "LD_PRELOAD": str(preloaded)}
                          ) as process:
        process.stdout.readline()
        loaded = libraries_loaded(process.pid)
        process.communicate("\n")
    sha256 = hashlib.sha256(libm.read_bytes()).hexdigest()
    assert loaded["libfabric"] == loaded["mine"] == sha256
    assert not {"libm", "libc"} & {*loaded}
    assert libraries_loaded(process.pid) == {}
    assert library_hashes({"mpi": {"libfabric": "f", "libmpi": "m", "libmpi_cxx": "x"},
                           "threads": {"libgomp": "g"}}) == {
        "openmp_library_sha256": "g", "mpi_library_sha256": "m"}


def test_a_job_that_has_part_of_the_node_is_told_how_to_get_all(monkeypatch):
    part = SimpleNamespace(usable="0-3", pus=4, pus_all=64)
    for name in ("SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "FLUX_JOB_ID"):
        monkeypatch.delenv(name, raising=False)
    assert batch_record(part) is batch_note(part) is None
    monkeypatch.setenv("SLURM_JOB_ID", "123")
    assert batch_record(part) == {"system": "Slurm", "job": "123", "cpuset": "0-3",
                                  "hardware_threads": 4, "of": 64}
    assert batch_note(part) == ("job 123 of Slurm may use 4 of 64 hardware threads: 0-3; for all: "
                                "srun -N1 --exclusive -c 64")
