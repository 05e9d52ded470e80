/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/buffers.h"

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return buffer_check_slices(job, 0, repetition, fault);
}

PATTERN(.name = "allgather",
        .summary = "every rank receives a slice from every rank, including itself, in rank order",
        .completion = "A run ends on a rank when all slices are in its receive buffer and its send "
                      "buffer may be rewritten.",
        .bytes_mean = "the slice of one rank, as in osu_allgather and IMB Allgather",
        .rate_formula = "(ranks - 1) x bytes / time: the slices a rank receives from others",
        .source = "Luo 1996, gather, with every rank as root; MPI_Allgather", .unit = 1,
        .min_ranks = 2, .messages = 1,
        .marked = true, .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes_all,
        .rate_bytes = buffer_rate_others, .fill = buffer_fill, .check = check);
