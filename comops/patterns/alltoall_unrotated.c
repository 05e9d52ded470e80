/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/alltoall.h"

PATTERN(.name = "alltoall_unrotated",
        .summary = "the same, all ranks beginning with rank 0: the order the paper warns of",
        .completion = "A run ends on a rank when the blocks of all ranks are in its receive buffer "
                      "and its send buffer may be rewritten.",
        .bytes_mean = "the block for one receiver, as in osu_alltoall and IMB Alltoall",
        .rate_formula = "(ranks - 1) x bytes / time: the blocks that a rank gets from others",
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 5", .unit = 1, .min_ranks = 2,
        .messages = 1, .send_bytes = alltoall_bytes, .recv_bytes = alltoall_bytes,
        .rate_bytes = alltoall_rate_bytes, .fill = alltoall_fill, .check = alltoall_check);
