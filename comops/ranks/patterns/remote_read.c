/* SPDX-License-Identifier: BSD-3-Clause */
/* How fast one core can read what another has written: an upper bound for any copy by one core.
 * Only a sum of the words is kept, one for each place of a word in a cache line. */
#include "comops/ranks/contract/loops.h"
#include "comops/ranks/patterns/buffers.h"

enum { READER = 0, WRITER = 1 };

static size_t recv_bytes(const struct job *job)
{
    return job->rank == READER ? LINE_WORDS * sizeof(uint64_t) : 0;
}

static void fill(struct job *job, uint64_t repetition)
{
    if (job->rank == WRITER)
        marks_write(job->send, job->bytes, WRITER, READER, repetition);
}

/* The reader's send buffer holds the data to compare with. */
static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    const uint64_t *words = (const uint64_t *)job->send;
    uint64_t sums[LINE_WORDS] = {0};

    if (job->rank != READER)
        return true;
    marks_write(job->send, job->bytes, WRITER, READER, repetition);
    for (size_t i = 0; i < job->bytes / sizeof *words; i++)
        sums[i % LINE_WORDS] += words[i];
    return fault_none(job->recv, sums, sizeof sums, 0, fault);
}

PATTERN(.name = "remote_read",
        .summary = "rank 0 reads rank 1's buffer and keeps only a sum: the upper bound of a copy "
                   "by one core",
        .completion = "A run ends on rank 0 when it has read every word of rank 1's buffer.",
        .bytes_mean = "the buffer that is read", .rate_formula = "bytes / time",
        .source = "the remote-read bandwidth of the memory hierarchy; ours", .unit = 8,
        .min_ranks = 2, .messages = 1, .isolated = true, .send_bytes = buffer_bytes,
        .recv_bytes = recv_bytes, .rate_bytes = buffer_rate, .fill = fill, .check = check);
