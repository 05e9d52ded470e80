/* SPDX-License-Identifier: BSD-3-Clause */
/* All ranks read the root's buffer at the same time. */
#include "mpi/pscw/pscw.h"

static bool setup(struct job *job)
{
    return pscw_create(job, job->send, job->pattern->send_bytes(job), is_opposite, is_opposite);
}

static void run(struct job *job)
{
    if (job->rank == ROOT) {
        epoch_post(job);
        epoch_wait(job); /* all have read: the buffer may be rewritten */
    } else {
        epoch_start(job);
        window_get(job, job->recv, ROOT, 0);
        epoch_complete(job); /* the data have arrived */
    }
}

IMPLEMENTATION(mpi, pscw, broadcast, .run = run, .setup = setup, .teardown = pscw_teardown,
               .waits = "2",
               .summary = "all get the root's buffer (MPI_Get) in one epoch, which the root posts");
