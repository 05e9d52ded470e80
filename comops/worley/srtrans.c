/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3 (srtrans, swtrans): a transpose, equal to MPI_Alltoall, by ranks - 1
 * SENDRECVs or SWAPs. The paper does not give the order of the partners. */
#include "comops/worley/algorithm.h"

static bool setup(struct job *job)
{
    return exchange_open(job, 0, job->bytes);
}

static void move(struct job *job, int to, int from)
{
    char *send = job->send + (size_t)to * job->bytes, *recv = job->recv + (size_t)from * job->bytes;

    if (to == job->rank)
        memcpy(recv, send, job->bytes);
    else
        exchange(job, (struct message){send, job->bytes, to},
                 (struct message){recv, job->bytes, from});
}

static void run(struct job *job)
{
    for (int step = 0; step < job->ranks; step++)
        move(job, rank_after(job, step), rank_before(job, step));
}
ALGORITHM(srtrans, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("1"))

/* If ranks is not a power of two, each rank keeps its own block at a different step. */
static int partner_of_step(const struct job *job, int step)
{
    const bool power_of_two = (job->ranks & (job->ranks - 1)) == 0;

    return power_of_two ? job->rank ^ step : (step - job->rank + job->ranks) % job->ranks;
}

static void run_swaps(struct job *job)
{
    for (int step = 0; step < job->ranks; step++)
        move(job, partner_of_step(job, step), partner_of_step(job, step));
}
ALGORITHM(swtrans, .run = run_swaps, .setup = setup, .copies = EXCHANGE_COPIES("1"))
