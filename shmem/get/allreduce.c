/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank gets one slice of all vectors and reduces it. In allreduce it then gets the others'
 * results. */
#include "shmem/slice.h"
#include "shmem/symmetric_flags.h"

static void reduce_slice(struct job *job, struct slice own, char *result)
{
    const long step = flags_step(job);
    const char *send = job->send + own.first, *merged = send;

    notify_all(job, READY, step);
    for (int j = 1; j < job->ranks; j++, merged = result) {
        const int from = rank_before(job, j);

        await(job, READY, step, from); /* its vector is in its send buffer */
        merge_from(job, from, result, merged, send, own.bytes);
    }
}

static void run_scatter(struct job *job)
{
    reduce_slice(job, slice_given(job, job->rank), job->recv);
    const long step = flags_step(job);

    notify_all(job, DONE, step);
    await_all(job, DONE, step); /* all have read this rank's vector */
}

static void run(struct job *job)
{
    const struct slice own = slice_cut(job, job->rank);

    reduce_slice(job, own, job->recv + own.first);
    const long step = flags_step(job);

    notify_all(job, READY, step);
    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_before(job, j);
        const struct slice its = slice_cut(job, from);

        await(job, READY, step, from); /* its result is ready, and it has read this rank's vector */
        shmem_getmem(job->recv + its.first, job->recv + its.first, its.bytes, from);
        notify(job, DONE, step, from);
    }
    await_all(job, DONE, step); /* all have read this rank's result */
}

IMPLEMENTATION(shmem, get, allreduce, FLAGS, .run = run, .copies = "3", .waits = "3(P-1)",
               .summary = "every rank gets its slice of all vectors, merges it, and gets the "
                          "others' results (shmem_getmem)");
IMPLEMENTATION(shmem, get, reduce_scatter, FLAGS, .run = run_scatter, .copies = "2",
               .waits = "2(P-1)",
               .summary = "every rank gets its slice of all vectors and merges it (shmem_getmem)");
