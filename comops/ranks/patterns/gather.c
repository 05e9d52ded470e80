/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/buffers.h"

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return job->rank != ROOT || buffer_check_slices(job, ROOT, repetition, fault);
}

PATTERN(.name = "gather",
        .summary = "rank 0 receives a slice from every rank, including itself, in rank order",
        .completion = "A run ends on rank 0 when all slices are in its receive buffer, on the "
                      "others when the send buffer may be rewritten.",
        .bytes_mean = "the slice of one rank, as in osu_gather and IMB Gather",
        .rate_formula = "(ranks - 1) x bytes / time: the slices from other ranks",
        .source = "Luo 1996, gather; MPI_Gather", .unit = 1, .min_ranks = 2, .messages = 1,
        .marked = true,
        .by_default = true, .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes_root_all,
        .rate_bytes = buffer_rate_others, .fill = buffer_fill, .check = check);
