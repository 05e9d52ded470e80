/* SPDX-License-Identifier: BSD-3-Clause */
/* Worley 1999, section 3, the two tables of SWAP protocols. The paper prints MPI_Irsend for variant
 * 4 as for 5 and calls the last ordered row (1,4), but means MPI_Rsend and (1,6). It omits the
 * waits and the handshakes: a ready send is only legal after its receive is posted. */
#include "extensions/pstswm/worley/exchange.h"
#include "extensions/pstswm/exchange/mpi/transfer.h"

/* As printed: of ordered protocols what the rank does that sends first. (0,6) is MPI_Sendrecv. */
static const struct protocol protocols[] = {
    [VARIANT(0, 0)] = {.send = MPI_Bsend},
    [VARIANT(0, 1)] = {.isend = MPI_Isend},
    [VARIANT(0, 2)] = {.irecv = true, .send = MPI_Send},
    [VARIANT(0, 3)] = {.irecv = true, .isend = MPI_Isend},
    [VARIANT(0, 4)] = {.irecv = true, .handshake = true, .send = MPI_Rsend},
    [VARIANT(0, 5)] = {.irecv = true, .handshake = true, .isend = MPI_Irsend},
    [VARIANT(1, 0)] = {.send = MPI_Send},
    [VARIANT(1, 1)] = {.isend = MPI_Isend},
    [VARIANT(1, 2)] = {.irecv = true, .send = MPI_Send},
    [VARIANT(1, 3)] = {.irecv = true, .isend = MPI_Isend},
    [VARIANT(1, 4)] = {.irecv = true, .handshake = true, .send = MPI_Rsend},
    [VARIANT(1, 5)] = {.irecv = true, .handshake = true, .isend = MPI_Irsend},
    [VARIANT(1, 6)] = {.handshake = true, .send = MPI_Send},
};

/* The row of the rank that receives first says only how it sends. A ready send needs a posted
 * receive, so it posts its own early for the first rank's. */
static const struct protocol *protocol_of(int variant, bool first)
{
    static const struct protocol plain = {.send = MPI_Send};

    return first || variant >= VARIANT(1, 4) ? &protocols[variant] : &plain;
}

void exchange_begin(struct job *job, int number, struct message out, struct message in)
{
    struct transfer *transfer = transfer_of(job, number);
    const bool first = !exchange_ordered(job) || exchange_first(job, out.rank, in.rank);

    out.rank = out.bytes ? rank_in_team(job, out.rank) : MPI_PROC_NULL;
    in.rank = in.bytes ? rank_in_team(job, in.rank) : MPI_PROC_NULL;
    /* In an ordered swap the first message doubles as the handshake for the second. */
    const bool answered = exchange_ordered(job) && out.rank == in.rank;

    *transfer = (struct transfer){protocol_of(exchange_plain(job), first),
                                  first,
                                  out,
                                  in,
                                  .notified = answered && first ? MPI_PROC_NULL : in.rank,
                                  .notifier = answered && !first ? MPI_PROC_NULL : out.rank};
    if (exchange_overlaps(job))
        post(transfer, true);
}

/* A send waits for the other rank's begin at most; an ordered one, if it blocks, for its end. */
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
