/* SPDX-License-Identifier: BSD-3-Clause */
/* No rank can end before all have begun, but one may begin the next run while another still is in
 * this one: not closed. */
#include "comops/comops.h"
#include "comops/patterns/doubles.h"

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
    doubles_write(job, job->bytes, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return doubles_check(job, 0, repetition, fault);
}

PATTERN(.name = "allreduce",
        .summary = "every rank receives the maximum of all ranks' doubles, element by element",
        .completion = "A run ends on a rank when the result is in its receive buffer and its send "
                      "buffer may be rewritten.",
        .bytes_mean = "each rank's vector of doubles, as in osu_allreduce and IMB Allreduce",
        .rate_formula = "bytes / time",
        .source = "MPBench (allreduce); MPI_Allreduce with MPI_MAX",
        .unit = sizeof(double), .min_ranks = 2, .messages = 1, .closed = false, .by_default = false,
        .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes, .rate_bytes = rate_bytes,
        .fill = fill, .check = check);
