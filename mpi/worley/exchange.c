/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3, the two tables of SWAP protocols. The paper prints MPI_Irsend for variant
 * 4 as for 5 and calls the last ordered row (1,4), but means MPI_Rsend and (1,6). It omits the
 * waits and the handshakes: a ready send is only legal after its receive is posted. */
#include "comops/worley/exchange.h"
#include "mpi/worley/transfer.h"

#include <mpi.h>

/* As printed: of ordered protocols what the rank does that sends first. */
static const struct protocol protocols[] = {
    [VARIANT(0, 0)] = {.send = MPI_Bsend},
    [VARIANT(0, 1)] = {.isend = MPI_Isend},
    [VARIANT(0, 2)] = {.irecv = true, .send = MPI_Send},
    [VARIANT(0, 3)] = {.irecv = true, .isend = MPI_Isend},
    [VARIANT(0, 4)] = {.irecv = true, .handshake = true, .send = MPI_Rsend},
    [VARIANT(0, 5)] = {.irecv = true, .handshake = true, .isend = MPI_Irsend},
    [VARIANT(0, 6)] = {.send = NULL}, /* MPI_Sendrecv */
    [VARIANT(1, 0)] = {.send = MPI_Send},
    [VARIANT(1, 1)] = {.isend = MPI_Isend},
    [VARIANT(1, 2)] = {.irecv = true, .send = MPI_Send},
    [VARIANT(1, 3)] = {.irecv = true, .isend = MPI_Isend},
    [VARIANT(1, 4)] = {.irecv = true, .handshake = true, .send = MPI_Rsend},
    [VARIANT(1, 5)] = {.irecv = true, .handshake = true, .isend = MPI_Irsend},
    [VARIANT(1, 6)] = {.handshake = true, .send = MPI_Send},
};

/* The rank that receives first: its row says only how it sends. A ready send needs a posted
 * receive, so it posts its own early for the first rank's. */
static const struct protocol *protocol_of_second(int variant)
{
    static const struct protocol plain = {.send = MPI_Send};

    return variant < VARIANT(1, 4) ? &plain : &protocols[variant];
}

void exchange(struct job *job, struct message out, struct message in)
{
    const bool ordered = job->variant >= VARIANT(1, 0);
    const bool first = !ordered || exchange_first(job, out.rank, in.rank);
    const struct protocol *with =
        first ? &protocols[job->variant] : protocol_of_second(job->variant);

    out.rank = out.bytes ? rank_in_team(job, out.rank) : MPI_PROC_NULL;
    in.rank = in.bytes ? rank_in_team(job, in.rank) : MPI_PROC_NULL;
    if (job->variant == VARIANT(0, 6)) {
        MPI_Sendrecv(out.data, (int)out.bytes, MPI_BYTE, out.rank, DATA, in.data, (int)in.bytes,
                     MPI_BYTE, in.rank, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    /* In an ordered swap the first message doubles as the handshake for the second. */
    const bool answered = ordered && out.rank == in.rank;
    struct transfer transfer = {.out = out,
                                .in = in,
                                .notified = answered && first ? MPI_PROC_NULL : in.rank,
                                .notifier = answered && !first ? MPI_PROC_NULL : out.rank};

    if (with->irecv)
        MPI_Irecv(DATA_OF(in), &transfer.receiving);
    if (with->irecv && with->handshake)
        handshake_send(&transfer);
    if (first)
        send(with, &transfer);
    receive(with, &transfer);
    if (!first)
        send(with, &transfer);
    if (with->handshake)
        MPI_Wait(&transfer.handshaking, MPI_STATUS_IGNORE);
    if (with->isend)
        MPI_Wait(&transfer.sending, MPI_STATUS_IGNORE);
}
