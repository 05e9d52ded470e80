/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3 (exchsum): recursive doubling by SWAPs of the whole vector. */
#include "extensions/pstswm/worley/sum.h"

static bool setup(struct job *job)
{
    return exchange_open(job, (struct exchange_needs){job->bytes, job->bytes, 2});
}

static void run(struct job *job)
{
    const size_t count = job->bytes / sizeof(double);
    const int power = sum_power_of_two(job->ranks);
    double *sum = sum_fold(job, power), *recv = (double *)job->recv;
    double *arrived = (double *)exchange_scratch(job);

    for (int bit = 1; bit < power && job->rank < power; bit *= 2) {
        const int partner = job->rank ^ bit;

        sum_swap(job, sum_message(sum, 0, count, partner), sum_message(arrived, 0, count, partner),
                 sum, recv);
        sum = recv;
    }
    sum_unfold(job, power);
}
ALGORITHM(exchsum, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("2 log2 P"))
