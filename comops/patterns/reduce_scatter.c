/* SPDX-License-Identifier: BSD-3-Clause */
/* Not closed, for the same reason as allreduce. */
#include "comops/comops.h"
#include "comops/patterns/elements.h"

static size_t send_bytes(const struct job *job)
{
    return job->bytes * (size_t)job->ranks;
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
    elements_write(job, job->reduction, send_bytes(job), repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    const size_t first = (size_t)job->rank * job->bytes / reduction_size(job->reduction);

    return elements_check(job, job->reduction, first, repetition, fault);
}

PATTERN(.name = "reduce_scatter",
        .summary = "each rank receives its slice of the maximum or sum of all ranks' vectors",
        .completion = "A run ends on a rank when its slice of the result is in its receive buffer "
                      "and its send buffer may be rewritten.",
        .bytes_mean =
            "the slice that each rank receives, the recvcount of MPI_Reduce_scatter_block; "
            "osu_reduce_scatter prints the whole vector, ranks x bytes",
        .rate_formula = "(ranks - 1) x bytes / time",
        .source = "MPBench (reduce_scatter); MPI_Reduce_scatter_block", .unit = sizeof(double),
        .min_ranks = 2, .messages = 1, .non_overlapping = false, .reduces = true,
        .by_default = false, .send_bytes = send_bytes, .recv_bytes = recv_bytes,
        .rate_bytes = rate_bytes, .fill = fill, .check = check);
