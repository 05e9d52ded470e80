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

void exchange_begin(struct job *job, int number, struct message out, struct message in)
{
    struct transfer *transfer = transfer_of(job, number);
    const bool ordered = exchange_ordered(job);
    const bool first = !ordered || exchange_first(job, out.rank, in.rank);

    out.rank = out.bytes ? rank_in_team(job, out.rank) : MPI_PROC_NULL;
    in.rank = in.bytes ? rank_in_team(job, in.rank) : MPI_PROC_NULL;
    /* In an ordered swap the first message doubles as the handshake for the second. */
    const bool answered = ordered && out.rank == in.rank;

    *transfer = (struct transfer){
        .with = first ? &protocols[exchange_plain(job)] : protocol_of_second(exchange_plain(job)),
        .first = first,
        .out = out,
        .in = in,
        .notified = answered && first ? MPI_PROC_NULL : in.rank,
        .notifier = answered && !first ? MPI_PROC_NULL : out.rank};
    if (exchange_overlaps(job))
        post(transfer, true);
}

/* Where all begins come first, even a blocking send only waits for one. Ordered, a nonblocking one
 * may go. */
void exchange_middle(struct job *job, int number)
{
    struct transfer *transfer = transfer_of(job, number);

    if (exchange_overlaps(job) &&
        (!exchange_ordered(job) || (transfer->first && transfer->with->isend)))
        send(transfer);
}

void exchange_end(struct job *job, int number)
{
    struct transfer *transfer = transfer_of(job, number);

    if (exchange_plain(job) == VARIANT(0, 6)) {
        sendrecv(transfer->out, transfer->in);
        return;
    }
    if (!exchange_overlaps(job))
        post(transfer, false);
    if (transfer->first && !transfer->sent)
        send(transfer);
    receive(transfer);
    if (!transfer->first)
        send(transfer);
    complete(transfer);
}
