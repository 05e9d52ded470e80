# SPDX-License-Identifier: BSD-3-Clause
"""Why: what implementations declare next to what was measured, whether that explains who is faster,
and hardware counters; no unsupported claim."""

from types import SimpleNamespace

import pytest

import example
from page_fixtures import HOSTILE
from measured import DECLARED_SIZES as SIZES, declaring, implementation
from comops.reports.answers.why import LONG, SHORT, Explanation
from comops.reports.page import sections
from comops.reports.words.phrases import text_of
from comops.results.cell_parts import Grouping, formula_valid, formula_value
from comops.results.findings import EQUIVALENT, UNDECIDED

EVENT, UNKNOWN = "L2_MISSES:PMC0", "NOT_HERE:PMC1"


@pytest.fixture
def built(report_read):
    """The variables of the section."""
    return lambda *files: sections.why(report_read(*files))


@pytest.fixture
def why(built):
    return lambda records: built(records)["why"]


@pytest.fixture
def told(built):
    """What is told of the first operation."""
    return lambda records: built(records)["accounts"][0][1]


def pairs_set(records: list[example.Record], ratio: float, ci95: list[float] | None) -> None:
    """Gives every pair of the two protocols of threads this ratio, seen from `lock`."""
    for record in records:
        if record["record"] == "pair" and record["a"]["path"] == record["b"]["path"] == "threads":
            turned = record["a"]["protocol"] == "barrier"
            record["ratio"] = 1 / ratio if turned else ratio
            record["ci95"] = sorted(1 / end for end in ci95) if ci95 and turned else ci95
        elif record["record"] == "cell" and record["path"] == "threads":
            record["time_us"] = 1e-3 * (ratio if record["protocol"] == "barrier" else 1.0)


def words(part) -> list[str]:
    (_, ((_, _, sentences),)), *_ = part.operations
    return [text_of(text).replace("\N{NO-BREAK SPACE}", " ") for text in sentences]


@pytest.mark.parametrize(
    ("text", "ranks", "value"),
    [
        ("0", 4, 0),
        ("1.5", 4, 1.5),
        ("P", 4, 4),
        ("P-1", 4, 3),
        ("2(P-1)", 3, 4),
        ("log2 P", 8, 3),
        ("3 log2 P - 1", 4, 5),
        ("2(P-1) + 1", 2, 3),
        ("P - 1", 4, 3),
        ("3, 2 with 2 ranks", 2, 2),
        ("3, 2 with 2 ranks", 4, 3),
        ("log2 P", 6, None),
        ("at most 3 log2 P + 2", 4, None),
        ("G - 1", 2, 1),
        ("G - L", 2, 1),
        ("2 L", 2, 2),
        ("G - 1", 4, None),
    ],
)
def test_a_formula_has_a_value_for_a_number_of_ranks(text, ranks, value):
    assert formula_valid(text) and formula_value(text, ranks) == value


def test_groups_that_are_known_give_a_value():
    groups = Grouping(levels=2, ranks=20)
    assert formula_value("G - 1", 64, groups) == 19
    assert formula_value("G - L", 64, groups) == 18
    assert formula_value("4 L", 64, groups) == 8
    assert formula_value("P-1 + L", 3, groups) == 4


@pytest.mark.parametrize(
    "text", ["", "P-2", "2P", "1 +", "-1", "1+1", "3, 2", "at most", "5L", HOSTILE, None]
)
def test_what_is_no_formula_is_not_taken_for_one(text):
    assert not formula_valid(text)


@pytest.mark.parametrize(("ratio", "ci95", "equal_waits", "said"), [
    (1.9, [1.8, 2.0], False, [
        "Threads (lock) copy each byte once, threads (barrier) twice; "
        "the former are 1.90 times as fast at 800,000 B.",
        "Threads (lock) wait for another rank once, threads (barrier) twice; "
        "the former are 1.90 times as fast at 8 B."]),
    (0.5, [0.4, 0.6], True, [
        "Threads (lock) copy each byte once, threads (barrier) twice, "
        "yet the latter are 2.0 times as fast at 800,000 B.",
        "Threads (barrier) fetch from another core once, threads (lock) 3 times; "
        "the former are 2.0 times as fast at 8 B."]),
    # An interval that does not bear it out.
    (1.9, [0.9, 2.1], False, []), (1.9, [1.0, 3.0], False, []), (1.9, None, False, []),
])
def test_costs_that_differ_make_a_sentence_with_who_is_faster(why, ratio, ci95, equal_waits, said):
    records = declaring()
    for row in records[0]["implementations"] if equal_waits else ():
        row["waits"] = row["copies"] and "1"
    pairs_set(records, ratio, ci95)
    assert words(why(records)) == said


