/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3 (ringsum): one slice per rank, summed on its way round the ring, then
 * passed round once more; every step is a SENDRECV. The paper does not give the slices. */
#include "comops/worley/sum.h"

static size_t slice_begin(const struct job *job, int slice)
{
    return (size_t)slice * (job->bytes / sizeof(double)) / (size_t)job->ranks;
}

/* Slice `number` of the vector, modulo ranks; empty if there are more ranks than elements. */
static struct message slice_of(const struct job *job, double *vector, int number, int rank)
{
    const int slice = (number + job->ranks) % job->ranks;

    return sum_message(vector, slice_begin(job, slice), slice_begin(job, slice + 1), rank);
}

static size_t slice_most(const struct job *job)
{
    return job->bytes / (size_t)job->ranks + sizeof(double);
}

static bool setup(struct job *job)
{
    return exchange_open(job, slice_most(job), slice_most(job));
}

static void run(struct job *job)
{
    const int right = rank_after(job, 1);
    const int left = rank_before(job, 1);
    double *send = (double *)job->send, *recv = (double *)job->recv, *sum = send;

    for (int step = 0; step < job->ranks - 1; step++, sum = recv) {
        const struct message own = slice_of(job, send, job->rank - step - 1, left);
        const struct message into = slice_of(job, recv, job->rank - step - 1, left);
        const struct message arrived = {exchange_scratch(job), own.bytes, left};

        exchange(job, slice_of(job, sum, job->rank - step, right), arrived);
        sum_add((double *)into.data, (double *)own.data, (double *)arrived.data,
                own.bytes / sizeof *sum);
    }
    for (int step = 0; step < job->ranks - 1; step++)
        exchange(job, slice_of(job, recv, job->rank - step + 1, right),
                 slice_of(job, recv, job->rank - step, left));
}
ALGORITHM(ringsum, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("3(P-1)"))
