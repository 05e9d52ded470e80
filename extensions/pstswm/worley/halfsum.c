/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3 (halfsum): recursive halving, in which partners send each other the half
 * that the other sums, then recursive doubling, in which they send each other their sums. */
#include "extensions/pstswm/worley/sum.h"

static bool setup(struct job *job)
{
    return exchange_open(job, (struct exchange_needs){job->bytes, job->bytes, job->ranks + 1});
}

/* Turns the partial sum in `sum` into the sum in job->recv, for the elements begin to end, among
 * the ranks that differ in `bit` and lower bits. The sums that come back are exchange `number`. */
static void halve(struct job *job, double *sum, int bit, size_t begin, size_t end, int number)
{
    if (bit == 0)
        return;
    double *recv = (double *)job->recv, *arrived = (double *)exchange_scratch(job);
    const int partner = job->rank ^ bit;
    const size_t middle = begin + (end - begin) / 2;
    const size_t begins[] = {begin, middle}, ends[] = {middle, end};
    const int kept = job->rank & bit ? 1 : 0, given = 1 - kept;
    const size_t count = ends[kept] - begins[kept];

    sum_swap(job, sum_message(sum, begins[given], ends[given], partner),
             sum_message(arrived, 0, count, partner), sum + begins[kept], recv + begins[kept]);
    exchange_begin(job, number, sum_message(recv, begins[kept], ends[kept], partner),
                   sum_message(recv, begins[given], ends[given], partner));
    halve(job, recv, bit / 2, begins[kept], ends[kept], number + 1);
    exchange_middle(job, number);
    exchange_end(job, number);
}

static void run(struct job *job)
{
    const int power = sum_power_of_two(job->ranks);
    double *sum = sum_fold(job, power);

    if (job->rank < power)
        halve(job, sum, power / 2, 0, job->bytes / sizeof *sum, 2);
    sum_unfold(job, power);
}
ALGORITHM(halfsum, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("3 log2 P"))
