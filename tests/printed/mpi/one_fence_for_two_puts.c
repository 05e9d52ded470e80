/* SPDX-License-Identifier: BSD-3-Clause */
/* Texas Tech thesis, section 4.2, MPI-2, as printed: rank 0 puts and fences, rank 1 fences and
 * puts. That is one fence for two puts: rank 1's is complete only at the next run's fence, and rank
 * 0 never waits for its reply. */
#include "tests/printed/mpi/mpi_late.h"

static bool setup(struct job *job)
{
    return late_open(job, job->recv, job->rank < 2 ? job->bytes : 0);
}

static void run(struct job *job)
{
    if (job->rank == 0)
        put(job, LATE, job->send, job->bytes, 1, 0);
    fence(job);
    if (job->rank == 1)
        put(job, LATE, job->send, job->bytes, 0, 0);
}

static void teardown(struct job *job)
{
    fence(job);
    late_close(job);
}

IMPLEMENTATION(mpi, one_fence_for_two_puts, pingpong, .run = run, .setup = setup,
               .teardown = teardown, .summary = "rank 0 does not wait for the reply");
