/* SPDX-License-Identifier: BSD-3-Clause */
/* The pieces of an exchange over MPI, from which the protocols are composed. */
#pragma once

#include "extensions/pstswm/worley/exchange.h"

#include <mpi.h>

/* A row of Worley's tables: how a message is sent, blocking or not; whether its receive is posted
 * before anything is sent; whether the sender waits for a handshake from the receiver. */
struct protocol {
    int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
    int (*isend)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
    bool irecv, handshake;
};

enum { DATA, HANDSHAKE }; /* tags */
#define DATA_OF(message)                                                                           \
    (message).data, (int)(message).bytes, MPI_BYTE, (message).rank, DATA, MPI_COMM_WORLD

/* An open exchange. */
struct transfer {
    const struct protocol *with;
    bool first; /* sends before it receives */
    struct message out, in;
    int notified, notifier; /* of handshakes; MPI_PROC_NULL: none */
    bool handshaken, sent;
    MPI_Request receiving, handshaking, sending;
};

struct exchange {
    char *scratch; /* first, for exchange_scratch */
    struct transfer transfers[];
};

static inline struct transfer *transfer_of(const struct job *job, int number)
{
    return &((struct exchange *)job->state)->transfers[number];
}

/* MPI has one buffer for all buffered sends of a process; jobs that are open at once share it.
 *
 * For one more job of so many ranks, with messages of up to `largest` bytes; called before the job
 * sends. Each call needs its close, even if it fails. */
bool buffered_sends_open(int ranks, size_t largest);
void buffered_sends_close(void);

static inline void handshake_send(struct transfer *transfer)
{
    MPI_Isend(NULL, 0, MPI_BYTE, transfer->notified, HANDSHAKE, MPI_COMM_WORLD,
              &transfer->handshaking);
    transfer->handshaken = true;
}

/* Everything before the messages. A handshake without a posted receive says that this rank is about
 * to receive, unless it is to be early. */
static inline void post(struct transfer *transfer, bool early)
{
    if (transfer->with->irecv)
        MPI_Irecv(DATA_OF(transfer->in), &transfer->receiving);
    if (transfer->with->handshake && (transfer->with->irecv || early))
        handshake_send(transfer);
}

static inline void send(struct transfer *transfer)
{
    const struct protocol *with = transfer->with;

    if (with->handshake)
        MPI_Recv(NULL, 0, MPI_BYTE, transfer->notifier, HANDSHAKE, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (with->send)
        with->send(DATA_OF(transfer->out));
    else
        with->isend(DATA_OF(transfer->out), &transfer->sending);
    transfer->sent = true;
}

static inline void receive(struct transfer *transfer)
{
    if (transfer->with->irecv) {
        MPI_Wait(&transfer->receiving, MPI_STATUS_IGNORE);
        return;
    }
    if (transfer->with->handshake && !transfer->handshaken)
        handshake_send(transfer);
    MPI_Recv(DATA_OF(transfer->in), MPI_STATUS_IGNORE);
}

static inline void complete(struct transfer *transfer)
{
    if (transfer->with->handshake)
        MPI_Wait(&transfer->handshaking, MPI_STATUS_IGNORE);
    if (transfer->with->isend)
        MPI_Wait(&transfer->sending, MPI_STATUS_IGNORE);
}

static inline void sendrecv(struct message out, struct message in)
{
    MPI_Sendrecv(out.data, (int)out.bytes, MPI_BYTE, out.rank, DATA, in.data, (int)in.bytes,
                 MPI_BYTE, in.rank, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
