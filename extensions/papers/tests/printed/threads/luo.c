/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, as printed. */
#include "comops/ranks/contract/buffer_bytes.h"
#include "comops/ranks/contract/state.h"
#include "extensions/papers/tests/printed/printed.h"

#include <stdatomic.h>

/* Luo 1996, ping-pong, as printed: T1 receives into private_val and sends back private_recv, into
 * which it has received nothing. Both ranks miss their message. */
static size_t two_messages(const struct job *job)
{
    return 2 * job->bytes;
}

static bool setup(struct job *job)
{
    return state_allocate(job, job->bytes);
}

static void reply_from_wrong_name(struct job *job)
{
    char *there = job->temporary, *back = job->temporary + job->bytes;
    char *private_val = job->state, *private_recv = job->recv;

    if (job->rank == 0)
        memcpy(there, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == 1) {
        memcpy(private_val, there, job->bytes);
        memcpy(back, private_recv, job->bytes);
    }
#pragma omp barrier
    if (job->rank == 0)
        memcpy(private_recv, back, job->bytes);
}

PRINTED(threads, reply_from_wrong_name, pingpong, .setup = setup, .teardown = state_free,
        .temporary_bytes = two_messages,
        .summary = "rank 1 sends back a buffer that it has not received into");

/* Luo 1996, reduction, as printed: the shared temporary is never reset, so a repetition begins
 * with the maximum of the one before. The closing barrier, which the listing lacks too, is here:
 * that is no_closing_barrier_in_reduce. */
static void temporary_not_reset(struct job *job)
{
#pragma omp critical(printed)
    reduce_local(MAX_DOUBLE, job->temporary, job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

PRINTED(threads, temporary_not_reset, reduce, .temporary_bytes = buffer_bytes,
        .summary = "a repetition begins with the last one's maximum");

/* Luo 1996, reduction, as printed: no barrier after the root's reading, so a fast rank merges its
 * next values into the temporary while the root still reads. A run here is two repetitions, as the
 * paper repeats; the second has other values, and what the first one brought is kept. The temporary
 * is reset after both, which the listing forgets (temporary_not_reset). */
static atomic_bool merged; /* rank 1 has merged the second repetition's values */

static void merge(struct job *job, const double *values)
{
#pragma omp critical(printed)
    reduce_local(MAX_DOUBLE, job->temporary, job->temporary, values, job->bytes);
}

static void no_closing_barrier_in_reduce(struct job *job)
{
    double *values = (double *)job->send;

    merge(job, values);
#pragma omp barrier
    if (job->rank == ROOT) {
        HOLD_UNTIL(merged); /* no barrier keeps the others from going on */
        memcpy(job->recv, job->temporary, job->bytes);
    }
    values[0] += 1e18; /* the second repetition */
    merge(job, values);
    if (job->rank == 1)
        merged = true;
#pragma omp barrier
    values[0] -= 1e18; /* the harness may use it again */
    if (job->rank == ROOT) {
        merged = false;
        memset(job->temporary, 0, job->bytes);
    }
#pragma omp barrier
}

PRINTED(threads, no_closing_barrier_in_reduce, reduce, .temporary_bytes = buffer_bytes,
        .summary = "the next repetition begins while the root reads");

/* Luo 1996, gather, as printed: no barrier after the root's reading, so a fast rank writes its
 * next slice into the temporary while the root still reads. A run here is two repetitions, as the
 * paper repeats; the second has other slices, and what the first one brought is kept. */
static atomic_bool written; /* rank 1 has written the second repetition's slice */

static void no_closing_barrier_in_gather(struct job *job)
{
    char *slice = job->temporary + (size_t)job->rank * job->bytes;

    memcpy(slice, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT) {
        HOLD_UNTIL(written); /* no barrier keeps the others from going on */
        memcpy(job->recv, job->temporary, job->bytes * (size_t)job->ranks);
    }
    memset(slice, 0, job->bytes); /* the second repetition */
    if (job->rank == 1)
        written = true;
#pragma omp barrier
    if (job->rank == ROOT)
        written = false;
#pragma omp barrier
}

PRINTED(threads, no_closing_barrier_in_gather, gather, .temporary_bytes = buffer_bytes_all,
        .summary = "the next repetition begins while the root reads");
