/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/pingpong.h"

PINGPONG_PATTERN(
        .name = "distant",
        .summary = "ping-pong between rank 0 and each other rank in turn, one series per partner",
        .completion = "The partner has received rank 0's message before it sends its own; a run "
                      "ends on rank 0 when the partner's message is in its receive buffer.",
        .bytes_mean = "one message, as in pingpong",
        .source = "Texas Tech thesis, chapter 4 (point to point)",
        .series_of = "partner", .series = other_partner);
