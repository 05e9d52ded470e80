# SPDX-License-Identifier: BSD-3-Clause
"""Where a program comes from: tables, presets, mpiP's report, and the calls of a profile."""

from dataclasses import replace

import pytest
from comops_programs.mix import PRESETS, mix_read, preset_names
from comops_programs.mpip import mpip_profile
from comops_programs.operations import operations_of
from comops_programs.profile import OtherCall, plain_call
from comops_programs.program import ProgramError
from test_profile import PROFILE

MPIP = """@ mpiP
@ Command : ./app -x 3
@ MPI Task Assignment      : 0 node7
@ MPI Task Assignment      : 1 node7
---------------------------------------------------------------------------
@--- MPI Time (seconds) ---------------------------------------------------
---------------------------------------------------------------------------
Task    AppTime    MPITime     MPI%
   0       4.82       3.41    70.75
   1       4.80       1.41    29.00
   *       9.62       4.82    50.10
---------------------------------------------------------------------------
@--- Callsite Time statistics (all, milliseconds): 3 ----------------------
---------------------------------------------------------------------------
Name              Site Rank  Count      Max     Mean      Min   App%   MPI%
Allreduce            1    0    100      0.3     0.02     0.01   0.20   0.40
Allreduce            1    1    100      0.3     0.04     0.01   0.20   0.40
Allreduce            1    *    200      0.3     0.03     0.01   0.20   0.40

Comm_split           2    0      1        5        5        5   0.20   0.40
---------------------------------------------------------------------------
@--- Callsite Message Sent statistics (all, sent bytes) -------------------
---------------------------------------------------------------------------
Name              Site Rank   Count       Max      Mean       Min       Sum
Allreduce            1    0     100        16        12         8      1200
Allreduce            1    *     200        16        12         8      2400
---------------------------------------------------------------------------
@--- End of Report --------------------------------------------------------
"""


def call(name, calls, seconds=0.0, bytes=0, ranks=4, distance=None, contiguous=True):
    return replace(plain_call(f"MPI_{name}", calls, seconds, bytes, ranks), distance=distance,
                   contiguous=contiguous)


def other_call(name, calls, seconds):
    return OtherCall(call=f"MPI_{name}", calls=calls, seconds=seconds)


def profile(*calls, other=(), ranks=4):
    return replace(PROFILE, machine="machine", seconds=2.0, calls=[*calls], other=[*other], ranks=[
        replace(PROFILE.ranks[0], rank=rank, cpus=[rank], seconds=2.0, mpi_seconds=1.0)
        for rank in range(ranks)])


def operations(*calls, **how):
    """Pattern with its parameter, bytes, times and seconds of the mean rank; then the others."""
    rows, others = operations_of(profile(*calls, **how))
    return ([(row.text, row.bytes, row.times, round(row.seconds, 6)) for row in rows],
            [(row.call, row.seconds) for row in others])


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_is_a_table_for_any_number_of_ranks(name):
    program = mix_read(PRESETS / f"{name}.toml", 4)
    assert program.ranks == 4 and program.observed is None
    assert all(row.ranks == 4 and row.times > 0 for row in program.operations)


def test_a_table_may_be_csv(tmp_path):
    file = tmp_path / "mix.csv"
    file.write_text("pattern, bytes, ranks, calls, seconds\n# none\nallreduce, 1K, 2, 30, 0.5\n"
                    "barrier, , , 7, 0.25\n")
    program = mix_read(file, 4)
    assert [(row.pattern, row.protocol, row.bytes, row.ranks, row.times, row.seconds)
            for row in program.operations] == [("allreduce", "library", 1024, 2, 30, 0.5),
                                               ("barrier", "library", 0, 4, 7, 0.25)]
    assert program.observed == 0.75 and program.ranks == 4


