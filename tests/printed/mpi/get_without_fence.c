/* SPDX-License-Identifier: BSD-3-Clause */
/* Texas Tech thesis, section 4.3, MPI-2, as printed but for the negative remainder: MPI_Get, and no
 * fence. It is taken to be complete on return, as shmem_get is; it need not even have begun. */
#include "tests/printed/mpi/mpi_late.h"

static bool setup(struct job *job)
{
    return late_open(job, job->send, job->bytes);
}

static void run(struct job *job)
{
    get(job, LATE, job->recv, job->bytes, (job->rank + job->ranks - 1) % job->ranks, 0);
}

static void teardown(struct job *job)
{
    fence(job);
    late_close(job);
}

IMPLEMENTATION(mpi, get_without_fence, shift, .run = run, .setup = setup, .teardown = teardown,
               .summary = "a get that nothing completes");
