/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/vector_sum.h"

VECTOR_SUM_PATTERN(
    "exchsum",
    .summary =
        "vector sum by exchange: log2(ranks) steps, each swapping the whole vector with a partner");
