/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs overlap: no rank ends a run before all have begun it, but one rank may begin the next run
 * while another is still in this one. */
#include "comops/patterns/buffers.h"
#include "comops/patterns/elements.h"

static void fill(struct job *job, uint64_t repetition)
{
    elements_write(job, job->reduction, job->bytes, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return elements_check(job, job->reduction, 0, repetition, fault);
}

PATTERN(.name = "allreduce",
        .summary = "every rank receives the element-wise maximum or sum of all ranks' vectors",
        .completion = "A run ends on a rank when the result is in its receive buffer and its send "
                      "buffer may be rewritten.",
        .bytes_mean = "each rank's vector, as in osu_allreduce and IMB Allreduce",
        .rate_formula = "bytes / time", .source = "MPBench (allreduce); MPI_Allreduce",
        .unit = sizeof(double), .min_ranks = 2, .messages = 1, .reduces = true,
        .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes, .rate_bytes = buffer_rate,
        .fill = fill, .check = check);
