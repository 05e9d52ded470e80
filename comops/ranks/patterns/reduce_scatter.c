/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs overlap, as in allreduce. */
#include "comops/ranks/patterns/buffers.h"
#include "comops/ranks/patterns/elements.h"

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    const size_t first = (size_t)job->rank * job->bytes / reduction_size(job->reduction);

    return elements_check(job, job->reduction, first, repetition, fault);
}

PATTERN(.name = "reduce_scatter",
        .summary = "each rank receives its slice of the maximum or sum of all ranks' vectors",
        .completion = "A run ends on a rank when its slice of the result is in its receive buffer "
                      "and its send buffer may be rewritten.",
        .bytes_mean = "the slice that each rank receives, the recvcount of "
                      "MPI_Reduce_scatter_block; osu_reduce_scatter prints the whole vector, "
                      "ranks x bytes",
        .rate_formula = "(ranks - 1) x bytes / time",
        .source = "MPBench (reduce_scatter); MPI_Reduce_scatter_block", .unit = sizeof(double),
        .min_ranks = 2, .messages = 1, .reduces = true, .send_bytes = buffer_bytes_all,
        .recv_bytes = buffer_bytes, .rate_bytes = buffer_rate_others, .fill = elements_fill,
        .check = check);
