# SPDX-License-Identifier: BSD-3-Clause
"""The verdict on trust: what makes a campaign unusable, and what allows ratios only."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from filled import first_record

from comops.measure.launch import judging
from comops.results.conditions import TrustRecord
from comops.results.keys import CellKey
from comops.results.read import Campaign
from comops.statistics.trust import GOOD, RATIOS, UNUSABLE, trust_made


def cell(path="mpi", protocol="sendrecv", size=8, us=0.5, lost=0.0, valid=True):
    key = CellKey("pingpong", path, protocol, "bus", "local", ranks=2, bytes=size,
                  buffers="rewrite", consume="timed", mode="isolated", method="adaptive")
    return SimpleNamespace(key=key, time_us=us, valid=valid, oversubscribed=False, simulated=False,
                           watched_us=100.0, lost_us=lost)


def tuned(*refuted):
    return SimpleNamespace(placement="bus", refuted=refuted)


def campaign(*cells, chains=(1.0,) * 8, **members):
    """On cores that are 0.1 us apart and read 1e4 MB/s from each other."""
    made = Campaign(Path("x"), first_record(**members), {at: item for at, item in enumerate(cells)})
    for chain in chains:
        made.canaries.append(SimpleNamespace(placement="bus", ranks=2, handover_us=0.1,
                                             remote_MBps=1e4, arithmetic_us=chain))
    return made


@pytest.mark.parametrize("made, verdict, reasons", [
    (campaign(cell()), GOOD, []),
    # Only the library's own calls are judged, and not while others had the cores.
    (campaign(cell(protocol="direct", us=9.0), cell("threads", "barrier", us=9.0)), GOOD, []),
    (campaign(cell(us=9.0, lost=50.0)), UNUSABLE, ["no core"]),
    (campaign(cell(us=2.1)), UNUSABLE, ["slow messages"]),
    (campaign(cell(protocol="put", us=2.1)), GOOD, []),
    (campaign(cell("shmem", "put", us=2.1)), UNUSABLE, ["slow messages"]),
    (campaign(cell(size=1 << 16, us=100.0)), UNUSABLE, ["slow copies"]),
    (campaign(cell(size=4 << 20, us=6400.0)), GOOD, []),  # which may leave the caches
    (campaign(cell(), shared_ranks={"mpi": [1, 2]}), UNUSABLE, ["no shared memory"]),
    (campaign(cell(), shared_ranks={"mpi": [2, 2]}), GOOD, []),
    (campaign(cell(), cell(valid=False)), UNUSABLE, ["invalid"]),
    (campaign(cell(), chains=[1.0, 1.2] * 4), RATIOS, ["clock"]),
    (campaign(cell(), tuning=[tuned()]), GOOD, []),
    (campaign(cell(), tuning=[tuned("lines")]), RATIOS, ["tuning"]),
])
def test_the_verdict_names_what_it_rests_on(made, verdict, reasons):
    trust = trust_made(made)
    assert (trust["verdict"], [row["name"] for row in trust["reasons"]]) == (verdict, reasons)


def test_where_cores_move_a_message_is_held_against_their_farthest_hand_over():
    """A cell measured while they were far would otherwise be held against times of near cores."""
    made = campaign(cell(us=6.0), cell(size=1 << 16, us=200.0))
    for at, canary in enumerate(made.canaries):
        far = at % 4 == 3
        canary.handover_us, canary.remote_MBps = (0.4, 3e3) if far else (0.1, 1e4)
        ns = [[400.0 if far else 100.0]]
        made.rounds.append(SimpleNamespace(key=cell().key, used=None, before_ns=ns, after_ns=ns))
    trust = trust_made(made)
    assert (trust["verdict"], [row["name"] for row in trust["reasons"]]) == (RATIOS, ["cores move"])


def test_the_variables_that_choose_how_messages_travel_are_named_as_causes():
    made = campaign(cell(us=9.0), environment={"MPIR_CVAR_NOLOCAL": "1", "OMP_DYNAMIC": "1"})
    assert trust_made(made)["reasons"][0]["causes"] == ["MPIR_CVAR_NOLOCAL"]


@pytest.mark.parametrize("share, verdict", [(0.005, GOOD), (0.05, RATIOS), (0.5, UNUSABLE)])
def test_a_quota_that_stops_the_programs_counts_by_its_share_of_the_time(share, verdict):
    assert trust_made(campaign(cell()), {"throttled": share})["verdict"] == verdict


def test_what_the_machine_explained_in_an_earlier_part_counts_too(monkeypatch):
    made, records = campaign(cell()), []
    made.trust = TrustRecord(verdict=GOOD, reasons=[], explained={"drifting": 2})
    monkeypatch.setattr(judging, "campaign_written", lambda _: made)
    judging.Judging(None, None).ended(SimpleNamespace(append=records.append), {"drifting": 1})
    assert records[0]["explained"] == {"drifting": 3}
