/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/pingpong.h"

PATTERN(.name = "pingpong",
        .summary = "rank 0 sends to rank 1, which then sends back; further ranks stand by",
        .completion = "Rank 1 has received rank 0's message before it sends its own; a run ends on "
                      "rank 0 when that message is in its receive buffer.",
        .bytes_mean = "one message; each rank sends its own buffer, as OSU and IMB do",
        .rate_formula = "bytes / time (time is one way: half the round trip)",
        .source = "Luo 1997, section 3.1; osu_latency; IMB PingPong", .unit = 1, .min_ranks = 2,
        .messages = 2, .non_overlapping = true, .by_default = true, .send_bytes = pingpong_bytes,
        .recv_bytes = pingpong_bytes, .rate_bytes = pingpong_rate_bytes, .fill = pingpong_fill,
        .check = pingpong_check);
