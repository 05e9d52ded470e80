/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "comops/patterns/doubles.h"

static size_t send_bytes(const struct job *job)
{
    return job->bytes;
}

static size_t recv_bytes(const struct job *job)
{
    return job->rank == ROOT ? job->bytes : 0;
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
    return job->rank != ROOT || doubles_check(job, 0, repetition, fault);
}

PATTERN(.name = "reduce",
        .summary = "rank 0 receives the maximum of all ranks' doubles, element by element",
        .completion = "A run ends on rank 0 when the result is in its receive buffer, elsewhere "
                      "when the send buffer may be rewritten.",
        .bytes_mean = "each rank's vector of doubles, as in osu_reduce and IMB Reduce",
        .rate_formula = "bytes / time",
        .source = "Luo 1997, section 3.3 (global maximum); MPI_Reduce with MPI_MAX",
        .unit = sizeof(double), .min_ranks = 2, .messages = 1, .closed = false, .by_default = true,
        .send_bytes = send_bytes, .recv_bytes = recv_bytes, .rate_bytes = rate_bytes,
        .fill = fill, .check = check);
