/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets between ranks, with MPICH's layout, so that they take as many cache lines. */
#pragma once

#include "comops/comops.h"

#include <stdalign.h>
#include <stdatomic.h>

struct request;

enum packet_type {
    PACKET_EAGER, /* with the data */
    PACKET_REQUEST_TO_SEND,
    PACKET_CLEAR_TO_SEND,
    PACKET_PUT,
    PACKET_ACCUMULATE,
    PACKET_GET,
    PACKET_GOT,
    PACKET_FLUSH,
    PACKET_FLUSHED,
    PACKET_COMPLETED /* an origin's epoch */
};

enum context { CONTEXT_MESSAGE, CONTEXT_COLLECTIVE, CONTEXT_WINDOW };

enum {
    CELL_BYTES = 64 * 1024,
    CELLS = 64,         /* of each rank, which alone writes into them */
    SHORT_BYTES = 16,   /* longest message within a packet */
    IMMEDIATE_BYTES = 8 /* the same for a put */
};

struct packet {
    int type;
    int context;  /* of a message; a put's window */
    int tag;      /* of a message; the reduction of PACKET_ACCUMULATE */
    int unused;   /* as large as in MPICH */
    size_t bytes; /* of the whole message */
    union {
        char data[SHORT_BYTES];
        struct {
            struct request *sender, *receiver; /* of a long message */
        };
        struct {
            size_t place; /* in the target's window */
            char immediate[IMMEDIATE_BYTES];
        };
    };
    struct request *request; /* of PACKET_GET, which PACKET_GOT answers */
};

struct cell {
    alignas(CACHE_LINE) _Atomic(struct cell *) next;
    int from, to;
    size_t bytes; /* of the payload */
    uint16_t sequence, type;
    alignas(8) char payload[];
};
enum {
    PAYLOAD_BYTES = CELL_BYTES - offsetof(struct cell, payload),
    EAGER_MOST = PAYLOAD_BYTES - sizeof(struct packet) /* data of a message in one cell */
};
_Static_assert(offsetof(struct cell, payload) == 32 && sizeof(struct packet) == 48, "as in MPICH");

/* One for each ordered pair. */
struct box {
    alignas(CACHE_LINE) _Atomic int full;
    alignas(CACHE_LINE) char cell[CELL_BYTES];
};

/* Many ranks append cells, one takes them; the head is private to that rank. */
struct queue {
    alignas(CACHE_LINE) _Atomic(struct cell *) head;
    _Atomic(struct cell *) tail;
};
