/* SPDX-License-Identifier: BSD-3-Clause */
enum { SENDER = 0, RECEIVER = 1 };

#include "comops/ranks/patterns/one_way.h"

ONE_WAY_PATTERN(
        .name = "put",
        .summary =
            "rank 0 writes into rank 1's memory, timed until the call returns: a lower bound",
        .completion = "A run ends on rank 0 when the call has returned and its buffer may be "
                      "rewritten; the arrival of the data is checked, but not timed.",
        .bytes_mean = "one message", .source = "ARSC T3D Users' Newsletter 56 (1995), table 2",
        .isolated = true, .empty = true, .passive = true);
