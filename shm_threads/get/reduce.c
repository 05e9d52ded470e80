/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank that needs the result gets the vectors one after the other and merges them. */
#include "shm_threads/mailbox.h"

static bool setup(struct job *job)
{
    return mailbox_setup_workspace(job, job->bytes);
}

/* Gets job->bytes at `offset` of every other's vector, starting with the previous rank's, so that
 * they do not all access the same rank. */
static void merge(struct job *job, size_t offset, uint64_t step)
{
    char *workspace = mailbox_of(job, job->rank)->workspace;

    for (int j = 1; j < job->ranks; j++) {
        const int from = rank_before(job, j);

        get_when_ready(job, from, workspace, job->peers[from]->send + offset, step);
        reduce_local(job->reduction, job->recv, j == 1 ? job->send + offset : job->recv, workspace,
                     job->bytes);
    }
}

static void run_reduce(struct job *job)
{
    const uint64_t step = mailbox_step(job);

    if (job->rank == ROOT) {
        merge(job, 0, step);
        return;
    }
    notify_ready(job, ROOT, step);
    wait_done(job, ROOT, step); /* the send buffer may be rewritten */
}

static void merge_everywhere(struct job *job, size_t offset)
{
    const uint64_t step = mailbox_step(job);

    notify_ready_all(job, step);
    merge(job, offset, step);
    wait_done_all(job, step); /* the send buffer may be rewritten */
}

static void run_allreduce(struct job *job)
{
    merge_everywhere(job, 0);
}

static void run_reduce_scatter(struct job *job)
{
    merge_everywhere(job, (size_t)job->rank * job->bytes);
}

IMPLEMENTATION(threads, get, reduce, .run = run_reduce, .setup = setup,
               .teardown = mailbox_teardown, .copies = "2", .crossings = "P-1",
               .lines = "2(P-1) + 1", .waits = "P",
               .summary = "the root gets each rank's vector in turn and merges it");
IMPLEMENTATION(threads, get, allreduce, .run = run_allreduce, .setup = setup,
               .teardown = mailbox_teardown, .copies = "2", .lines = "3(P-1)", .waits = "2(P-1)",
               .summary = "each rank gets every other's vector in turn and merges it");
IMPLEMENTATION(threads, get, reduce_scatter, .run = run_reduce_scatter, .setup = setup,
               .teardown = mailbox_teardown, .copies = "2", .crossings = "P", .lines = "3(P-1)",
               .waits = "2(P-1)",
               .summary = "each rank gets its slice of every other's vector in turn and merges it");
