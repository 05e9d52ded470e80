/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

/* Each rank holds the maximum in some places, and in each place in turn as repetitions go by. */
static double element(int rank, int ranks, size_t index, uint64_t repetition)
{
    const uint32_t mixed = (uint32_t)index * 2654435761u + (uint32_t)repetition * 3266489917u;
    const uint32_t order = (uint32_t)rank + (uint32_t)index + (uint32_t)repetition;

    return (double)(mixed >> 1) + 4294967296.0 * (double)(order % (uint32_t)ranks);
}

static size_t send_bytes(const struct job *job)
{
    return job->bytes;
}

static size_t recv_bytes(const struct job *job)
{
    return job->rank == ROOT ? job->bytes : 0;
}

static double rate_bytes(size_t bytes, int ranks)
{
    (void)ranks;
    return (double)bytes;
}

static void fill(struct job *job, uint64_t repetition)
{
    double *send = (double *)job->send;

    for (size_t i = 0; i < job->bytes / sizeof *send; i++)
        send[i] = element(job->rank, job->ranks, i, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    if (job->rank != ROOT)
        return true;
    for (size_t i = 0; i < job->bytes / sizeof(double); i++) {
        double expected = 0;

        for (int rank = 0; rank < job->ranks; rank++) {
            const double value = element(rank, job->ranks, i, repetition);
            expected = value > expected ? value : expected;
        }
        if (!fault_none(job->recv + i * sizeof expected, &expected, sizeof expected,
                        i * sizeof expected, fault))
            return false;
    }
    return true;
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
