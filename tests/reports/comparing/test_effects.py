# SPDX-License-Identifier: BSD-3-Clause
"""The statistics of a comparison, against SciPy and campaigns whose truth is known."""

import statistics
from pathlib import Path

import pytest

np = pytest.importorskip("numpy", reason="NumPy is missing")
stats = pytest.importorskip("scipy.stats", reason="SciPy is missing")

import twins  # noqa: E402
from comparing.comparison import FASTER, SLOWER, SMALLEST, Comparison, compare  # noqa: E402
from comparing.effects import (  # noqa: E402
    LEVEL,
    MANY,
    adjusted,
    aligned,
    centre_of,
    effects_of,
    median_interval,
)
from comparing.launches import Launches, Moments, block_medians, moments_of  # noqa: E402
from comparing.student import quantile, tail  # noqa: E402

PAIRS = 30
STEADY = ("reduce", ("threads", "direct"))  # the implementation that a test slows down


def launches_of(*arguments, **keywords) -> Launches:
    """A campaign of twins.py, as if read from a file."""
    records = twins.campaign(*arguments, **keywords)
    campaign = Launches(Path("twin.jsonl"), next(records) | {"command": []})
    for record in records:
        campaign.add(record)
    return campaign


def moments(cells: list[list[float]]) -> list[Moments]:
    return list(map(moments_of, cells))


def changed(comparison: Comparison) -> list[str]:
    return ["/".join(change.key[:3]) for change in comparison.changed]


def few_cells(seed: int) -> tuple[list[list[float]], list[list[float]]]:
    """Both sides of fewer cells than tell anything about the machine."""
    chance = np.random.default_rng(seed)
    sizes = chance.integers(3, 15, (MANY - 1, 2))
    sides = ([list(chance.lognormal(0, 0.1, n)) for n in sizes[:, side]] for side in (0, 1))
    return tuple(sides)


def test_p_values_and_intervals_of_single_cells_are_scipy_s_welch_t():
    base, new = few_cells(1)
    ours = effects_of(moments(base), moments(new), absolute=False)
    for at, (one, other) in enumerate(zip(base, new, strict=True)):
        theirs = stats.ttest_ind(np.log(other), np.log(one), equal_var=False)
        interval = theirs.confidence_interval(0.95)
        effect = ours.cells[at]
        assert effect.p == pytest.approx(theirs.pvalue, rel=1e-9)
        assert (effect.low, effect.high) == pytest.approx(tuple(interval), rel=1e-9)


@pytest.mark.parametrize("freedom", [1, 1.3, 2, 4.5, 11, 33.3, 250, 1000, 2999.9, 3000, 1e5, 1e9])
def test_student_s_distribution_is_scipy_s(freedom):
    for t in (0, 1e-6, 0.1, 0.7, 1.5, 3, 8, 30, 300):
        assert tail(t, freedom) == pytest.approx(stats.t.sf(t, freedom), rel=1e-9, abs=1e-100)
    for probability in (0.6, 0.75, 0.975, 0.9999):
        assert quantile(probability, freedom) == pytest.approx(stats.t.ppf(probability, freedom),
                                                               rel=1e-9)


def test_corrected_p_values_are_scipy_s_benjamini_hochberg():
    p = (np.random.default_rng(2).uniform(0, 1, 500) ** 3).tolist()
    assert adjusted(p) == pytest.approx(stats.false_discovery_control(p, method="bh"))


def test_the_median_of_a_block_is_the_median_whatever_the_lengths():
    chance = np.random.default_rng(3)
    blocks = [list(chance.uniform(1, 2, size)) for size in (3, 20, 1, 20, 7, 3)]
    flat, sizes = np.concatenate(blocks).tolist(), [len(one) for one in blocks]
    assert block_medians(flat, [*sizes, 0]) == pytest.approx([np.median(one) for one in blocks])


def test_pooled_moments_are_those_of_all_units():
    first, second = few_cells(4)
    first[0], second[1] = [], []
    for one, other in zip(first, second, strict=True):
        pooled = moments_of(one).pooled(moments_of(other))
        assert pooled == pytest.approx(moments_of(one + other))


def test_the_centre_of_normal_values_is_their_median_and_standard_deviation():
    values = np.random.default_rng(5).normal(3, 2, 100001)
    centre = centre_of(values)
    assert centre.middle == pytest.approx(3, abs=0.03)
    assert centre.spread == pytest.approx(2, rel=0.05)
    low, high = median_interval(centre)
    assert low < 3 < high and high - low == pytest.approx(2 * 1.96 * 2.507 / 100001**0.5, rel=0.1)


def test_the_centre_stays_where_most_values_are_when_a_third_are_elsewhere():
    values = np.random.default_rng(6).normal(0, 1, 9000)
    values[:3000] += 6
    centre = centre_of(values)
    assert abs(centre.middle) < 0.1 and centre.spread == pytest.approx(1, rel=0.15)


def test_the_centre_of_equal_values_is_that_value():
    assert centre_of([2.5] * 7)[:2] == (2.5, 0)
    assert centre_of([2.5])[:2] == (2.5, 0)


def test_two_campaigns_of_one_program_differ_in_at_most_5_percent_of_their_cells():
    shares = []
    for seed in range(PAIRS):
        comparison = compare([launches_of(seed)], [launches_of(1000 + seed)], absolute=False)
        shares.append(len(comparison.changed) / len(comparison.changes))
    assert statistics.mean(shares) <= 0.05 and max(shares) <= 0.1


