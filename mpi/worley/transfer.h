/* SPDX-License-Identifier: BSD-3-Clause */
/* The two halves of an exchange over MPI, from which the protocols are composed. */
#pragma once

#include "comops/worley/exchange.h"

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

/* One exchange in progress. */
struct transfer {
    struct message out, in;
    int notified, notifier; /* of handshakes; MPI_PROC_NULL: none */
    MPI_Request receiving, handshaking, sending;
};

static inline void handshake_send(struct transfer *transfer)
{
    MPI_Isend(NULL, 0, MPI_BYTE, transfer->notified, HANDSHAKE, MPI_COMM_WORLD,
              &transfer->handshaking);
}

static inline void send(const struct protocol *with, struct transfer *transfer)
{
    if (with->handshake)
        MPI_Recv(NULL, 0, MPI_BYTE, transfer->notifier, HANDSHAKE, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (with->send)
        with->send(DATA_OF(transfer->out));
    else
        with->isend(DATA_OF(transfer->out), &transfer->sending);
}

static inline void receive(const struct protocol *with, struct transfer *transfer)
{
    if (with->irecv) {
        MPI_Wait(&transfer->receiving, MPI_STATUS_IGNORE);
        return;
    }
    if (with->handshake)
        handshake_send(transfer);
    MPI_Recv(DATA_OF(transfer->in), MPI_STATUS_IGNORE);
}
