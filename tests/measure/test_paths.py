# SPDX-License-Identifier: BSD-3-Clause
"""What workers offer, and paths with other libraries."""

import json
import signal
import subprocess
import sys
from pathlib import Path as File
from types import SimpleNamespace

import pytest
from groups import supervisor_of

from comops.common.console import UsageError
from comops.common.files import build
from comops.measure.launch.against import add_against, workers_in_turns
from comops.measure.launch.launchers import launcher_options, words_of
from comops.measure.launch.libraries import add_libraries, option_of
from comops.measure.launch.paths import Question, ask, lost_paths, none_starts
from comops.measure.library import layout_mark
from comops.results.plan import Absence, Path
from comops.statistics.random import Random

LINES = [
    {"path": "threads", "protocol": "direct", "pattern": "reduce", "summary": "fast",
     "file": "extensions/other/folder/reduce.c", "with": "a.c,b.c", "copies": "2"},
    {"path": "threads", "protocol": "(0,1)", "pattern": "swap", "summary": "", "family": "(x,y)",
     "file": "shm_threads/put/swap.c", "with": ""},
    {"path": "threads", "protocol": "lock", "absent": "get put", "reason": "no locks"},
]


@pytest.fixture
def program(tmp_path):
    def write(text: str, name: str = "program") -> str:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
        return str(file)

    return write


def test_a_worker_is_asked_beside_its_launcher(program):
    lines = "\n".join(map(json.dumps, LINES))
    worker = program(f"cat <<'END'\nthe runtime's own line\n{{not JSON\n{lines}\nEND", "worker")
    launcher = program("[ $1 = --version ] && echo HYDRA build details", "mpiexec")
    path = Path("mpi", worker)
    ask([Question(path, [worker, "--list"], [launcher])])
    assert path.missing is None
    assert [offer.file for offer in path.offers] == ["extensions/other/folder/reduce.c",
                                                     "shm_threads/put/swap.c"]
    assert (path.offers[0].with_, path.offers[0].copies, path.offers[0].waits) == (
        ("a.c", "b.c"), "2", None)
    assert path.offers[1].family == "(x,y)"
    assert path.absences == [Absence("lock", "get put", "no locks")]
    assert words_of(path, 4) == [launcher, "-bind-to", "none", "-n", "4", worker]


def test_what_does_not_start_is_missing_with_the_reason(program):
    worker = Path("threads", program("exit 1"))
    ask([Question(worker, [worker.program, "--list"])])
    assert worker.missing == f"{worker.program} does not start (try `{worker.program} --list`)"
    path = Path("mpi", program("exit 0", "worker"))
    ask([Question(path, [path.program, "--list"], ["/nowhere/mpiexec", "-x"], "; advice")])
    assert path.missing == ("cannot run `/nowhere/mpiexec -x --version`: No such file or directory"
                            "; advice")
    assert none_starts([worker, path]) == [f"path threads: {worker.missing}",
                                           f"path mpi: {path.missing}"]
    assert none_starts([worker, Path("shmem")]) == []


def test_a_start_that_a_signal_ended_is_repeated_once(program, tmp_path):
    worker, once = program("exit 0", "worker"), tmp_path / "once"
    for launcher, missing in (
        (f"[ -e {once} ] || {{ touch {once}; kill -9 $$; }}; echo HYDRA", None),
        ("kill -9 $$", "--version`: killed by signal 9 (Killed)"),
    ):
        path = Path("mpi", worker)
        ask([Question(path, [worker, "--list"], [program(launcher, "mpiexec")])])
        assert path.missing is missing or path.missing.endswith(missing)
    assert lost_paths([path], None) == lost_paths([path], ["mpi"]) == {"mpi": path.missing}
    assert lost_paths([path], ["threads"]) == lost_paths([Path("shmem", missing="no")], None) == {}


def test_a_launcher_is_recognised_by_its_version():
    assert launcher_options("HYDRA build details:")[0] == "-bind-to"
    assert "--oversubscribe" in launcher_options("mpirun (Open MPI) 4.1.4")
    assert launcher_options("Intel(R) MPI Library")[:2] == ["-genv", "I_MPI_PIN"]
    assert launcher_options("another") == ["-n", "%d"]


