# SPDX-License-Identifier: BSD-3-Clause
"""Programs start in an environment of ours, and nothing is left of them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from comops.measure.launch import processes
from comops.measure.launch.launchers import batch_job, without_batch_system
from comops.measure.launch.processes import Process, ended, output_of, result_of, results_of

PATIENCE_S = 20


def shell(script: str) -> list[str]:
    return ["sh", "-c", script]


def python(script: str) -> list[str]:
    """A program that can start others as we do."""
    root = str(Path(__file__).resolve().parents[2])
    return [sys.executable, "-c", f"import sys, time; sys.path.insert(0, {root!r}); "
            f"from comops.measure.launch.processes import Process, results_of; {script}"]


def until(holds: object) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.01)
    return holds()


def lives(pid: int) -> bool:
    """Not as a zombie, which nobody may have waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(("words", "result"), [
    (shell("echo one; echo two >&2"), ("one\ntwo\n", "")),
    (shell("printf '\\377'"), ("\udcff", "")),
    (shell("echo first; echo; echo '==== last'; exit 3"), (None, "first last")),
    (["/nowhere/program"], (None, "No such file or directory")),
    (shell("kill -9 $$"), (None, "killed by signal 9 (Killed)")),
    # Our own last message counts more than all else.
    (shell("echo 'comops: not this'; echo 'comops: this'; echo 'mpiexec: gone'; exit 1"),
     (None, "this"))])
def test_a_program_gives_what_it_prints_anywhere_or_the_reason_why_it_fails(words, result):
    assert result_of(words) == result


def test_only_the_end_of_a_long_output_is_searched_for_words():
    why = result_of(shell("yes before | head -n 100000; echo after; exit 1"))[1]
    assert why.endswith("before after") and len(why) <= 1 << 16


def test_programs_that_are_asked_at_once_run_at_once_and_answer_in_order():
    begin = time.monotonic()
    answers = results_of([shell("sleep 1; echo a"), ["/nowhere"], shell("sleep 1; echo b")])
    assert answers == [("a\n", ""), (None, "No such file or directory"), ("b\n", "")]
    assert time.monotonic() - begin < PATIENCE_S


def test_a_program_has_empty_input_a_group_of_its_own_and_no_binding():
    told = output_of(shell("cat; echo $OMP_PROC_BIND $OMPI_ALLOW_RUN_AS_ROOT "
                           "$OMPI_ALLOW_RUN_AS_ROOT_CONFIRM; ps -o pgid= -p $$; echo $$"))
    assert told
    first, group, pid = told.splitlines()
    assert first == "false 1 1" and int(group) == int(pid)


def test_signals_do_there_what_they_usually_do_but_an_ignored_sighup_stays_ignored():
    for hangup in (signal.SIG_DFL, signal.SIG_IGN):  # ignored as by nohup
        before = signal.signal(signal.SIGHUP, hangup)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGTERM])
        try:
            status = output_of(["grep", "-E", "SigBlk|SigIgn|SigCgt", "/proc/self/status"])
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            signal.signal(signal.SIGHUP, before)
        assert status
        blocked, ignored, caught = (int(line.split()[1], 16) for line in status.splitlines())
        assert blocked == 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
            assert not (ignored | caught) & 1 << number - 1
        assert bool(ignored & 1 << signal.SIGHUP - 1) == (hangup == signal.SIG_IGN)


def test_a_program_runs_in_its_folder_with_more_in_its_environment(tmp_path):
    process = Process(shell("pwd; echo $MORE"), {"MORE": "\udcff"}, str(tmp_path))
    assert process.wait() == process.wait() == 0
    assert process.output() == f"{tmp_path}\n\udcff\n"
    process.close()
    with pytest.raises(FileNotFoundError):
        Process(["true"], folder=str(tmp_path / "none"))


def test_what_a_program_has_started_ends_with_it_wherever_it_went(tmp_path):
    """One in its group that ignores SIGTERM, one that has left it."""
    pids = tmp_path / "pids"
    process = Process(shell(f"sh -c 'trap : TERM; echo $$ >> {pids}; while :; do sleep 1; done' & "
                            f"setsid sh -c 'echo $$ >> {pids}; sleep 600' & sleep 600"))
    assert until(lambda: pids.exists() and len(pids.read_text().split()) == 2)
    started = [process.pid, *map(int, pids.read_text().split())]
    assert all(map(lives, started))
    assert not ended(process.handle, 0)
    process.kill()
    assert not any(map(lives, started))
    process.kill()  # once more changes nothing
    process.close()


