# SPDX-License-Identifier: BSD-3-Clause
"""Profiles: written, read, and refused if damaged or foreign."""

import json
from dataclasses import replace

import pytest
from comops_programs.launch import LARGE, LIBRARY, library
from comops_programs.profile import (SCHEMA, MpiLibrary, OtherCall, Profile, ProfiledRank,
                                     plain_call, profile_write)
from comops_programs.program import ProgramError
from comops_programs.question import program_read

PROFILE = Profile(
    schema=SCHEMA, version="0.1.0", host="host", machine="AMD EPYC, 2 cores",
    command=["mpiexec", "-n", "1", "./app"], started="2026-11-29T12:00:00Z", seconds=1.5,
    end="finalized", mpi=MpiLibrary(abi="mpich", version="MPICH Version: 3.4.3",
                                    library="/usr/lib/libmpi.so.12"), elsewhere=0,
    ranks=[ProfiledRank(rank=0, pid=7, cpus=[0, 1], seconds=1.5, mpi_seconds=0.25, threads=1,
                        finalized=True)],
    calls=[replace(plain_call("MPI_Allreduce", 10, 0.25, 8, 1), op="sum", type="double",
                   shortest_us=1.5, median_us=2.0)],
    other=[OtherCall(call="MPI_Cart_shift", calls=2, seconds=1e-6)])


def changed(folder, change):
    """A file with a profile that was changed."""
    record = json.loads(PROFILE.json())
    change(record)
    file = folder / "changed.json"
    file.write_text(json.dumps(record))
    return file


def test_a_profile_is_read_as_it_was_written(tmp_path):
    profile_write(tmp_path / "profile.json", PROFILE)
    assert program_read(tmp_path / "profile.json").json() == PROFILE.json()


def test_members_of_a_later_version_are_left_out(tmp_path):
    def change(record):
        record["later"] = record["mpi"]["later"] = record["calls"][0]["later"] = 1

    assert program_read(changed(tmp_path, change)).json() == PROFILE.json()


@pytest.mark.parametrize("change, why", [
    (lambda record: record.update(record="cell"), "not a profile of schema 1"),
    (lambda record: record.update(schema=2), "not a profile of schema 1"),
    (lambda record: record["calls"][0].update(calls=-1), "calls is out of range"),
    (lambda record: record["ranks"].clear(), "ranks has 0 items"),
    (lambda record: record["mpi"].pop("abi"), "abi"),
])
def test_what_is_damaged_or_foreign_is_refused(tmp_path, change, why):
    with pytest.raises(ProgramError, match=why):
        program_read(changed(tmp_path, change))


@pytest.mark.parametrize("text, why", [
    ("", "line 1 of .* is not JSON"), ("{\n]", "line 2 of .* is not JSON"),
    ("[]", "not a profile of schema 1"), ("\xff", "not UTF-8 text"),
])
def test_what_is_not_json_is_refused_with_its_line(tmp_path, text, why):
    file = tmp_path / "profile.json"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(ProgramError, match=why):
        program_read(file)


def test_what_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(ProgramError, match="No such file"):
        program_read(tmp_path / "none.json")
    with pytest.raises(ProgramError, match="not a file"):
        program_read(tmp_path)


@pytest.mark.parametrize("name, version, file", [
    ("mpiexec", "4.0.2", LARGE), ("mpirun.mpich", "10.1", LARGE), ("mpiexec", "3.4.3", LIBRARY),
    ("app", "4.0.2", LIBRARY)])
def test_wrappers_of_large_counts_are_for_launchers_of_mpich_4(tmp_path, name, version, file):
    launcher = tmp_path / name
    launcher.write_text(f"#!/bin/sh\necho HYDRA build details:\necho '    Version:   {version}'\n")
    launcher.chmod(0o755)
    assert library([str(launcher), "-n", "2"]).name == file
