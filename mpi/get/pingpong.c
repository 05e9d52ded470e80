/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, ping-pong, by get; distant: Luecke, Spanoyannis and Kraeva 2004, test 1, which gets
 * one way only. A fence equals complete and wait, then post and start (MPI-3.1, section 11.5.1):
 * rank 0 reads the answer after its partner has the message. The get-based listings of the thesis
 * show no fence at all. Other ranks take part in the fences. */
#include "comops/ranks/contract/partner.h"
#include "mpi/rma_window.h"

static void get_message(struct job *job, int receiver)
{
    if (job->rank == receiver)
        window_get(job, job->recv, partner_of(job), 0);
}

static void run(struct job *job)
{
    fence_before_gets(job); /* both messages may be read */
    get_message(job, partner_of_root(job));
    window_fence(job, MPI_MODE_NOSTORE | MPI_MODE_NOPUT); /* the partner has the message */
    received_use(
        job); /* rank 0's MPI_Get of the answer does not wait for it, the last fence does */
    get_message(job, ROOT);
    fence_last(job); /* rank 0 has the answer; both send buffers may be rewritten */
}

PINGPONG(mpi, get, WINDOW_OVER_SEND, .run = run, .waits = "1.5",
         .summary = "fence, the partner's MPI_Get, fence, rank 0's MPI_Get, fence");
