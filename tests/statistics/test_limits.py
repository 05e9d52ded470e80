# SPDX-License-Identifier: BSD-3-Clause
"""The limit of a message: which cells it bounds, which readings count, and the loss against it."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from filled import first_record

from comops.results.conditions import Distance, LimitReading
from comops.results.keys import CellKey
from comops.results.read import Campaign
from comops.statistics.limits import Limit, has_limit, limit_of, loss_of

KEY = CellKey(pattern="gather", path="mpi", protocol="library", placement="bus", memory="local",
              ranks=2, bytes=4096, buffers="rewrite", consume="timed", mode="isolated",
              method="adaptive")


@pytest.mark.parametrize("change, bounded", [
    ({}, True),
    ({"pattern": "pingpong", "protocol": "direct"}, True),
    ({"bytes": 16 << 20}, True),
    ({"bytes": 32 << 20}, False),  # it would take too long before each launch
    ({"pattern": "put"}, False),  # nobody reads
    ({"pattern": "barrier", "bytes": 0}, False),
    ({"ranks": 4}, False),
    ({"buffers": "reuse"}, False),  # the data may be in the reader's cache
    ({"consume": "no"}, False),
    ({"memory": "peer"}, False),
    ({"pages": "thp"}, False),
    ({"skew": "5us"}, False),
])
def test_only_new_data_that_one_of_two_ranks_must_read_have_a_limit(change, bounded):
    assert has_limit(KEY._replace(**change)) == bounded


def campaign(handovers, used, sizes=(4096,)):
    """Its n-th launch reads in n microseconds, `handovers` ns apart."""
    made = Campaign(Path("x"), first_record())
    for launch, ns in enumerate(handovers, 1):
        made.canaries.append(SimpleNamespace(
            placement="bus", ranks=2, handover_us=ns / 1e3,
            read=[LimitReading(bytes=size, us=float(launch)) for size in sizes]))
    made.rounds.append(SimpleNamespace(
        key=KEY._replace(path="", protocol="", mode=""), used=used,
        distances=[Distance(handover_ns=[60.0], rounds=9),
                   Distance(handover_ns=[200.0], rounds=3)]))
    return made


@pytest.mark.parametrize("handovers, used, limit", [
    ([60] * 7, 0, Limit(4.0, (1.0, 7.0), 7, 0)),
    # Readings at another distance than that of the results are counted, not used.
    ([60] * 6 + [200], 0, Limit(3.5, (1.0, 6.0), 6, 1)),
    ([200] + [60] * 6, 1, Limit(1.0, None, 1, 6)),
    # Where results rest on all rounds, so does the limit.
    ([60] * 6 + [200], None, Limit(4.0, (1.0, 7.0), 7, 0)),
])
def test_readings_count_at_the_distance_of_the_results(handovers, used, limit):
    assert limit_of(campaign(handovers, used), KEY) == limit


def test_what_was_not_read_has_no_limit():
    assert limit_of(campaign([60] * 7, 0), KEY._replace(bytes=8)) is None
    assert limit_of(campaign([60] * 7, 0), KEY._replace(pattern="put")) is None


@pytest.mark.parametrize("ci95, limit, loss", [
    ((9.0, 12.0), Limit(2.0, (1.5, 3.0), 9, 0), (5.0, (3.0, 8.0))),
    (None, Limit(2.0, (1.5, 3.0), 9, 0), None),
    ((9.0, 12.0), Limit(2.0, None, 4, 9), None),
])
def test_a_loss_has_an_interval_or_there_is_none(ci95, limit, loss):
    assert loss_of(SimpleNamespace(time_us=10.0, ci95_us=ci95), limit) == loss
