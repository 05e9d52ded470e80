/* SPDX-License-Identifier: BSD-3-Clause */
/* The shared vector is 0 at first. After a run, untimed, rank 0 copies it and sets it to 0. After n
 * runs in a row it is n times the sum of all ranks' vectors, which are the same in each repetition;
 * a lost or mixed update makes it something else. */
#include "comops/ranks/patterns/buffers.h"
#include "comops/ranks/patterns/elements.h"

static double rate_bytes(const struct job *job)
{
    return (double)buffer_bytes_all(job);
}

static void fill(struct job *job, uint64_t repetition)
{
    (void)repetition;
    elements_write(job, SUM_INT64, job->bytes, 0);
}

static int64_t sum_of_all(const struct job *job, size_t index)
{
    return element_result(SUM_INT64, job->ranks, index, 0);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    const int64_t *found = (const int64_t *)job->recv;

    (void)repetition;
    for (size_t i = 0; i < job->pattern->recv_bytes(job) / sizeof *found; i++) {
        const int64_t runs = found[0] / sum_of_all(job, 0);
        const int64_t expected = (runs > 0 ? runs : 1) * sum_of_all(job, i);

        if (!fault_none(&found[i], &expected, sizeof expected, i * sizeof expected, fault))
            return false;
    }
    return true;
}

PATTERN(.name = "mutual_exclusion",
        .summary = "the ranks, one at a time in any order, add their vectors to a shared one",
        .completion = "A run ends on a rank when it has added its vector in an exclusive section "
                      "and left it; the sum is checked, but not timed.",
        .bytes_mean = "each rank's vector of 8-byte integers, and the shared one",
        .rate_formula = "ranks x bytes / time: what all ranks update",
        .source = "EPCC OpenMP micro-benchmarks (CRITICAL, LOCK); MPI_Win_lock; shmem_set_lock",
        .unit = sizeof(int64_t), .min_ranks = 2, .messages = 1, .passive = true,
        .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes_root, .rate_bytes = rate_bytes,
        .fill = fill, .check = check);
