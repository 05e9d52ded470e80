# SPDX-License-Identifier: BSD-3-Clause
"""What the hardware allows, beside the times: on the terminal and on the page."""

import re
from dataclasses import replace
from types import SimpleNamespace

import example
import pytest

from comops.reports.answers.panels import panels_of
from comops.reports.terminal.limits import WAYS, limits_text
from comops.reports.terminal.times import Wanted, tables_text
from comops.results.conditions import Distance, RoundsRecord
from comops.results.read import campaign_read
from comops.results.topology import Placement

SIZES = (8, 4096, 1048576)


def limited(readings=7):
    """A campaign of timed data; rank 0 reads 4096 bytes in 0.25 us, 1 MiB in 50, and 8 bytes too
    seldom for an interval."""
    facts, *records = example.campaign(("pingpong", "reduce"), ("bus",), SIZES)
    timed = [row | {side: row[side] | {"consume": "timed"} for side in "ab" if side in row}
             | ({"consume": "timed"} if "pattern" in row else {}) for row in records]
    canaries = [{
        "record": "canary", "placement": "bus", "ranks": 2, "launch": launch,
        "started": "2026-11-21T04:00:00Z", "handover_us": 0.06, "cache_MBps": 4e4,
        "memory_MBps": None, "arithmetic_us": 22.0, "remote_MBps": 1e4,
        "read": [{"bytes": size, "us": us} for size, us in
                 ((8, 0.05), (4096, 0.25), (1048576, 50.0)) if size > 8 or launch < 3]}
        for launch in range(1, readings + 1)]
    return [facts, *canaries, *timed]


@pytest.fixture
def campaign(tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_bytes(example.lines(limited()).encode())
    return campaign_read(file)


def test_the_limit_stands_beside_the_times_with_the_loss_of_each_side(campaign):
    text = tables_text(panels_of(campaign), campaign, 80, Wanted(times=True))
    assert max(map(len, text.splitlines())) <= 80
    assert "Limit: the time in which a core reads in place" in " ".join(text.split())
    table = text[text.index("\npingpong"):text.index("\nreduce")]
    (limits,) = re.findall(r"^ *1M .* 50\.0 \[50\.0, 50\.0\]$", table, flags=re.M)
    assert "limit" in table.splitlines()[2] and limits
    losses = table[table.index("OpenMP / limit"):]
    cell = min((own for own in campaign.cells.values() if own.key.pattern == "pingpong"
                and own.key.path == "mpi" and own.key.bytes == 4096), key=lambda own: own.time_us)
    shown = re.search(r"^ *4K  \S+ \[\S+ \S+\] +(\S+) \[(\S+), (\S+)\]", losses, flags=re.M)
    for said, us in zip(shown.groups(), (cell.time_us, *cell.ci95_us)):
        assert float(said) == pytest.approx(us / 0.25, rel=0.05)
    # Two readings are no interval, so there is no ratio.
    assert re.search(r"^ *8  \? +\?", losses, flags=re.M)


def test_readings_at_another_distance_are_said_to_be_left_out(campaign):
    key = next(cell for cell in campaign.cells if cell.pattern == "pingpong" and cell.bytes == 4096)
    campaign.rounds.append(RoundsRecord(
        key=key._replace(path="", protocol="", mode=""), before_ns=[], after_ns=[], classes=[],
        used=0, void=0, distances=[Distance(handover_ns=[60.0], rounds=9)]))
    campaign.canaries[-1] = replace(campaign.canaries[-1], handover_us=0.2)
    text = tables_text(panels_of(campaign), campaign, 200, Wanted(times=True))
    assert "limit: 1 of 16 readings are left out, because the cores were at another" in text


def test_the_page_has_the_same_table(page_of):
    html = page_of(limited())
    assert html.count("limit, µs") == 2
    table = html[html.index("Limits of pingpong"):].partition("</table>")[0]
    assert re.findall(r'<th scope="row">(.*?)</th>', table) == ["limit, µs", "OpenMP", "MPI"]
    assert '<data value="50.0">' in table and table.count(">?<") == 3


def test_limits_of_a_machine_fit_a_terminal_and_say_what_is_left_out():
    times = {8192: (0.54, (0.52, 0.61)), 4194304: (1054.2, (1010.0, 1100.0))}
    limits = SimpleNamespace(
        placement=Placement("bus", 2, (0, 1), "", ""), rounds=40, used=33, handover_ns=58.2,
        us=dict.fromkeys(WAYS, times))
    text = limits_text(limits, 80)
    assert max(map(len, text.splitlines())) <= 80
    assert "58 ns apart in 33 rounds; 7 others are left out" in " ".join(text.split())
    assert text.count("0.54 [0.52, 0.61]") == len(WAYS)
