/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank has a message of its own, so the message that all ranks receive shows who executed the
 * section; the words (contract/single.h) show whether only that rank did. */
#include "comops/ranks/contract/single.h"
#include "comops/ranks/patterns/buffers.h"

static size_t recv_bytes(const struct job *job)
{
    return single_message_bytes(job) + (size_t)job->ranks * sizeof(uint64_t);
}

static int executor_of(const struct job *job)
{
    int rank = 0;

    while (rank < job->ranks - 1 && single_words(job)[rank] == 0)
        rank++;
    return rank;
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    const uint64_t *words = single_words(job);
    const int executor = executor_of(job);

    for (int rank = 0; rank < job->ranks; rank++) {
        const uint64_t expected = rank == executor;
        const size_t place = single_message_bytes(job) + (size_t)rank * sizeof expected;

        if (!fault_none(&words[rank], &expected, sizeof expected, place, fault))
            return false;
    }
    return marks_check(job->recv, job->bytes, executor, 0, repetition, fault);
}

PATTERN(.name = "single",
        .summary = "the first rank that arrives executes a section; all ranks receive its message",
        .completion = "A run ends on a rank after all ranks have begun it, when the message of "
                      "the one rank that executed the section is in its receive buffer and its "
                      "send buffer may be rewritten.",
        .bytes_mean = "the message that all ranks receive", .rate_formula = "bytes / time",
        .source = "EPCC OpenMP micro-benchmarks (SINGLE); MPI_Compare_and_swap", .unit = 1,
        .empty = true, .min_ranks = 2, .messages = 1, .non_overlapping = true, .synchronises = true,
        .send_bytes = buffer_bytes, .recv_bytes = recv_bytes, .rate_bytes = buffer_rate,
        .fill = buffer_fill, .check = check);
