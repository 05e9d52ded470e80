/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank reduces one slice, which all others put into their places in its workspace. In
 * allreduce it then puts the result to all. */
#include "shmem/slice.h"
#include "shmem/symmetric_flags.h"

static bool setup_scatter(struct job *job)
{
    return flags_open(job, (size_t)job->ranks * job->bytes);
}

static bool setup(struct job *job)
{
    return flags_open(job, (size_t)job->ranks * slice_most(job));
}

/* The places are `stride` bytes apart. */
static void reduce_slice(struct job *job, struct slice (*slice)(const struct job *job, int rank),
                         size_t stride, char *result)
{
    const long step = flags_step(job);
    const struct slice own = slice(job, job->rank);
    const char *merged = job->send + own.first;
    char *places = flags_workspace(job);

    notify_all(job, READY, step);
    for (int j = 1; j < job->ranks; j++) {
        const int to = rank_after(job, j);
        const struct slice its = slice(job, to);

        await(job, READY, step, to); /* its places and its receive buffer are free */
        shmem_putmem(places + (size_t)job->rank * stride, job->send + its.first, its.bytes, to);
        notify(job, DONE, step, to);
    }
    for (int j = 1; j < job->ranks; j++, merged = result) {
        const int from = rank_before(job, j);

        await(job, DONE, step, from); /* its part of this rank's slice has arrived */
        reduce_local(job->reduction, result, merged, places + (size_t)from * stride, own.bytes);
    }
}

static void run_scatter(struct job *job)
{
    reduce_slice(job, slice_given, job->bytes, job->recv);
}

static void run(struct job *job)
{
    const struct slice own = slice_cut(job, job->rank);
    char *result = job->recv + own.first;

    reduce_slice(job, slice_cut, slice_most(job), result);
    const long step = flags_step(job);

    for (int j = 1; j < job->ranks; j++) {
        const int to = rank_after(job, j);

        shmem_putmem(result, result, own.bytes, to);
        notify(job, DONE, step, to);
    }
    await_all(job, DONE, step); /* all slices of the result have arrived */
}

IMPLEMENTATION(
    shmem, put, allreduce, .run = run, .setup = setup, .teardown = flags_teardown, .copies = "3",
    .waits = "3(P-1)",
    .summary = "each slice goes to the rank that reduces it, its result to all (shmem_putmem)");
IMPLEMENTATION(shmem, put, reduce_scatter, .run = run_scatter, .setup = setup_scatter,
               .teardown = flags_teardown, .copies = "2", .waits = "2(P-1)",
               .summary = "every rank puts each slice to the rank that reduces it (shmem_putmem)");
