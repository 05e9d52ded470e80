/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/bandwidth.h"

/* 1, 2, 4 and so on, and as many as there can be. */
static size_t pairs(int ranks, int index)
{
    const size_t most = (size_t)ranks / 2, pairs = (size_t)1 << index;

    if (pairs < most)
        return pairs;
    return index == 0 || pairs / 2 < most ? most : SERIES_END;
}

BANDWIDTH_PATTERN(
        .name = "message_rate",
        .summary = "bandwidth of several pairs at the same time; the ranks of a pair are half of "
                   "all ranks apart",
        .completion = "A run ends on a sender when its receiver has acknowledged that all messages "
                      "of the window are in its receive buffer.",
        .bytes_mean = "one message of a window, as in bandwidth",
        .rate_formula = "pairs x window x bytes / time (time is that of all windows)",
        .source = "osu_mbw_mr; IMB Uniband", .series_of = "pairs", .series = pairs);
