/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, table 5: a fixed volume is exchanged in messages, linearly through memory. SWAP has
 * one partner, there with two processors alone; SENDRECV goes round the ring. */
#include "comops/contract/volume.h"
#include "comops/worley/algorithm.h"

static bool setup(struct job *job)
{
    return exchange_open(job, 0, job->bytes);
}

static void walk(struct job *job, int to, int from)
{
    for (size_t offset = 0; offset < job->series; offset += job->bytes) {
        const size_t bytes = volume_message(job, offset);
        const struct message out = {job->send + offset, bytes, to};
        const struct message in = {job->recv + offset, bytes, from};

        exchange(job, out, in);
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
