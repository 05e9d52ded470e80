/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, reduction: the maximum through a critical section. The listing neither resets the
 * temporary nor ends in a barrier, so a second run would start from the first one's result and
 * could overwrite it while rank 0 is still reading. Here the first rank to enter copies instead of
 * comparing, which resets at no cost, and a barrier ends the run (printed-defects.md). In
 * allreduce all ranks copy out, in reduce_scatter each its slice. */
#include "comops/comops.h"

static int entered; /* ranks that have been in the critical section in this run */

static size_t temporary_bytes(const struct job *job)
{
    return job->pattern->send_bytes(job);
}

static void merge(struct job *job, size_t bytes)
{
#pragma omp critical(reduce)
    {
        if (entered++ == 0)
            memcpy(job->temporary, job->send, bytes);
        else
            reduce_local(job->reduction, job->temporary, job->temporary, job->send, bytes);
    }
#pragma omp barrier /* all contributions are in the temporary */
}

static void run_reduce(struct job *job)
{
    merge(job, job->bytes);
    if (job->rank == ROOT) {
        memcpy(job->recv, job->temporary, job->bytes);
        entered = 0;
    }
#pragma omp barrier /* the root has read: the next run may write */
}

static void copy_out(struct job *job, size_t begin)
{
    memcpy(job->recv, job->temporary + begin, job->bytes);
    if (job->rank == ROOT)
        entered = 0;
#pragma omp barrier /* all ranks have read: the next run may write */
}

static void run_allreduce(struct job *job)
{
    merge(job, job->bytes);
    copy_out(job, 0);
}

static void run_reduce_scatter(struct job *job)
{
    merge(job, job->bytes * (size_t)job->ranks);
    copy_out(job, (size_t)job->rank * job->bytes);
}

IMPLEMENTATION(threads, barrier, reduce, .run = run_reduce, .temporary_bytes = temporary_bytes,
               .copies = "2", .lines = "P", .waits = "P + 1",
               .summary = "each rank in turn merges into a shared temporary inside a critical "
                          "section, barrier, root copies out, barrier");
IMPLEMENTATION(threads, barrier, allreduce, .run = run_allreduce,
               .temporary_bytes = temporary_bytes, .copies = "2", .lines = "P", .waits = "P + 1",
               .summary = "each rank in turn merges into a shared temporary inside a critical "
                          "section, barrier, all copy out, barrier");
IMPLEMENTATION(threads, barrier, reduce_scatter, .run = run_reduce_scatter,
               .temporary_bytes = temporary_bytes, .copies = "2", .lines = "P", .waits = "P + 1",
               .summary = "each rank in turn merges into a shared temporary inside a critical "
                          "section, barrier, each rank copies out its slice, barrier");