def test_what_a_program_has_started_in_this_way_ends_with_it_too(tmp_path):
    """A campaign of `comops peers` that is killed before its own workers are."""
    pids = tmp_path / "pids"
    process = Process(python(f"Process(['setsid', 'sh', '-c', 'trap : TERM; echo $$ >> {pids}; "
                             "while :; do sleep 1; done']); time.sleep(600)"))
    assert until(lambda: pids.exists() and pids.read_text().strip())
    process.kill()
    process.close()
    assert not lives(int(pids.read_text()))


def test_a_program_whose_start_is_interrupted_is_not_left(monkeypatch):
    started = []

    def start(*words: object) -> int:
        started.append(really(*words))
        os.kill(os.getpid(), signal.SIGINT)
        return started[-1]

    really = processes._start
    monkeypatch.setattr(processes, "_start", start)
    with pytest.raises(KeyboardInterrupt):
        Process(["sleep", "600"])
    assert started
    assert not lives(started[0])


def test_a_program_that_was_asked_to_end_may_clean_up(tmp_path):
    process = Process(shell(f"trap 'touch {tmp_path}/cleaned; exit' TERM; touch {tmp_path}/ready; "
                            "while :; do sleep 0.1; done"))
    assert until((tmp_path / "ready").exists)
    process.kill()
    assert (tmp_path / "cleaned").exists()
    process.close()


def test_programs_end_with_the_process_that_started_them(tmp_path):
    starter = python("print(Process(['sleep', '600']).pid, flush=True); time.sleep(600)")
    with subprocess.Popen(starter, stdout=subprocess.PIPE) as parent:
        try:
            assert parent.stdout
            pid = int(parent.stdout.readline())
            assert lives(pid)
        finally:
            parent.kill()
    assert until(lambda: not lives(pid))


def test_descriptors_are_not_lost():
    output_of(["true"])
    before = os.listdir("/proc/self/fd")
    for words in (["true"], ["false"], ["/nowhere"]):
        output_of(words)
    process = Process(["sleep", "600"])
    process.kill()
    process.close()
    assert os.listdir("/proc/self/fd") == before


def test_few_descriptors_are_shared_by_programs_one_after_the_other():
    asked = python("import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (9, 9)); "
                   "print(results_of([['echo', str(at)] for at in range(4)]))")
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.stdout == str([(f"{at}\n", "") for at in range(4)]) + "\n", done.stderr


@pytest.mark.parametrize(("words", "hidden"), [
    (["mpiexec", "-n", "2"], True), (["env", "A=1", "mpiexec"], True), (["worker"], True),
    (["srun", "-n2"], False), (["/usr/bin/flux", "run"], False),
    (["env", "SLURM_X=1", "srun"], False), (["srun.sh"], True), ([], True)])
def test_a_batch_system_is_hidden_from_all_but_its_own_launchers(words, hidden):
    own = {"SLURM_JOB_ID": "1", "PMI_RANK": "0", "PMIX_ID": "1", "LSB_JOBID": "1",
           "PBS_JOBID": "1", "FLUX_JOB_ID": "1", "HYDRA_HOST_FILE": "hosts", "HYDRA_RMK": "slurm",
           "HYDRA_LAUNCHER": "slurm", "I_MPI_HYDRA_BOOTSTRAP": "ssh", "OMPI_MCA_plm": "rsh"}
    other = {"PATH": "/bin", "NOT_SLURM_": "1", "PMIX_MCA_gds": "hash", "HYDRA_IFACE": "eth0"}
    assert without_batch_system(words, own | other) == (other if hidden else own | other)


def test_an_empty_variable_is_no_job(monkeypatch):
    for name in ("SLURM_JOB_ID", "LSB_JOBID", "FLUX_JOB_ID"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("PBS_JOBID", "7.server")
    assert batch_job() == ("PBS", "7.server")


def test_if_memory_runs_out_the_kernel_kills_what_was_started_first():
    assert result_of(["cat", "/proc/self/oom_score_adj"]) == ("1000\n", "")
