/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/bandwidth.h"

BANDWIDTH_PATTERN(
        .name = "bandwidth",
        .summary = "rank 0 sends a window of messages to rank 1, which acknowledges the last",
        .completion = "A run ends on rank 0 when rank 1 has acknowledged that all messages of the "
                      "window are in its receive buffer.",
        .bytes_mean = "one message of a window of 64; above 64 KiB the window is 4 MiB, but at "
                      "least 4 messages; each message has its own place",
        .rate_formula = "window x bytes / time (time is that of the whole window)",
        .source = "MPBench; NetPIPE (streaming); osu_bw", .non_overlapping = true);