def test_a_reason_covers_words_not_parts_of_them():
    path = Path("threads", absences=[Absence("lock", "get put", "one"), Absence("*", "*", "any")])
    assert path.reason("lock", "put") == "one"
    assert path.reason("lock", "distant_put") == path.reason("x", "put") == "any"
    assert Path("mpi").reason("x", "y") is None


def test_a_path_is_another_one_with_another_library():
    assert Path("mpi@a").is_a("mpi") and Path("mpi").is_a("mpi")
    assert not Path("mpich").is_a("mpi")
    assert [option_of(Path(label)) for label in ("mpi@a", "threads@b", "mpi", "shmem")] == [
        "mpi", "openmp", None, None]
    path = Path("threads@x", "worker", {"LD_PRELOAD": "/x.so"})
    assert words_of(path, 2) == ["env", "LD_PRELOAD=/x.so", "worker"]


def test_a_library_with_the_abi_replaces_ours(program, monkeypatch):
    build()  # is read before it is replaced
    monkeypatch.setattr("comops.measure.launch.libraries.build",
                        lambda: {"mpi_abi": True})
    mpiexec = program("[ $1 = --version ] && echo HYDRA", "bin/mpiexec")
    prefix = mpiexec.removesuffix("/bin/mpiexec")
    paths = [Path("threads", "t"), Path("mpi", program('echo "$LD_LIBRARY_PATH" >&2', "worker"))]
    with pytest.raises(UsageError, match="has no libmpi.so.12 of MPICH's ABI"):
        add_libraries(paths, [f"x={prefix}"], None)
    program("", "lib/libmpi.so.12")
    add_libraries(paths, [f"x={prefix}"], None)
    assert paths[2].label == "mpi@x"
    assert words_of(paths[2], 2)[:3] == ["env", f"LD_LIBRARY_PATH={prefix}/lib", mpiexec]
    with pytest.raises(UsageError, match="must be new"):
        add_libraries(paths, [f"x={prefix}"], None)


def another_build(program, paths: list[dict], mark: str) -> str:
    """The prefix of a comops that lists these."""
    listed = json.dumps({"arena": mark, "paths": paths})
    return program(f"[ $1 = list ] && echo '{listed}'", "bin/comops").removesuffix("/bin/comops")


def test_another_build_lends_its_worker_if_it_has_this_arena(program):
    launcher = program("echo some launcher", "launcher")
    worker = program("exit 0", "bin/comops-mpi")
    paths = [Path("threads", "t"), Path("mpi", "m")]
    listed = {"name": "mpi", "program": worker, "launcher": [launcher, "-n", "%d"]}
    prefix = another_build(program, [listed], "another")
    with pytest.raises(UsageError, match="another layout .*comops compare old.jsonl new.jsonl"):
        add_libraries(paths, [f"x={prefix}"], None)
    another_build(program, [{"name": "mpi", "program": None, "missing": "no MPI"}], layout_mark())
    with pytest.raises(UsageError, match="no MPI"):
        add_libraries(paths, [f"x={prefix}"], None)
    another_build(program, [listed], layout_mark())
    add_libraries(paths, [f"x={prefix}"], None)
    assert words_of(paths[2], 3) == [launcher, "-n", "3", worker]
    assert paths[2].launcher_version == "some launcher\n"


def test_an_old_build_has_each_path_that_it_can(program):
    line = json.dumps(LINES[0])
    listed = [{"name": "threads", "program": program(f"echo '{line}'", "t"), "launcher": []},
              {"name": "mpi", "program": None, "missing": "no MPI"}]
    prefix = another_build(program, listed, layout_mark())
    paths = [Path("threads", "t"), Path("mpi", "m"), Path("shmem", missing="none")]
    add_against(paths, prefix)
    old = paths[3]
    assert (old.label, old.program, old.base, old.is_old) == (
        "threads@old", f"{prefix}/t", "threads", True)
    assert len(paths) == 4 and old.offers[0].pattern == "reduce" and option_of(old) is None


