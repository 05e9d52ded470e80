/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3 (srtrans, swtrans): a transpose, equal to MPI_Alltoall, by ranks - 1
 * SENDRECVs or SWAPs. The paper does not give the order of the partners. */
#include "extensions/pstswm/worley/algorithm.h"

static bool setup(struct job *job)
{
    return exchange_open(job, (struct exchange_needs){.largest = job->bytes, .open = job->ranks});
}

/* Blocks lie where they belong, so all exchanges begin at once where they may overlap. */
static void transpose(struct job *job, int to_of(const struct job *, int step),
                      int from_of(const struct job *, int step))
{
    const size_t bytes = job->bytes, own = (size_t)job->rank * bytes;

    for (int step = 0; step < job->ranks; step++) {
        const int to = to_of(job, step), from = from_of(job, step);

        if (to != job->rank)
            exchange_begin(job, step, (struct message){job->send + (size_t)to * bytes, bytes, to},
                           (struct message){job->recv + (size_t)from * bytes, bytes, from});
    }
    for (int step = 0; step < job->ranks; step++)
        if (to_of(job, step) != job->rank)
            exchange_middle(job, step);
    memcpy(job->recv + own, job->send + own, bytes);
    for (int step = 0; step < job->ranks; step++)
        if (to_of(job, step) != job->rank)
            exchange_end(job, step);
}

static void run(struct job *job)
{
    transpose(job, rank_after, rank_before);
}
ALGORITHM(srtrans, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("1"))

static void run_swaps(struct job *job)
{
    transpose(job, partner_of_step, partner_of_step);
}
ALGORITHM(swtrans, .run = run_swaps, .setup = setup, .copies = EXCHANGE_COPIES("1"))