def test_what_differs_between_campaigns_is_found_and_nothing_else(monkeypatch):
    monkeypatch.setattr(twins, "STATE", 0.03)
    comparison = compare([launches_of(1)], [launches_of(2)], absolute=False)
    assert comparison.effects.state == pytest.approx(0.03 * 2**0.5, rel=0.2)
    assert len(comparison.changed) <= 0.05 * len(comparison.changes)


def noises(chance, cells: int, launches: int) -> dict[str, np.ndarray]:
    """Logarithms of launches of some cells: unequally noisy, with outliers, bimodal."""
    each = chance.uniform(0.003, 0.05, (cells, 1))
    modes = (chance.random((cells, launches)) < 0.15) * (np.arange(cells) % 2)[:, None]
    return {
        "uneven": each * chance.normal(0, 1, (cells, launches)),
        "outliers": each * chance.standard_t(2, (cells, launches)),
        "two modes": 0.36 * modes + chance.normal(0, 0.005, (cells, launches)),
    }


@pytest.mark.parametrize("noise", ["uneven", "outliers", "two modes"])
@pytest.mark.parametrize("launches", [6, 12])
@pytest.mark.parametrize("state", [0.0, 0.01, 0.05])
def test_at_most_5_percent_differ_whatever_launches_and_campaigns_do(noise, launches, state):
    chance = np.random.default_rng(launches)
    found = []
    for _ in range(PAIRS):
        sides = []
        for _ in range(2):
            times = noises(chance, 240, launches)[noise]
            times += state * chance.standard_t(3, (240, 1)) + chance.normal(0, 0.03)
            sides.append(moments(np.exp(times).tolist()))
        effects = effects_of(*sides, absolute=False).cells
        found += [one.q <= LEVEL and abs(one.effect) > SMALLEST for one in effects]
    assert np.mean(found) <= 0.05


def test_one_implementation_5_percent_slower_is_found_at_all_sizes_and_nothing_else():
    new = launches_of(1001, twins.slowed(*STEADY, 1.05))
    comparison = compare([launches_of(1)], [new], absolute=False)
    assert changed(comparison) == ["reduce/threads/direct"] * len(twins.SIZES)
    assert comparison.counts[SLOWER] == len(twins.SIZES)


def test_of_the_cells_that_are_named_at_most_5_percent_did_not_change():
    named, false = 0, 0
    for seed in range(PAIRS):
        new = launches_of(1000 + seed, twins.slowed(*STEADY, 1.05))
        found = changed(compare([launches_of(seed)], [new], absolute=False))
        assert found.count("reduce/threads/direct") >= len(twins.SIZES) - 1
        named, false = named + len(found), false + len(found) - found.count("reduce/threads/direct")
    assert false <= 0.05 * named


def test_a_third_of_the_cells_changed_moves_neither_the_machine_nor_the_others():
    def slower(key):
        return 1.08 if key["bytes"] in twins.SIZES[:3] else 1.0

    base, new = launches_of(1, drift=0), launches_of(2, slower, drift=0)
    comparison = compare([base], [new], absolute=False)
    assert comparison.machine[0] == pytest.approx(1, abs=0.003)
    slow = [change.key.bytes in twins.SIZES[:3] for change in comparison.changes]
    assert sum(slow) > 0.29 * len(slow)
    assert [change.verdict == SLOWER for change in comparison.changes] == slow


def test_what_the_machine_changed_is_taken_out_unless_absolute():
    base, new = launches_of(1, drift=0), launches_of(2, lambda key: 0.9, drift=0)
    comparison = compare([base], [new], absolute=False)
    low, high = comparison.machine[1:]
    assert comparison.effects.shifted and low < 0.9 < high and high - low < 0.01
    assert comparison.changed == []
    comparison = compare([base], [new], absolute=True)
    assert not comparison.effects.shifted
    assert comparison.counts[FASTER] == len(comparison.changes)
    assert comparison.machine[1:] == (low, high)


def test_few_cells_say_nothing_about_the_machine():
    base, new = launches_of(1), launches_of(2, lambda key: 1.3, drift=0)
    keys = list(base.cells)[: MANY - 1]
    for campaign in (base, new):
        campaign.cells = {key: campaign.cells[key] for key in keys}
    comparison = compare([base], [new], absolute=False)
    assert not comparison.effects.shifted and comparison.effects.spread == 1
    assert comparison.counts[SLOWER] == len(keys)


def test_repeated_campaigns_are_one_sample_without_the_shifts_of_their_machines():
    sides = [[launches_of(10 * side + seed, drift=0.1) for seed in range(4)] for side in (1, 2)]
    keys = list(sides[0][0].cells)
    pooled = aligned([campaign.moments(keys) for campaign in sides[0]])
    assert {one.n for one in pooled} == {4 * twins.LAUNCHES}
    spread = np.sqrt(np.median([one.squares / (one.n - 1) for one in pooled]))
    assert spread == pytest.approx((twins.LAUNCH**2 + twins.STATE**2) ** 0.5, rel=0.2)
    comparison = compare(*sides, absolute=False)
    assert len(comparison.changed) <= 0.05 * len(keys)


def test_a_cell_with_one_unit_is_not_tested():
    ours = effects_of(moments([[1.0], [1.0, 1.1]]), moments([[2.0, 2.0], [1.0, 1.1]]), False)
    assert ours.cells[0] is None and ours.cells[1].q == 1


def test_units_without_any_spread_differ_surely_or_not_at_all():
    ours = effects_of(moments([[1.0] * 3] * 2), moments([[1.0] * 3, [1.1] * 3]), False)
    assert ours.cells[0].p == 1 and ours.cells[1].p < 1e-15
