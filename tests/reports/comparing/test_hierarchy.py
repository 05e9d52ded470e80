# SPDX-License-Identifier: BSD-3-Clause
"""The statistics of a comparison, against SciPy and against values whose truth is known."""

import math
from itertools import product

import pytest

np = pytest.importorskip("numpy", reason="NumPy is missing")
stats = pytest.importorskip("scipy.stats", reason="SciPy is missing")

from comops.results.keys import CellKey  # noqa: E402
from comops.statistics.comparing import launches  # noqa: E402
from comops.statistics.comparing.contrasts import (  # noqa: E402
    ComparedCell, Contrast, Estimate, estimate_of, less, mean_of)
from comops.statistics.comparing.hierarchy import (
    Variation, discoveries, place_of, simes, tree_of
)  # noqa: E402
from comops.statistics.comparing.launches import centre_of  # noqa: E402
from comops.statistics.comparing.machine import variance_of  # noqa: E402

KEY = CellKey("reduce", "threads", "direct", "bus", ranks=2, bytes=8)
FEW = 5  # launches: their centre is the mean


def series_of(times):
    return launches.series_of(times, range(1, len(times) + 1))


def contrast(base, new):
    old, other = series_of(base), series_of(new)
    return Contrast(other.mean - old.mean, list(old.parts), list(other.parts))


def cells_of(effects, error, chance=None, launches: int = 20) -> list[ComparedCell]:
    """Cells with these effects exactly, whose launches are independent."""
    chance, cells = chance or np.random.default_rng(9), []
    for key in sorted(effects, key=place_of):
        sides = chance.normal(0, error / math.sqrt(2 * launches), (2, launches)).tolist()
        cells.append(ComparedCell(key, [Contrast(effects[key], *sides)], (launches, launches)))
    return cells


def keys_of() -> list[CellKey]:
    return [KEY._replace(path=path, pattern=pattern, protocol=protocol, bytes=8 << 2 * size)
            for path, pattern, protocol, size in product(
                ("threads", "mpi"), ("gather", "reduce"), ("a", "b"), range(6))]


def test_a_cell_of_few_launches_is_tested_by_scipy_s_welch_t():
    chance = np.random.default_rng(1)
    for _ in range(20):
        base, new = (chance.lognormal(0, 0.1, chance.integers(3, FEW + 1)) for _ in range(2))
        ours = estimate_of(contrast(base, new), (len(base), len(new)))
        theirs = stats.ttest_ind(np.log(new), np.log(base), equal_var=False)
        p = 2 * min(ours.above(0), ours._replace(effect=-ours.effect).above(0))
        assert p == pytest.approx(theirs.pvalue, rel=1e-9)
        low, high = theirs.confidence_interval(0.95)
        assert ours.effect + ours.reach(0.975) == pytest.approx(high, rel=1e-9)
        assert ours.effect - ours.reach(0.975) == pytest.approx(low, rel=1e-9)


def test_the_centre_of_normal_launches_is_their_mean_with_its_error():
    chance = np.random.default_rng(2)
    series = [series_of(np.exp(chance.normal(1, 0.05, 20)).tolist()) for _ in range(2000)]
    spread = np.std([log.mean for log in series])
    error = np.sqrt(np.mean([sum(part**2 for part in log.parts) for log in series]))
    assert np.mean([log.mean for log in series]) == pytest.approx(1, abs=0.001)
    assert spread == pytest.approx(0.05 / 20**0.5, rel=0.1) and error == pytest.approx(spread, 0.1)


def test_a_launch_in_which_everything_was_slow_hardly_moves_the_centre():
    logs = list(np.random.default_rng(3).normal(0, 0.01, 20))
    assert abs(centre_of([*logs, 0.4])[0] - centre_of(logs)[0]) < 0.003
    assert centre_of([2.5] * 7) == (2.5, math.inf)
    assert centre_of([0.0, 1.0, 5.0])[0] == 2.0


def test_a_void_launch_keeps_its_place_and_adds_nothing():
    series = series_of([1.0, None, math.e])
    assert series.n == 2 and series.mean == 0.5
    assert series.parts[1] == 0 and series.parts[0] == -series.parts[2]
    assert launches.series_of([1.0, math.e], [1, 3]) == series


