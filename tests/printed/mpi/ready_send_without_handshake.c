/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, table 1, protocol (0,4), as printed, without the handshake that its text has: a
 * ready send is an error unless the receive has been posted. The table also shows IRSEND where
 * RSEND is meant, which is protocol (0,5). MPICH tells the receiver; other libraries may say
 * nothing. */
#include "comops/contract/volume.h"
#include "tests/printed/patience.h"

#include <mpi.h>

enum { TAG = 0 };

static bool message_from(int rank)
{
    int there;

    MPI_Iprobe(rank, TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    return there;
}

static void run(struct job *job)
{
    const int volume = (int)job->series, partner = volume_partner(job);
    MPI_Request receive;

    if (partner == job->rank)
        return;
    if (job->rank == 1)
        HOLD_UNTIL(message_from(partner)); /* nothing makes the partner wait for this rank */
    MPI_Irecv(job->recv, volume, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, &receive);
    MPI_Rsend(job->send, volume, MPI_BYTE, partner, TAG, MPI_COMM_WORLD);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
}

IMPLEMENTATION(mpi, ready_send_without_handshake, swap, .run = run,
               .summary = "ready sends to a receiver that is not ready");
