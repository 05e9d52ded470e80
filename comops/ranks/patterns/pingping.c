/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/pingpong.h"

PATTERN(.name = "pingping", .summary = "ranks 0 and 1 send each other one message at the same time",
        .completion = "A run ends on a rank when the other's message is in its receive buffer and "
                      "its own send buffer may be rewritten.",
        .bytes_mean = "one message", .rate_formula = "2 x bytes / time (both directions)",
        .source = "MPBench (bidirectional); IMB PingPing", .unit = 1, .min_ranks = 2, .messages = 1,
        .marked = true, .send_bytes = pingpong_bytes, .recv_bytes = pingpong_bytes,
        .rate_bytes = buffer_rate_both,
        .fill = buffer_fill, .check = pingpong_check);