def test_an_old_environment_is_that_of_the_same_workers():
    paths = [Path("threads", "t"), Path("mpi", "m", launcher=["run", "%d"])]
    add_against(paths, "MALLOC_=a=b")
    assert [path.label for path in paths[2:]] == ["threads@old", "mpi@old"]
    assert words_of(paths[3], 2) == ["run", "2", "env", "MALLOC_=a=b", "m"]


def test_an_old_setting_of_the_kernel_is_that_of_the_old_side_whenever_it_is_measured(
        tmp_path, monkeypatch):
    monkeypatch.setattr("comops.measure.launch.against.KERNEL", (f"{tmp_path}/",))
    files = [tmp_path / f"cpu{at}" for at in range(2)]
    for file in files:
        file.write_text("always [madvise] never\n")
    paths = [Path("threads", "t"), Path("mpi", "m")]
    kernel = add_against(paths, f"{tmp_path}/cpu*=never")
    assert [path.label for path in paths[2:]] == ["threads@old", "mpi@old"]
    alive = SimpleNamespace(alive=True, gone=lambda: False, quit=lambda: None,
                            await_quit=lambda: None)
    supervisor = supervisor_of({(path, 2, 0): SimpleNamespace(path=path, **vars(alive))
                                for path in paths}, kernel)
    for path in (*paths, *paths[1:]):
        supervisor.worker(path, 2)
        assert {file.read_text() for file in files} == {"never" if path.is_old else "madvise"}
    supervisor.close()
    assert {file.read_text() for file in files} == {"madvise"}


KILLED = """
import os, signal, sys
from comops.measure.launch import against
from comops.results.plan import Path
folder, = sys.argv[1:]
against.KERNEL = (f"{folder}/",)
paths = [Path("threads", "t")]
against.add_against(paths, f"{folder}/cpu*=never").use(True)
print(open(f"{folder}/cpu1").read(), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_campaign_that_is_killed_leaves_the_setting_of_the_kernel_as_it_was(tmp_path):
    files = [tmp_path / f"cpu{at}" for at in range(2)]
    for file, text in zip(files, ("always [madvise] never\n", "[always]"), strict=True):
        file.write_text(text)
    killed = subprocess.run([sys.executable, "-c", KILLED, tmp_path], cwd=File(__file__).parents[2],
                            text=True, capture_output=True,  # until nothing holds its output
                            check=False)
    assert (killed.returncode, killed.stdout) == (-signal.SIGKILL, "never\n"), killed.stderr
    assert [file.read_text() for file in files] == ["madvise", "always"]


def test_a_setting_that_the_kernel_does_not_take_is_refused_and_nothing_is_changed(
        tmp_path, monkeypatch):
    monkeypatch.setattr("comops.measure.launch.against.KERNEL", (f"{tmp_path}/", "/proc/sys/"))
    file = tmp_path / "enabled"
    file.write_text("[always]")
    taken = iter(["always", "always"])
    monkeypatch.setattr("comops.measure.launch.kernel._value_in", lambda _: next(taken))
    with pytest.raises(UsageError, match="enabled does not take the value never"):
        add_against([Path("threads", "t")], f"{file}=never")
    assert file.read_text() == "always"
    monkeypatch.undo()
    with pytest.raises(UsageError, match="ostype: .*; only root can set it"):
        add_against([Path("threads", "t")], "/proc/sys/kernel/ostype=x")


def test_neither_build_always_starts_first_or_has_the_same_place_in_the_arena():
    paths = [Path(label) for label in ("threads", "mpi", "threads@old", "mpi@old", "mpi@x")]
    plain, exchanged, first = {(path, 2): False for path in paths[:2]}, [], set()
    supervisor = SimpleNamespace(exchange=lambda *pair: exchanged.append(pair))
    random = Random(1)
    assert workers_in_turns(supervisor, plain, random) is plain and not exchanged
    both = {(path, 2): False for path in paths}
    for _ in range(50):
        order = workers_in_turns(supervisor, both, random)
        assert order == both
        first.add(next(iter(order))[0])
    assert first == set(paths)
    assert set(exchanged) == {(paths[2], paths[0], 2), (paths[3], paths[1], 2)}
    assert 20 < len(exchanged) < 80
