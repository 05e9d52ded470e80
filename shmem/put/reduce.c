/* SPDX-License-Identifier: BSD-3-Clause */
/* The root has a place for each rank's vector, so that all can put at the same time. */
#include "shmem/symmetric_flags.h"

static bool setup(struct job *job)
{
    return flags_open(job, (size_t)job->ranks * job->bytes);
}

static void run(struct job *job)
{
    const long step = flags_step(job);
    char *places = flags_workspace(job);
    const char *merged = job->send;

    if (job->rank != ROOT) {
        await(job, READY, step, ROOT); /* this rank's place is free */
        shmem_putmem(places + (size_t)job->rank * job->bytes, job->send, job->bytes, ROOT);
        notify(job, DONE, step, ROOT);
        return;
    }
    notify_all(job, READY, step);
    for (int from = 1; from < job->ranks; from++, merged = job->recv) {
        await(job, DONE, step, from); /* its vector has arrived */
        reduce_local(job->reduction, job->recv, merged, places + (size_t)from * job->bytes,
                     job->bytes);
    }
}

IMPLEMENTATION(shmem, put, reduce, .run = run, .setup = setup, .teardown = flags_teardown,
               .copies = "2", .waits = "P",
               .summary = "every rank puts its vector to the root (shmem_putmem), which merges");
