/* SPDX-License-Identifier: BSD-3-Clause */
enum { SENDER = 1, RECEIVER = 0 };

#include "comops/patterns/one_way.h"

PATTERN(.name = "get", .summary = "rank 0 reads rank 1's buffer, which takes no part",
        .completion = "A run ends on rank 0 when rank 1's data are in its receive buffer.",
        .bytes_mean = "one message", .rate_formula = "bytes / time",
        .source = "ARSC T3D Users' Newsletter 56 (1995), table 1", .unit = 1, .min_ranks = 2,
        .messages = 1, .isolated = true, .send_bytes = one_way_send_bytes,
        .recv_bytes = one_way_recv_bytes, .rate_bytes = one_way_rate_bytes, .fill = one_way_fill,
        .check = one_way_check);