@pytest.mark.parametrize("name, text, why", [
    ("a.csv", "pattern,bytes,calls\nallreduce,8,1\nallreduc,8,1\n", "line 3 of .*did you mean"),
    ("a.csv", "pattern,bytes,calls\nallreduce,8,many\n", "line 2 of .*calls: `many` is not"),
    ("a.csv", "pattern,bytes,calls\nallreduce,8,nan\n", "calls: `nan` is not"),
    ("a.csv", "pattern,bytes,calls\nallreduce,8,1,2\n", "line 2 of .*no member `further`"),
    ("a.csv", "pattern,bytes,calls\nallreduce/2,8,1\n", "allreduce has no parameter"),
    ("a.csv", "pattern,bytes,calls\nhalo/0,8,1\n", "write halo/N; N is .*`dimensions`"),
    ("a.csv", "pattern,bytes,calls\nmessage_rate,8,1\n", "write message_rate/N; N is .*`pairs`"),
    ("a.csv", "pattern,bytes,calls,ranks\nallreduce,8x,1,\n", "bytes: `8x` is not a size"),
    ("a.csv", "pattern,bytes,calls,ranks\nallreduce,8,1,1\n", "ranks: `1` is not"),
    ("a.csv", "", "its first line must have"), ("a.csv", "pattern,calls\n", "no operation is in"),
    ("a.toml", "x\ny", "a.toml: .*line 1"), ("a.toml", "nam = 'x'", "no member `nam`"),
    ("a.toml", "operations = 3", "operations are tables"),
    ("a.toml", "seconds = -1\n[[operations]]", "seconds: `-1` is not"),
    ("a.toml", "[[operations]]\npattern = 'put'\ncalls = 1\nfoo = 2", "operation 1 of .*`foo`")])
def test_a_table_that_is_wrong_is_refused_with_its_place(tmp_path, name, text, why):
    (tmp_path / name).write_text(text)
    with pytest.raises(ProgramError, match=why):
        mix_read(tmp_path / name, 4)


def test_mpip_s_report_is_a_profile(tmp_path):
    read = mpip_profile(tmp_path / "app.mpiP", MPIP)
    assert (read.command, read.host, read.seconds) == (["./app", "-x", "3"], "node7", 4.82)
    assert [rank.mpi_seconds for rank in read.ranks] == [3.41, 1.41]
    allreduce, split = read.calls
    assert (allreduce.call, allreduce.bytes, allreduce.calls) == ("MPI_Allreduce", 12, 200)
    assert (allreduce.seconds, split.calls, split.seconds) == (pytest.approx(0.006), 1, 0.005)


@pytest.mark.parametrize("before, after, why", [
    ("0.03     0.01", "0.03 x", "line 18 of .*Callsite Time"), ("4.82", "nan", "line 9 of"),
    ("AppTime", "AppTime\n", "line"),
    ("1 node7", "1 node8", "on 2 nodes"), ("@--- MPI Time", "@--- Else", "ends before its section"),
    ("@--- Callsite Time", "@--- Else", "ends before its section")])
def test_a_damaged_report_is_refused(tmp_path, before, after, why):
    text = MPIP.replace(before, after)
    if before == "AppTime":
        text = text.replace("   0       4.82", "   0")
    with pytest.raises(ProgramError, match=why):
        mpip_profile(tmp_path / "app.mpiP", text)


def test_collectives_are_what_they_are_called():
    assert operations(
        call("Allreduce", 40, 4.0, 8), call("Ibcast", 8, 0.4, 100), call("Wait", 8, 0.4),
        call("Alltoallv", 8, 0.8, 64, ranks=2), call("Reduce_scatter_block", 4, 0, 16)) == ([
            ("allreduce 8", 8, 10, 1), ("alltoall 64", 64, 2, 0.2), ("reduce_scatter 16", 16, 1, 0),
            ("broadcast 100", 100, 2, 0.2)], [])


def test_uneven_counts_have_a_protocol_of_their_own():
    rows, _ = operations_of(profile(call("Alltoallw", 8, 0.8, 64), call("Ialltoallv", 8, 0.8, 64),
                                    call("Alltoall", 8, 0.8, 64), call("Gatherv", 8, 0.1, 64)))
    assert [(row.pattern, row.protocol) for row in rows] == [
        ("alltoall", "vector"), ("alltoall", "library"), ("gather", "library"),
        ("alltoall", "vector")]


def test_messages_that_block_on_both_sides_take_both_ranks():
    assert operations(call("Send", 40, 1.0, 8), call("Recv", 40, 3.0, 1024)) == ([
        ("pingpong 8", 8, 20, 1)], [])


