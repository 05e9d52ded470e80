/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/vector_sum.h"

VECTOR_SUM_PATTERN(
    "ringsum",
    .summary = "vector sum round a ring: slices are summed on the way, then passed round");
