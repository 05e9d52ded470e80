# SPDX-License-Identifier: BSD-3-Clause
"""The pseudomedian, and the exact distribution of signed ranks."""

import numpy as np
import pytest

from comops.statistics.walsh import interval_of, pseudomedian, rank_of, walsh_averages

stats = pytest.importorskip("scipy.stats")


@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_the_rank_is_the_largest_that_covers_so_often(confidence):
    """By the p-values of SciPy's exact test: k - 1 is the largest sum that is significant."""
    for count in range(2, 26):
        signs = np.ones(count)
        sums = []
        for total in range(count * (count + 1) // 4):
            signs[:] = 1  # a set of ranks with this sum is negative
            left = total
            for rank in range(count, 0, -1):
                if rank <= left:
                    signs[rank - 1], left = -1, left - rank
            p = stats.wilcoxon(signs * np.arange(1, count + 1), method="exact").pvalue
            sums.append(p <= 1 - confidence)
        assert rank_of(count, confidence) == sum(sums), count


def test_intervals_for_equivalence_are_narrower_from_six_launches_on():
    assert rank_of(5) == 0
    for count in range(6, 201):
        assert rank_of(count, 0.9) > rank_of(count) > 0, count


def test_the_estimate_is_the_median_of_the_means_of_any_two():
    averages = walsh_averages(np.array([[1.0, 9.0, 2.0], [0.0, 0.0, 6.0]]))
    assert averages.tolist() == [[1, 1.5, 2, 5, 5.5, 9], [0, 0, 0, 3, 3, 6]]
    assert pseudomedian(averages).tolist() == [3.5, 1.5]
    assert interval_of(averages, 3) is None


def test_an_outlier_moves_neither_estimate_nor_interval_far():
    values = np.arange(1.0, 21)
    plain, spoiled = (walsh_averages(each) for each in (values, np.append(values[:-1], 1e9)))
    assert abs(pseudomedian(plain) - pseudomedian(spoiled)) <= 1
    assert np.allclose(interval_of(plain, 20), interval_of(spoiled, 20), atol=2)
