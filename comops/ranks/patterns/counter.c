/* SPDX-License-Identifier: BSD-3-Clause */
/* The first word of a rank's receive buffer is the last value that it received. After a run,
 * untimed, rank 0 has those of all ranks in rank order, then the counter, which it sets to 0. After
 * n runs in a row the counter is n times the number of ranks, unless an addition was lost, and no
 * value occurs twice. */
#include "comops/ranks/patterns/no_messages.h"

static size_t recv_bytes(const struct job *job)
{
    return sizeof(uint64_t) * (job->rank == ROOT ? (size_t)job->ranks + 1 : 1);
}

/* A value is one of those that the counter has had, and no other rank's. */
static bool is_own(const uint64_t *values, int rank, uint64_t total)
{
    for (int other = 0; other < rank; other++)
        if (values[other] == values[rank])
            return false;
    return values[rank] < total;
}

static bool check_root(const uint64_t *values, int ranks, struct fault *fault)
{
    const uint64_t total = values[ranks], count = (uint64_t)ranks;
    const uint64_t whole = total < count ? count : total / count * count;

    for (int rank = 0; rank < ranks; rank++) {
        const uint64_t another = ~values[rank];

        if (!is_own(values, rank, total))
            return fault_none(&values[rank], &another, 8, 8 * (size_t)rank, fault);
    }
    return fault_none(&values[ranks], &whole, 8, 8 * (size_t)ranks, fault);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    (void)repetition;
    return job->rank != ROOT || check_root((const uint64_t *)job->recv, job->ranks, fault);
}

PATTERN(.name = "counter",
        .summary = "every rank adds 1 to a shared counter and gets its previous value",
        .completion = "A run ends on a rank when its addition is done and the previous value, "
                      "which no other rank gets, is in its receive buffer.",
        .bytes_mean = "nothing: the counter is one word of 8 bytes",
        .rate_formula = "none: no messages",
        .source = "EPCC OpenMP micro-benchmarks (ATOMIC); MPI_Fetch_and_op; osu_fop_latency",
        .min_ranks = 2, NO_MESSAGES, .recv_bytes = recv_bytes, .check = check);
