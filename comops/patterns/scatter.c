/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

static size_t send_bytes(const struct job *job)
{
    return job->rank == ROOT ? job->bytes * (size_t)job->ranks : 0;
}

static size_t recv_bytes(const struct job *job)
{
    return job->bytes;
}

static double rate_bytes(const struct job *job)
{
    return (double)job->bytes * (job->ranks - 1);
}

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
        .summary = "every rank receives its slice of rank 0's buffer, rank 0 its own among them",
        .completion = "A run ends on every rank when its slice is in the receive buffer, and on "
                      "rank 0 when its send buffer may be rewritten too.",
        .bytes_mean = "the slice of one rank, as in osu_scatter and IMB Scatter",
        .rate_formula = "(ranks - 1) x bytes / time: the slices that go to another rank",
        .source = "Luo 1997, section 3.5; MPI_Scatter", .unit = 1, .min_ranks = 2, .messages = 1,
        .non_overlapping = false, .by_default = true, .send_bytes = send_bytes,
        .recv_bytes = recv_bytes, .rate_bytes = rate_bytes, .fill = fill, .check = check);