def test_a_message_goes_as_far_as_in_the_program():
    rows = profile(call("Send", 4, 1.0, 8, distance="cache"), call("Recv", 8, 1.0),
                   call("Send", 4, 1.0, 8, distance="package"))
    done, _ = operations_of(rows, {"cache": 1, "package": 2})
    assert [(row.pattern, row.series) for row in done] == [("pingpong", 0), ("distant", 2)]


@pytest.mark.parametrize("waits, row", [
    ([call("Wait", 160, 4.0)], ("shift 1K", 1024, 20, 2)),
    ([call("Waitall", 80, 4.0)], ("shift 1K", 1024, 20, 2)),
    ([call("Waitall", 40, 4.0)], ("halo/1 1K", 1024, 10, 2)),
    ([call("Waitall", 20, 4.0)], ("halo/2 1K", 1024, 5, 2))])
def test_messages_that_do_not_block_are_exchanges_with_as_many_as_one_wait_is_for(waits, row):
    assert operations(call("Isend", 80, 3.0, 1024), call("Irecv", 80, 1.0, 1024), *waits) == (
        [row], [])


def test_messages_that_one_side_receives_one_by_one_are_with_one_neighbour():
    assert operations(call("Isend", 80, 1.0, 8), call("Recv", 80, 2.0, 8), call("Waitall", 8, 1.0)
                      ) == ([("shift 8", 8, 20, 1)], [])


def test_persistent_messages_are_exchanges_with_all_neighbours_that_they_were_made_for():
    made = [call("Send_init", 8, 0, 1024), call("Recv_init", 8, 0, 1024)]
    rows, others = operations(*made, call("Startall", 40, 1.0, 1024), call("Waitall", 40, 3.0))
    assert rows == [("halo/1 1K", 1024, 10, 1)] and len(others) == 2
    rows, _ = operations(*made, call("Start", 80, 1.0, 1024), call("Wait", 80, 3.0))
    assert rows == [("shift 1K", 1024, 10, 1)]


def test_a_send_into_a_receive_that_does_not_block_is_an_exchange_too():
    assert operations(call("Send", 40, 1.0, 8), call("Irecv", 20, 0.5, 8), call("Recv", 20, 2.0),
                      call("Wait", 20, 0.5)) == ([("shift 8", 8, 5, 0.375),
                                                  ("pingpong 8", 8, 10, 0.625)], [])


def test_time_is_shared_by_what_operations_are_expected_to_take():
    (small, large), _ = operations(call("Isend", 4, 0, 1), call("Isend", 4, 0, 1 << 20),
                                   call("Irecv", 8, 0, 1), call("Wait", 16, 4.0))
    assert small[3] + large[3] == pytest.approx(1) and large[3] > 0.99


def test_what_no_pattern_stands_for_is_named_with_its_time():
    assert operations(
        call("Accumulate", 8, 4.0, 8), call("Win_flush", 8, 2.0),
        call("Allreduce", 4, 1.0, ranks=1), call("Send", 4, 2.0, 8, distance="self"),
        call("Recv", 4, 1.0),
        other=[other_call("Comm_split", 4, 8.0), other_call("Init", 4, 1.0)]) == ([], [
            ("MPI_Accumulate", 1), ("MPI_Allreduce within a rank", 0.25),
            ("MPI_Send within a rank", 0.5),
            ("MPI_Comm_split", 2), ("MPI_Win_flush", 0.5), ("MPI_Recv", 0.25)])


def test_one_sided_operations_have_the_time_of_what_completes_them():
    assert operations(call("Put", 8, 0.4, 64), call("Win_unlock", 8, 0.4),
                      other=[other_call("Win_fence", 8, 4.0)]) == (
        [("barrier", 0, 2, 1), ("put 64", 64, 2, 0.2)], [])


@pytest.mark.parametrize("end", [3, 60, 200, 900, 1400])
def test_a_report_that_is_cut_short_is_refused_or_read(tmp_path, end):
    try:
        assert mpip_profile(tmp_path / "x", MPIP[:end]).calls
    except ProgramError as error:
        assert str(error)
