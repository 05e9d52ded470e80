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
    return (job->bytes / sizeof(double) / (size_t)job->ranks + 1) * sizeof(double);
}

static bool setup(struct job *job)
{
    const size_t most = slice_most(job);

    return exchange_open(job, (struct exchange_needs){2 * most, most, 2});
}

static struct message arriving(const struct job *job, int step)
{
    struct message slice =
        slice_of(job, (double *)job->send, job->rank - step - 1, rank_before(job, 1));

    slice.data = exchange_scratch(job) + (size_t)(step % 2) * slice_most(job);
    return slice;
}

static void step_begin(struct job *job, int step)
{
    double *sum = (double *)(step ? job->recv : job->send);

    exchange_begin(job, step % 2, slice_of(job, sum, job->rank - step, rank_after(job, 1)),
                   arriving(job, step));
}

static void step_add(struct job *job, int step)
{
    const size_t begin = slice_begin(job, (job->rank - step - 1 + job->ranks) % job->ranks);
    const struct message arrived = arriving(job, step);

    sum_add((double *)job->recv + begin, (double *)job->send + begin, (double *)arrived.data,
            arrived.bytes / sizeof(double));
}

static void pass_begin(struct job *job, int step)
{
    double *recv = (double *)job->recv;

    exchange_begin(job, step % 2, slice_of(job, recv, job->rank - step + 1, rank_after(job, 1)),
                   slice_of(job, recv, job->rank - step, rank_before(job, 1)));
}

/* Where exchanges may overlap, the next one's receive is posted while one slice is added. */
static void run(struct job *job)
{
    const int steps = job->ranks - 1;

    step_begin(job, 0);
    for (int step = 0; step < steps; step++) {
        exchange_middle(job, step % 2);
        exchange_end(job, step % 2);
        if (step + 1 < steps)
            step_begin(job, step + 1);
        step_add(job, step);
    }
    pass_begin(job, 0);
    for (int step = 0; step < steps; step++) {
        if (step + 1 < steps)
            pass_begin(job, step + 1);
        exchange_middle(job, step % 2);
        exchange_end(job, step % 2);
    }
}
ALGORITHM(ringsum, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("3(P-1)"))
