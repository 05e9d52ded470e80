/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, test 2. */
#include "mpi/pscw/pscw.h"

static bool is_left(const struct job *job, int other)
{
    return (other + 1) % job->ranks == job->rank;
}

static bool is_right(const struct job *job, int other)
{
    return rank_after(job, 1) == other;
}

static bool setup(struct job *job)
{
    return pscw_over_recv(job, is_left, is_right);
}

static void run(struct job *job)
{
    epoch_post(job); /* the receive buffer is free; before the start, or all wait in a cycle */
    epoch_start(job);
    window_put(job, job->send, rank_after(job, 1), 0);
    epoch_complete(job); /* the send buffer may be rewritten */
    epoch_wait(job);     /* the left neighbour's message has arrived */
}

IMPLEMENTATION(mpi, pscw, shift, .run = run, .setup = setup, .teardown = pscw_teardown,
               .waits = "2",
               .summary = "each rank puts to its right neighbour (MPI_Put), in epochs of "
                          "neighbours");