def test_a_factor_that_the_times_contradict_is_not_told(why):
    records = declaring()
    pairs_set(records, 1.9, [1.8, 2.0])
    for cell in example.kinds(records, "cell"):
        cell["time_us"] = 1e-3 if cell["path"] == "threads" else 10.0
    assert words(why(records)) == [
        "Threads (lock) copy each byte once, threads (barrier) twice; "
        "the former are faster at 800,000 B.",
        "Threads (lock) wait for another rank once, threads (barrier) twice; "
        "the former are faster at 8 B."]


def test_the_table_shows_formulas_with_their_values_and_what_is_inside_the_runtime(why):
    (_, ((panel, lines, _),)), *_ = why(declaring(("pingpong",))).operations
    shown = {line.protocol: [line.shown(n) for n in ("copies", "lines", "waits")]
             for line in lines}
    assert shown == {
        "barrier": ["2", "1", "2"],
        "lock": ["1", "2(P-1) + 1 = 3", "1"],
        "sendrecv": ["2 inside MPI", "inside MPI", "log2 P = 1"],
    }
    assert (panel.small, panel.large) == (8, 800000)


def test_a_cell_with_more_ranks_says_in_which_groups_they_met(why):
    records = declaring(("pingpong",))
    for record in example.kinds(records):
        record |= {"ranks": 64, "groups": {"levels": 2, "ranks": 20}}
    for row in records[0]["implementations"]:
        row["waits"] = "G - L"
    (_, ((panel, lines, _),)), *_ = why(records).operations
    assert {line.shown("waits") for line in lines} == {"G - L = 18"}


def test_threads_have_no_runtime_that_moves_data_for_them(why):
    records = declaring(("pingpong",))
    records[0]["implementations"][0] |= {"lines": None, "waits": None}
    (_, ((panel, lines, _),)), *_ = why(records).operations
    assert [lines[0].shown(name) for name in ("copies", "lines", "waits")] == ["2", "–", "–"]


def test_without_long_messages_copies_are_not_compared(why):
    facts = {"implementations": [implementation("pingpong", s)
                                 for s in example.series_of("pingpong")]}
    records = example.campaign(("pingpong",), ("bus",), (16, 4096), facts=facts)
    assert why(records).operations == []
    records = example.campaign(("pingpong",), ("bus",), (8, 4096), facts=facts)
    pairs_set(records, 1.9, [1.8, 2.0])
    (sentence,) = words(why(records))
    assert "wait for another rank" in sentence


def test_the_time_of_many_messages_is_not_explained_by_the_waits_of_one(why):
    records = declaring()
    pairs_set(records, 1.9, [1.8, 2.0])
    for key in example.keys_of(records):
        key |= {"series_of": "volume", "series": max(SIZES)}
    (sentence,) = words(why(records))
    assert "copy each byte" in sentence


def test_an_operation_of_which_nothing_is_declared_is_named(why):
    records = declaring(("pingpong", "reduce"))
    for row in records[0]["implementations"]:
        if row["pattern"] == "reduce":
            row |= dict.fromkeys(("copies", "lines", "waits"))
    part = why(records)
    assert [panel.pattern for panel, _ in part.operations] == ["pingpong"]
    assert part.undeclared == ["reduce"]


def test_the_part_shows_the_file_s_numbers_and_fits_a_phone(opened):
    records = declaring()
    with opened(records, width=400) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        tables = page.locator("#why table.why")
        assert tables.count() == 2
        for table, pattern in zip(tables.all(), ("pingpong", "reduce"), strict=True):
            shown = table.locator("tbody tr").evaluate_all(
                "rows => rows.map(row => [row.querySelector('th').textContent.trim(),"
                " ...[...row.querySelectorAll('data')].map(data => Number(data.value))])"
            )
            cells = {
                (r["path"].replace("mpi", "MPI") + ", " + r["protocol"], r["bytes"]): r
                for r in records
                if r["record"] == "cell" and r["pattern"] == pattern
            }
            assert len(shown) == len(example.series_of(pattern))
            for name, time, rate in shown:
                assert time == cells[name, 8]["median_us"]
                assert rate == cells[name, 800000]["rate_MBps"]
        assert "inside MPI" in tables.nth(1).text_content()
        assert "ch3:nemesis" in page.locator("#why").inner_text()


