/* SPDX-License-Identifier: BSD-3-Clause */
/* No rank can end before all have begun, but one may begin the next run while another still is in
 * this one: not closed. */
#include "comops/comops.h"
#include "comops/patterns/elements.h"

static size_t buffer_bytes(const struct job *job)
{
    return job->bytes;
}

static double rate_bytes(const struct job *job)
{
    return (double)job->bytes;
}

static void fill(struct job *job, uint64_t repetition)
{
    elements_write(job, job->reduction, job->bytes, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return elements_check(job, job->reduction, 0, repetition, fault);
}

PATTERN(.name = "allreduce",
        .summary =
            "every rank receives the maximum or sum of all ranks' vectors, element by element",
        .completion = "A run ends on a rank when the result is in its receive buffer and its send "
                      "buffer may be rewritten.",
        .bytes_mean = "each rank's vector, as in osu_allreduce and IMB Allreduce",
        .rate_formula = "bytes / time", .source = "MPBench (allreduce); MPI_Allreduce",
        .unit = sizeof(double), .min_ranks = 2, .messages = 1, .non_overlapping = false,
        .reduces = true, .by_default = false, .send_bytes = buffer_bytes,
        .recv_bytes = buffer_bytes, .rate_bytes = rate_bytes, .fill = fill, .check = check);
