# SPDX-License-Identifier: BSD-3-Clause
"""How papers measure (docs/method.md)."""

from comops.results.methods import Method

METHODS = (
    Method("luecke", "51 trials with cold caches, filtered mean", "cold", rounds=1,
           block_samples=51, own_clocks=True, unprepared=True, drops_outliers=True,
           centre="filtered_mean"),
    Method("arsc", "the first run alone", "reuse", rounds=1, block_samples=1, own_clocks=True,
           unprepared=True),
    Method("thesis", "mean of 10000 trials", "cold", rounds=4, block_samples=2500,
           own_clocks=True, within_budget=True, clears=8_000_000, centre="mean"),
)
