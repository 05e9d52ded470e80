/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/pingpong.h"

static size_t partner(int ranks, int index)
{
    return index + 1 < ranks ? (size_t)index + 1 : 0;
}

PATTERN(.name = "distant",
        .summary = "ping-pong between rank 0 and each other rank in turn, one series for each",
        .completion =
            "The partner has received rank 0's message before it sends its own; a run ends "
            "on rank 0 when that message is in its receive buffer.",
        .bytes_mean = "one message, as in pingpong",
        .rate_formula = "bytes / time (time is one way: half the round trip)",
        .source = "Texas Tech thesis, section 4.3 (point to point); Luecke, Spanoyannis and Kraeva "
                  "2004, test 1",
        .unit = 1, .min_ranks = 2, .messages = 2, .non_overlapping = true, .series_of = "partner",
        .series = partner, .send_bytes = pingpong_bytes, .recv_bytes = pingpong_bytes,
        .rate_bytes = pingpong_rate_bytes, .fill = pingpong_fill, .check = pingpong_check);