# ---- both sides of a verdict ------------------------------------------------------------------


def account(winner, names, *needs):
    """An account of threads and MPI that need so much of each name."""
    sides = tuple(
        SimpleNamespace(path=path, known=dict(zip(names, costs, strict=True)).get)
        for path, costs in zip(("threads", "mpi"), needs, strict=True)
    )
    return Explanation("as in the paper", SimpleNamespace(winner=winner), sides, names)


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


def test_both_sides_of_each_verdict_are_told_with_what_nemesis_copies(told):
    long, short, *_ = every = told(declaring(("pingpong",)))
    assert [row.title for row in every] == ["as in the paper"] * 2 + ["best against best"] * 2
    assert (long.row.size, short.row.size) == (800000, 8)
    assert long.needs[1] == "copied twice inside MPI"
    assert short.needs[1] == "1 wait, lines inside MPI"


@pytest.mark.parametrize("changes", [{"runtimes": {"mpi": "MPICH 5.0.2, ch4:ucx"}},
                                     {"runtimes": {}}])
def test_of_other_libraries_no_copies_are_known(told, changes):
    first, *_ = told(declaring(("pingpong",), **changes))
    assert first.needs[1] == "copied inside MPI" and "not all" in first.conclusion


def test_of_more_ranks_or_messages_no_copies_of_the_library_are_known(told):
    records = example.campaign(("reduce",), ("bus",), (8, 800000), facts={
        "implementations": [implementation("reduce", row) for row in example.series_of("reduce")]})
    assert told(records)[0].needs[1] == "copied inside MPI"


# ---- hardware counters ------------------------------------------------------------------------


def counted(reason: str | None = None) -> list[example.Record]:
    """A campaign in which rank 1 of each cell counts ten times its bytes, rank 0 one more."""
    facts = {"counters": {"group": "CACHES", "reason": reason}}
    records = example.campaign(("pingpong",), ("bus",), SIZES, facts=facts)
    for record in example.kinds(records):
        of_rank = [10 * record["bytes"] + 1.0, 10 * record["bytes"]]
        record["counters"] = None if reason else {
            "group": "CACHES",
            "runs": 100,
            "events": {EVENT: of_rank, UNKNOWN: [None, None]},
            "empty": {EVENT: [0.5, 0.5], UNKNOWN: [None, None]},
        }
    return records


@pytest.fixture
def counters(built):
    return lambda *files: built(*files)["counters"]


def test_events_of_short_and_long_messages_are_sums_over_the_ranks(counters):
    part = counters(counted())
    ((panel, tables),) = part.panels
    assert (panel.title, part.asked, part.refused) == ("pingpong", True, [])
    assert [table.size for table in tables] == [8, 800000]
    for table in tables:
        shown = [(cell.key.path, cell.key.protocol) for cell in table.cells]
        assert shown == example.series_of("pingpong")
        width = len(table.cells)
        assert table.rows == [(EVENT, [20 * table.size + 1] * width), (UNKNOWN, [None] * width)]


def test_a_size_at_which_nothing_was_counted_has_no_table(counters):
    records = counted()
    for record in records:
        if record.get("bytes") == 8:
            record["counters"] = None
    ((_, tables),) = counters(records).panels
    assert [table.size for table in tables] == [800000]


def test_a_machine_without_counters_is_reported_with_the_reason(counters, page_of):
    files = counted("no msr device"), example.campaign(("pingpong",), ("bus",), SIZES)
    assert counters(*files) == ([], [("0.jsonl on node17", "CACHES", "no msr device")], True)
    assert counters(files[1]) == ([], [], False)
    assert "the hardware counters of CACHES, but they were not available: no msr" in page_of(*files)


def test_the_page_shows_the_counts_of_each_cell(opened):
    with opened(counted(), width=400) as page:
        part = page.locator("#why details.counters")
        assert part.count() == 1
        part.locator("summary").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        values = part.locator("table").nth(1).locator("data").evaluate_all(
            "all => all.map(data => Number(data.value))")
        assert values == [16000001] * len(example.series_of("pingpong"))
        assert "Hardware counters were not read" not in page.locator("#why").inner_text()
