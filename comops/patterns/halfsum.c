/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/vector_sum.h"

VECTOR_SUM_PATTERN(
    "halfsum", .summary = "vector sum by halving: halves are exchanged and summed, then collected");
