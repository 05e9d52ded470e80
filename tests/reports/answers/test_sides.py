# SPDX-License-Identifier: BSD-3-Clause
"""Why, for both sides of a verdict: what each needs, and whether that explains who is faster."""

from types import SimpleNamespace

import pytest

import example
from records.findings import EQUIVALENT, UNDECIDED
from reports.answers.sides import LONG, SHORT, Account
from declared import campaign, implementation
from reports.page.sections import why


def account(winner, names, *needs):
    """An account of threads and MPI that need so much of each name."""
    sides = tuple(
        SimpleNamespace(path=path, known=dict(zip(names, some, strict=True)).get)
        for path, some in zip(("threads", "mpi"), needs, strict=True)
    )
    return Account("as in the paper", SimpleNamespace(winner=winner), sides, names)


@pytest.mark.parametrize(
    ("winner", "names", "ours", "theirs", "said"),
    [
        ("threads", LONG, (1,), (2,), "yes: fewer copies"),
        ("mpi", LONG, (1,), (2,), "no: more copies"),
        ("mpi", LONG, (2,), (2,), "no: equal needs"),
        (EQUIVALENT, LONG, (2,), (2,), "yes: equal needs"),
        (EQUIVALENT, LONG, (1,), (2,), "no: different needs"),
        ("mpi", SHORT, (2, 1), (2, 0), "yes: fewer lines"),
        ("mpi", SHORT, (2, 1), (1, None), "not all is known"),
        (UNDECIDED, LONG, (1,), (2,), ""),
    ],
)
def test_needs_explain_an_outcome_only_where_the_faster_side_needs_less(
    winner, names, ours, theirs, said
):
    assert account(winner, names, ours, theirs).conclusion == said


def test_both_sides_of_each_verdict_are_told_with_what_nemesis_copies(report_read):
    (_, told), *_ = why(report_read(campaign(("pingpong",))))["accounts"]
    long, short, *_ = told
    assert [one.title for one in told] == ["as in the paper"] * 2 + ["best against best"] * 2
    assert (long.row.size, short.row.size) == (800000, 8)
    assert long.needs[1] == "copied twice inside MPI"
    assert short.needs[1] == "1 wait, lines inside MPI"


@pytest.mark.parametrize("changes", [{"runtimes": {"mpi": "MPICH 5.0.2, ch4:ucx"}},
                                     {"runtimes": {}}])
def test_of_other_libraries_no_copies_are_known(report_read, changes):
    (_, told), *_ = why(report_read(campaign(("pingpong",), **changes)))["accounts"]
    assert told[0].needs[1] == "copied inside MPI" and "not all" in told[0].conclusion


def test_of_more_ranks_or_messages_no_copies_of_the_library_are_known(report_read):
    records = example.campaign(("reduce",), ("bus",), (8, 800000), facts={
        "implementations": [implementation("reduce", one) for one in example.series_of("reduce")]})
    (_, told), *_ = why(report_read(records))["accounts"]
    assert told[0].needs[1] == "copied inside MPI"
