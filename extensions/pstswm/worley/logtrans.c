/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3 (logtrans): a transpose in log2(ranks) SWAPs of half the data each; ranks
 * is a power of two. Block b starts as the block for rank b and ends as the one from rank b: the
 * partner whose rank differs in one bit receives all blocks whose number differs in it. */
#include "extensions/pstswm/worley/algorithm.h"

static bool setup(struct job *job)
{
    const size_t all = job->bytes * (size_t)job->ranks;

    return exchange_open(job,
                         (struct exchange_needs){.scratch = all, .largest = all / 2, .open = 1});
}

/* The highest bit: the half is contiguous. */
static void swap_half(struct job *job, int bit)
{
    const size_t half = (size_t)bit * job->bytes;
    const size_t kept = job->rank & bit ? half : 0, given = half - kept;
    const int partner = job->rank ^ bit;

    exchange_begin(job, 0, (struct message){job->send + given, half, partner},
                   (struct message){job->recv + given, half, partner});
    exchange_middle(job, 0);
    memcpy(job->recv + kept, job->send + kept, half);
    exchange_end(job, 0);
}

/* Lower bits: pieces of `bit` blocks, sent packed. */
static void swap_pieces(struct job *job, int bit)
{
    const size_t half = (size_t)job->ranks / 2 * job->bytes, piece = (size_t)bit * job->bytes;
    const int partner = job->rank ^ bit;
    char *packed = exchange_scratch(job), *arrived = packed + half;
    char *given = job->recv + (job->rank & bit ? 0 : piece);

    exchange_begin(job, 0, (struct message){packed, half, partner},
                   (struct message){arrived, half, partner});
    for (size_t at = 0; at < half; at += piece)
        memcpy(packed + at, given + 2 * at, piece);
    exchange_middle(job, 0);
    exchange_end(job, 0);
    for (size_t at = 0; at < half; at += piece)
        memcpy(given + 2 * at, arrived + at, piece);
}

static void run(struct job *job)
{
    int bit = job->ranks / 2;

    swap_half(job, bit);
    while (bit /= 2)
        swap_pieces(job, bit);
}
ALGORITHM(logtrans, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("3 log2 P - 2"))
