/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/alltoall.h"

static const char *refusal(const struct job *job)
{
    return job->ranks & (job->ranks - 1) ? "the numbers of ranks it works for are powers of two"
                                         : NULL;
}

PATTERN(.name = "logtrans", .summary = "transpose in log2(ranks) swaps of half the data each",
        .completion = "A run ends on a rank when the blocks of all ranks are in its receive buffer "
                      "and its send buffer may be rewritten.",
        .bytes_mean = "the block for one receiver, as in osu_alltoall and IMB Alltoall",
        .rate_formula = "(ranks - 1) x bytes / time: the blocks that a rank gets from others",
        .source = "Worley 1999 (logtrans)", .unit = 1, .min_ranks = 2, .messages = 1,
        .refusal = refusal, .send_bytes = alltoall_bytes, .recv_bytes = alltoall_bytes,
        .rate_bytes = alltoall_rate_bytes, .fill = alltoall_fill, .check = alltoall_check);
