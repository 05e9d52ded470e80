/* SPDX-License-Identifier: BSD-3-Clause */
/* Luo 1996, ping-pong; distant: the thesis on Luecke's tests, chapter 4. Other ranks are idle.
 * In the listing of the thesis they all act as rank 1. */
#include "comops/ranks/contract/partner.h"
#include "mpi/sendrecv/blocking.h"

static void run(struct job *job)
{
    const int partner = partner_of(job);

    if (!partner_takes_part(job))
        return;
    if (job->rank == ROOT) {
        blocking_send(job, job->send, partner);
        blocking_receive(job, job->recv, partner);
    } else {
        blocking_receive(job, job->recv, partner);
        received_use(job);
        blocking_send(job, job->send, partner);
    }
}

PINGPONG(mpi, sendrecv, .run = run, .waits = "1", .summary = "MPI_Send and MPI_Recv");
