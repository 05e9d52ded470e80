/* SPDX-License-Identifier: BSD-3-Clause */
enum { SENDER = 0, RECEIVER = 1 };

#include "comops/patterns/one_way.h"

PATTERN(.name = "put",
        .summary =
            "rank 0 writes into rank 1's memory, timed until the call returns: a lower bound",
        .completion = "A run ends on rank 0 when the call has returned and its buffer may be "
                      "rewritten; that the "
                      "data arrive is checked, but not timed.",
        .bytes_mean = "one message", .rate_formula = "bytes / time",
        .source = "ARSC T3D Users' Newsletter 56 (1995), table 2", .unit = 1, .min_ranks = 2,
        .messages = 1, .isolated = true, .send_bytes = one_way_send_bytes,
        .recv_bytes = one_way_recv_bytes, .rate_bytes = one_way_rate_bytes, .fill = one_way_fill,
        .check = one_way_check);
