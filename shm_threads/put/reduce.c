/* SPDX-License-Identifier: BSD-3-Clause */
/* A put cannot merge: each vector goes to its own place at the receiver, which merges it and then
 * says that the place is free. */
#include "shm_threads/mailbox.h"

static bool setup(struct job *job)
{
    return mailbox_setup_workspace(job, job->bytes * (size_t)job->ranks);
}

static void contribute(struct job *job, int to, const char *vector, uint64_t step)
{
    char *place = mailbox_of(job, to)->workspace + (size_t)job->rank * job->bytes;

    wait_ready(job, to, step - 1); /* the previous vector has been merged */
    put(place, vector, job->bytes);
    fence(); /* the vector arrives before the flag */
    notify_done(job, to, step);
}

static void merge(struct job *job, const char *mine, uint64_t step)
{
    const char *workspace = mailbox_of(job, job->rank)->workspace;

    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_before(job, j);
        const char *vector = workspace + (size_t)from * job->bytes;

        wait_done(job, from, step);
        reduce_local(job->reduction, job->recv, j == 1 ? mine : job->recv, vector, job->bytes);
        notify_ready(job, from, step);
    }
}

static void run_reduce(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT)
        merge(job, job->send, step);
    else
        contribute(job, ROOT, job->send, step);
}

/* `stride` is the distance between the data for one rank and the next. */
static void merge_everywhere(struct job *job, size_t stride)
{
    const uint64_t step = mailbox_step(job);

    for (int j = 1; j < job->ranks; j++) {
        const int to = rank_after(job, j);

        contribute(job, to, job->send + (size_t)to * stride, step);
    }
    merge(job, job->send + (size_t)job->rank * stride, step);
}

static void run_allreduce(struct job *job)
{
    merge_everywhere(job, 0);
}

static void run_reduce_scatter(struct job *job)
{
    merge_everywhere(job, job->bytes);
}

IMPLEMENTATION(threads, put, reduce, .run = run_reduce, .setup = setup,
               .teardown = mailbox_teardown, .copies = "2", .crossings = "P-1",
               .lines = "2(P-1) + 1", .waits = "P",
               .summary = "each rank puts its vector into its place at the root, which merges");
IMPLEMENTATION(threads, put, allreduce, .run = run_allreduce, .setup = setup,
               .teardown = mailbox_teardown, .copies = "2", .lines = "3(P-1)", .waits = "2(P-1)",
               .summary = "each rank puts its vector into its place at every other; all merge");
IMPLEMENTATION(threads, put, reduce_scatter, .run = run_reduce_scatter, .setup = setup,
               .teardown = mailbox_teardown, .copies = "2", .crossings = "P", .lines = "3(P-1)",
               .waits = "2(P-1)",
               .summary = "each rank puts each slice into its place at the receiver, which merges");
