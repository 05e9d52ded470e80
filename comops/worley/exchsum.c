/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3 (exchsum): recursive doubling, a SWAP of the whole vector with each
 * partner. */
#include "comops/worley/sum.h"

static bool setup(struct job *job)
{
    return exchange_open(job, job->bytes, job->bytes);
}

static void run(struct job *job)
{
    const size_t count = job->bytes / sizeof(double);
    const int core = core_of(job->ranks);
    double *sum = core_fold(job, core), *recv = (double *)job->recv;
    double *came = (double *)exchange_scratch(job);

    for (int bit = 1; bit < core && job->rank < core; bit *= 2) {
        const int partner = job->rank ^ bit;

        exchange(job, message_of(sum, 0, count, partner), message_of(came, 0, count, partner));
        add(recv, sum, came, count);
        sum = recv;
    }
    core_unfold(job, core);
}
ALGORITHM(exchsum, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("2 log2 P"))
