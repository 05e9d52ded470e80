/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/buffers.h"

static void fill(struct job *job, uint64_t repetition)
{
    if (job->rank != ROOT)
        return;
    for (int receiver = 0; receiver < job->ranks; receiver++)
        marks_write(job->send + (size_t)receiver * job->bytes, job->bytes, ROOT, receiver,
                    repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return marks_check(job->recv, job->bytes, ROOT, job->rank, repetition, fault);
}

PATTERN(.name = "scatter",
        .summary = "every rank, rank 0 included, receives its slice of rank 0's buffer",
        .completion = "A run ends on a rank when its slice is in the receive buffer, and on rank 0 "
                      "when its send buffer may also be rewritten.",
        .bytes_mean = "the slice of one rank, as in osu_scatter and IMB Scatter",
        .rate_formula = "(ranks - 1) x bytes / time: the slices for other ranks",
        .source = "Luo 1996, scatter; MPI_Scatter", .unit = 1, .min_ranks = 2, .messages = 1,
        .marked = true,
        .by_default = true, .send_bytes = buffer_bytes_root_all, .recv_bytes = buffer_bytes,
        .rate_bytes = buffer_rate_others, .fill = fill, .check = check);
