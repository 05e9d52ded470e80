# SPDX-License-Identifier: BSD-3-Clause
"""The thesis' tables and figures: a line of known latency and bandwidth, here and simulated."""

import pytest

from evident import campaign, cell
from reports.history.items import HERE, ORIGINS, SIMULATED, Shelf, table_of
from reports.history.papers import PAPERS
from reports.history.papers.thesis_views import LARGE, SIZES

THESIS = PAPERS["thesis"]


def shelf(pattern="pingpong", protocol="sendrecv", sizes=SIZES, ranks=(2,), **how):
    """Ten microseconds and 100 MB/s here, twice the time on Weland."""
    def cells(times, **more):
        return [cell(pattern, "mpi", protocol, times * (10 + size / 100), size, method="thesis",
                     ranks=one, **more, **how) for size in sizes for one in ranks]

    return Shelf([campaign(*cells(1)), campaign(*cells(2, placement="weland", simulated=True))])


def numbers(name: str, on: Shelf, row: int) -> dict[str, list[float]]:
    """What stands in a row, by origin."""
    (part,) = THESIS[name].parts(on)
    shown = table_of(part)
    values = [value.number for value in shown.rows[row].values]
    return {origin: [value for value, column in zip(values, shown.columns, strict=True)
                     if column.origin == origin and value is not None] for origin in ORIGINS}


@pytest.mark.parametrize(("name", "row", "here", "simulated"), [
    ("table-5.1", 1, [20], [40]),  # 1000 bytes
    ("table-5.2", 3, [0.01, 10], [0.02, 20]),  # Weland's MPI
    ("table-5.3", 2, [10, 100, 1000], [20, 50, 1000]),
    ("table-5.4", 1, [50, 50], [25, 25]),
    ("table-5.5", 1, [20], [40]),
    ("table-5.6", 2, [10, 100, 1000], []),  # Pleione's MPI
    ("figure-5.1", 1, [50], [25]),
    ("figure-5.2", 1, [50], [25]),
    ("figure-5.3", 1, [50], []),
])
def test_the_ping_pong_is_beside_what_is_printed(name, row, here, simulated) -> None:
    found = numbers(name, shelf(), row)
    assert found[HERE] == pytest.approx(here) and found[SIMULATED] == pytest.approx(simulated)


@pytest.mark.parametrize(("name", "pattern", "protocol", "how", "row", "here"), [
    ("figure-4.1", "pingpong", "sendrecv", {"buffers": "cold", "sizes": (1000,)}, 0, 50),
    ("figure-5.4", "distant", "sendrecv",
     {"series_of": "partner", "series": 3, "ranks": (8,), "sizes": (LARGE,)}, 0, 1010),
    ("figure-5.6", "naive_broadcast", "sendrecv", {"ranks": (2, 4), "sizes": (LARGE,)}, 1, 1010),
    ("figure-5.9", "shift_printed", "get", {"ranks": (2, 4), "sizes": (LARGE,)}, 0, 1010),
    ("figure-5.12", "pingping", "sendrecv", {"sizes": (1000,)}, 0, 100),  # both directions
    ("figure-5.14", "reduce", "library",
     {"ranks": (2, 16), "sizes": (1000,), "op": "sum", "datatype": "int32"}, 0, 50),
    ("figure-5.16", "alltoall", "library", {"ranks": (4,), "sizes": (1000,)}, 0, 200),  # the total
    ("figure-5.17", "pingpong", "irecv", {"sizes": (1000,)}, 0, 50),
])
def test_figures_show_a_campaign_of_their_pattern(name, pattern, protocol, how, row, here) -> None:
    assert numbers(name, shelf(pattern, protocol, **how), row)[HERE] == pytest.approx([here])


def test_numbers_in_running_text_are_looked_up_in_several_campaigns() -> None:
    some = [*shelf("pingping").campaigns, *shelf().campaigns,
            *shelf("pingpong", sizes=(16384,)).campaigns,
            *shelf("broadcast", "library", (16384,), (16,)).campaigns]
    shown = {name: numbers("prose", Shelf(some), row)
             for name, row in (("peak", 0), ("part", 4), ("steps", 8))}
    assert shown["part"][SIMULATED] == pytest.approx([100 * 2e6 / 40020 / 125])
    assert shown["peak"][HERE] == pytest.approx([2e6 / 20010])
    assert shown["steps"][HERE] == shown["steps"][SIMULATED] == [1]


def test_every_table_and_figure_is_an_item() -> None:
    wanted = [*(f"table-5.{one}" for one in range(1, 7)), "figure-4.1", "figure-4.2",
              *(f"figure-5.{one}" for one in range(1, 18))]
    assert set(wanted) <= THESIS.keys()
