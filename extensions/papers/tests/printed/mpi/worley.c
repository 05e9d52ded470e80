/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, table 1, as printed. */
#include "comops/ranks/contract/volume.h"
#include "extensions/papers/tests/printed/mpi/mpi_late.h"
#include "extensions/papers/tests/printed/printed.h"

/* Worley 1999, table 1, protocol (0,4), as printed, without the handshake that its text has: a
 * ready send is an error unless the receive has been posted. The table also shows IRSEND where
 * RSEND is meant, which is protocol (0,5). MPICH tells the receiver; other libraries may say
 * nothing. */
static void ready_send_without_handshake(struct job *job)
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

PRINTED(mpi, ready_send_without_handshake, swap,
        .summary = "ready sends to a receiver that is not ready");

/* Worley 1999, table 1, protocol (0,1), as printed: isend, receive, and no wait. Until the wait MPI
 * may still be reading the send buffer; here rank 0's is read as late as its next call of MPI. A
 * run ends with what the pattern allows after it: rank 0 rewrites its buffer, and puts it right
 * again when all is over. */
/* Rank 0's own isend has not read the buffer when this returns. */
static void swap(struct job *job)
{
    const int volume = (int)job->series, partner = 1 - job->rank;

    if (job->rank == 1)
        MPI_Send(job->send, volume, MPI_BYTE, partner, TAG, MPI_COMM_WORLD);
    MPI_Recv(job->recv, volume, MPI_BYTE, partner, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_never_waited_for(struct job *job)
{
    if (job->rank > 1)
        return;
    swap(job);
    if (job->rank == 0) {
        job->send[0] ^= 1;
        MPI_Send(job->send, (int)job->series, MPI_BYTE, 1, TAG, MPI_COMM_WORLD); /* the isend */
        job->send[0] ^= 1;
    }
}

PRINTED(mpi, send_never_waited_for, swap,
        .summary = "the send buffer is used again before it has been read");
