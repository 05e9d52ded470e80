/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3 (ringsum): one slice per rank, summed on its way round the ring, then
 * passed round once more; every step is a SENDRECV. The paper does not give the slices. */
#include "extensions/pstswm/worley/sum.h"

/* Slice `number` of the vector, modulo ranks; empty if there are more ranks than elements. */
static struct message slice_of(const struct job *job, char *vector, int number, int rank)
{
    const size_t count = job->bytes / sizeof(double), ranks = (size_t)job->ranks;
    const size_t slice = (size_t)(number + 2 * job->ranks) % ranks;

    return sum_message((double *)vector, slice * count / ranks, (slice + 1) * count / ranks, rank);
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

/* Slices that are still to be added arrive in the scratch. */
static bool adds(const struct job *job, int step)
{
    return step < job->ranks - 1;
}

static struct message arriving(const struct job *job, int step)
{
    struct message slice = slice_of(job, job->recv, job->rank - step - 1, rank_before(job, 1));

    if (adds(job, step))
        slice.data = exchange_scratch(job) + (size_t)(step % 2) * slice_most(job);
    return slice;
}

static void step_begin(struct job *job, int step)
{
    char *sum = step == 0 ? job->send : job->recv;

    exchange_begin(job, step % 2, slice_of(job, sum, job->rank - step, rank_after(job, 1)),
                   arriving(job, step));
}

static void step_add(struct job *job, int step)
{
    const struct message own = slice_of(job, job->send, job->rank - step - 1, job->rank);
    const struct message sum = slice_of(job, job->recv, job->rank - step - 1, job->rank);

    sum_add((double *)sum.data, (double *)own.data, (double *)arriving(job, step).data,
            own.bytes / sizeof(double));
}

/* Where exchanges may overlap, a step is ready to receive before the one before is done. */
static void run(struct job *job)
{
    const int steps = 2 * (job->ranks - 1);

    step_begin(job, 0);
    for (int step = 0; step < steps; step++) {
        if (step + 1 < steps)
            step_begin(job, step + 1);
        exchange_middle(job, step % 2);
        exchange_end(job, step % 2);
        if (adds(job, step))
            step_add(job, step);
    }
}
ALGORITHM(ringsum, .run = run, .setup = setup, .copies = EXCHANGE_COPIES("3(P-1)"))
