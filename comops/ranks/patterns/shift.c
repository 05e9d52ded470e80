/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/buffers.h"

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check(job, rank_before(job, 1), repetition, fault);
}

#define SHIFT_DATA                                                                                 \
    .bytes_mean = "the message of one rank",                                                       \
    .rate_formula = "bytes / time: what each rank sends and receives", .unit = 1, .min_ranks = 2,  \
    .messages = 1,                                                                                 \
    .marked = true, .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes,                        \
    .rate_bytes = buffer_rate, .fill = buffer_fill, .check = check

PATTERN(.name = "shift",
        .summary = "every rank sends a message to the next rank, the last rank to rank 0",
        .completion = "A run ends on a rank when the previous rank's message is in its receive "
                      "buffer and its send buffer may be rewritten.",
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 2; MPI_Sendrecv", SHIFT_DATA);

PATTERN(.name = "shift_printed",
        .summary =
            "shift as printed: every rank gets the previous rank's message, without notification",
        .completion = AS_PRINTED_COMPLETION("on a rank when the previous rank's message is in its "
                                            "receive buffer"),
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 2", AS_PRINTED, SHIFT_DATA);