def test_what_a_launch_did_to_all_sizes_does_not_average_out():
    chance = np.random.default_rng(4)
    common, own = chance.normal(0, 0.05, 20), chance.normal(0, 0.05, (12, 20))
    together = mean_of([contrast(np.exp(common), np.exp(common))] * 12, [1.0] * 12)
    apart = mean_of([contrast(np.exp(own_log), np.exp(own_log)) for own_log in own], [1.0] * 12)
    errors = [estimate_of(mean, (20, 20)).error for mean in (together, apart)]
    single = estimate_of(contrast(np.exp(common), np.exp(common)), (20, 20)).error
    assert errors[0] == pytest.approx(single) and errors[1] < 0.5 * single
    assert estimate_of(less(together, together), (20, 20)).error == 0


def test_simes_with_equal_weights_is_the_least_of_benjamini_and_hochberg_s():
    p = np.random.default_rng(5).uniform(0, 1, 50).tolist()
    expected = min(stats.false_discovery_control(p, method="bh"))
    assert simes([(value, 3.0) for value in p]) == pytest.approx(expected)
    assert simes([(0.01, 2.0), (0.5, 1.0), (0.9, 1.0)]) == pytest.approx(0.02)


def found(cells, level=0.05):
    root = tree_of(cells, Variation())
    return [(node.level, node.key) for node in discoveries(root, lambda n: n.changed(), level)]


def test_a_shift_of_all_sizes_is_found_at_the_implementation_where_no_cell_shows_it():
    keys = keys_of()
    slow = {key for key in keys if key[:3] == ("gather", "mpi", "b")}
    nodes = found(cells_of({key: 0.05 * (key in slow) for key in keys}, 0.022))
    assert [level for level, _ in nodes] == ["campaign", "path", "pattern", "implementation"]
    assert nodes[-1][1][:3] == ("gather", "mpi", "b")


@pytest.mark.parametrize("changed", [lambda key: key == keys_of()[7],
                                     lambda key: key.path == "mpi"], ids=["a size", "a path"])
def test_what_changed_is_found_down_to_its_cells_and_no_other(changed):
    keys = keys_of()
    nodes = found(cells_of({key: 0.2 * changed(key) for key in keys}, 0.02))
    assert {key for level, key in nodes if level == "cell"} == set(filter(changed, keys))


@pytest.mark.parametrize("effect, changed", [(0.8, False), (1.2, True)])
def test_a_size_that_moved_by_less_than_its_launches_differ_did_not_change(effect, changed):
    """Twenty launches that differ by 1."""
    keys = keys_of()
    root = tree_of(cells_of({key: effect * (key == keys[7]) for key in keys}, 0.1), Variation())
    cell, = (leaf for leaf in root.walk() if leaf.level == "cell" and leaf.key == keys[7])
    cell.contrasts[0] = Contrast(effect, *2 * [20 * [1 / 20]])
    assert cell.spread == pytest.approx(1)
    assert (cell.changed() < 0.005) == changed


def test_nothing_is_found_where_nothing_changed_in_19_of_20_campaigns():
    chance, keys = np.random.default_rng(6), keys_of()
    false = sum(bool(found(cells_of({key: chance.normal(0, 0.02) for key in keys}, 0.02, chance)))
                for _ in range(100))
    assert false <= 100 * 0.05 + 2 * (100 * 0.05 * 0.95) ** 0.5


def test_of_what_is_found_at_most_a_twentieth_is_false():
    chance, keys = np.random.default_rng(7), keys_of()
    slow = {key for key in keys if key.protocol == "a" and key.path == "mpi"}
    shares, right = [], 0
    for _ in range(50):
        effects = {key: 0.08 * (key in slow) + chance.normal(0, 0.02) for key in keys}
        nodes = found(cells_of(effects, 0.02, chance))
        named = [key for level, key in nodes if level == "cell"]
        shares.append(sum(key not in slow for key in named) / max(len(named), 1))
        right += len(slow.intersection(named))
    assert np.mean(shares) <= 0.05 and right > 0.5 * 50 * len(slow)


@pytest.mark.parametrize("truth", [0.0, 0.02, 0.05])
def test_variation_between_campaigns_is_estimated(truth):
    chance = np.random.default_rng(8)
    errors = chance.uniform(0.005, 0.03, 1000)
    differences = [Estimate(chance.normal(0, math.hypot(error, truth)), error, 1e6)
                   for error in errors]
    assert math.sqrt(variance_of(differences)) == pytest.approx(truth, abs=0.004)
    assert variance_of(differences[:19]) == 0
