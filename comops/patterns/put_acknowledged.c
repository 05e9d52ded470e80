/* SPDX-License-Identifier: BSD-3-Clause */
enum { SENDER = 0, RECEIVER = 1 };

#include "comops/patterns/one_way.h"

PATTERN(.name = "put_acknowledged",
        .summary = "rank 0 writes into rank 1's memory, which says so: an upper bound",
        .completion = "Rank 1 has all of the message before it acknowledges; a run ends on rank 0 "
                      "when that has "
                      "come.",
        .bytes_mean = "one message; time includes the way back of the acknowledgement",
        .rate_formula = "bytes / time", .source = "ARSC T3D Users' Newsletter 56 (1995), table 4",
        .unit = 1, .min_ranks = 2, .messages = 1, .non_overlapping = true,
        .send_bytes = one_way_send_bytes, .recv_bytes = one_way_recv_bytes,
        .rate_bytes = one_way_rate_bytes, .fill = one_way_fill, .check = one_way_check);
