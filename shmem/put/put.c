/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 2: the time until the call returns, for each PE. There the
 * target is an automatic variable of main, which other PEs cannot access in today's OpenSHMEM. */
#include "comops/comops.h"

#include <shmem.h>

static void run(struct job *job)
{
    if (job->rank == ROOT)
        shmem_putmem(job->recv, job->send, job->bytes, 1);
}

static void run_distant(struct job *job)
{
    if (job->rank == ROOT)
        shmem_putmem(job->recv, job->send, job->bytes, (int)job->series);
}

static void complete(struct job *job)
{
    (void)job;
    shmem_barrier_all(); /* the data have arrived, and their receiver knows */
}

IMPLEMENTATION(shmem, put, put, .run = run, .complete = complete, .copies = "1", .waits = "0",
               .summary = "shmem_putmem; shmem_barrier_all after the stamp");
IMPLEMENTATION(shmem, put, distant_put, .run = run_distant, .complete = complete, .copies = "1",
               .waits = "0", .summary = "shmem_putmem; shmem_barrier_all after the stamp");
