/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, table 5: a fixed volume is exchanged in messages, linearly through memory. SWAP has
 * one partner (in the paper with only two processors); SENDRECV goes round the ring. */
#include "comops/ranks/contract/volume.h"
#include "extensions/pstswm/worley/algorithm.h"

static bool setup(struct job *job)
{
    return exchange_open(job, (struct exchange_needs){.largest = job->bytes, .open = 2});
}

static void message_begin(struct job *job, size_t number, int to, int from)
{
    const size_t offset = number * job->bytes, bytes = volume_message(job, offset);
    const int open = (int)(number % 2);

    exchange_begin(job, open, (struct message){job->send + offset, bytes, to},
                   (struct message){job->recv + offset, bytes, from});
    exchange_middle(job, open);
}

/* Where exchanges may overlap, the next message leaves before one is completed. */
static void walk(struct job *job, int to, int from)
{
    const size_t messages = (job->series + job->bytes - 1) / job->bytes;

    message_begin(job, 0, to, from);
    for (size_t number = 0; number < messages; number++) {
        if (number + 1 < messages)
            message_begin(job, number + 1, to, from);
        exchange_end(job, (int)(number % 2));
    }
}

static void run(struct job *job)
{
    const int partner = volume_partner(job);

    if (partner != job->rank)
        walk(job, partner, partner);
}
ALGORITHM(swap, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("1"))

static void run_alone(struct job *job)
{
    if (job->rank < 2)
        walk(job, 1 - job->rank, 1 - job->rank);
}
ALGORITHM(swap_printed, .run = run_alone, .setup = setup, .copies = EXCHANGE_COPIES("1"))

static void run_ring(struct job *job)
{
    walk(job, rank_after(job, 1), rank_before(job, 1));
}
ALGORITHM(sendrecv, .run = run_ring, .setup = setup, .copies = EXCHANGE_COPIES("1"))
