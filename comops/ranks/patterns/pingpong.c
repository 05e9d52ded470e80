/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/pingpong.h"

PINGPONG_PATTERN(.name = "pingpong",
                 .summary = "rank 0 sends to rank 1, which then sends back; other ranks are idle",
                 .completion =
                     "Rank 1 has received rank 0's message before it sends its own; a run ends on "
                     "rank 0 when rank 1's message is in its receive buffer.",
                 .bytes_mean = "one message; each rank sends its own buffer, as in OSU and IMB",
                 .source = "Luo 1996, ping-pong; osu_latency; IMB PingPong", .by_default = true);
