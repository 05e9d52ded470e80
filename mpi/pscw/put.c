/* SPDX-License-Identifier: BSD-3-Clause */
/* ARSC T3D Users' Newsletter 56, table 2 (put, a lower bound) and table 1 (get). There the other
 * rank takes no part; here it must post, but waits only after the stamp. */
#include "mpi/pscw/pscw.h"

enum { ACTIVE = 0, PASSIVE = 1 };

static bool setup_get(struct job *job)
{
    return pscw_create(job, job->send, job->pattern->send_bytes(job), is_partner, is_partner);
}

static void run(struct job *job)
{
    if (job->rank == ACTIVE) {
        epoch_start(job);
        window_put(job, job->send, PASSIVE, 0);
        epoch_complete(job); /* the buffer may be rewritten; the data need not have arrived */
    } else if (job->rank == PASSIVE) {
        epoch_post(job);
    }
}

static void run_get(struct job *job)
{
    if (job->rank == ACTIVE) {
        epoch_start(job);
        window_get(job, job->recv, PASSIVE, 0);
        epoch_complete(job); /* the data have arrived */
    } else if (job->rank == PASSIVE) {
        epoch_post(job);
    }
}

static void complete(struct job *job)
{
    if (job->rank == PASSIVE)
        epoch_wait(job); /* the data have arrived, or have been read */
}

IMPLEMENTATION(mpi, pscw, put, PSCW_PARTNER, .run = run, .complete = complete, .waits = "1",
               .summary = "MPI_Put in an epoch, until MPI_Win_complete returns");
IMPLEMENTATION(mpi, pscw, get, .run = run_get, .complete = complete, .setup = setup_get,
               .teardown = pscw_teardown, .waits = "1",
               .summary = "MPI_Get in an epoch, until MPI_Win_complete returns");
