/* SPDX-License-Identifier: BSD-3-Clause */
/* Copy buffers through which long messages pass piece by piece. Each pair of ranks has one for both
 * directions, for one message at a time. Watched. */
#pragma once

#include "simulate/runtime/mpi/packet.h"

enum {
    RING_SLOTS = 8,
    RING_SLOT_BYTES = 32 * 1024,
    RING_PIECE_SHORT = 16 * 1024, /* for a message of at most RING_SHORT bytes */
    RING_SHORT = 128 * 1024
};

/* Who may begin, if it is not a rank's number: anybody; nobody, because both are using it. */
enum { RING_FREE = -1, RING_BUSY = -2 };

struct ring {
    alignas(CACHE_LINE) _Atomic int owner;
    _Atomic(struct request *) next; /* the other rank's request with which the owner begins */
    struct {
        alignas(CACHE_LINE) _Atomic int bytes; /* 0: free */
    } slot[RING_SLOTS];
    alignas(CACHE_LINE) char data[RING_SLOTS][RING_SLOT_BYTES];
};

/* The owner, RING_FREE if this rank has just become it, with all slots free. */
int ring_claim(struct ring *ring, int rank);
void ring_begin(struct ring *ring, struct request *other);
/* The request with which the other rank, which owns the ring, begins; NULL: not yet. */
struct request *ring_next(struct ring *ring);
void ring_join(struct ring *ring);
/* Called by the receiver when it has taken everything. */
void ring_end(struct ring *ring);

/* Moves one piece of a message of `bytes`, of which `at` have been moved. Returns its length; 0:
 * the other rank must act first. */
size_t ring_fill(struct ring *ring, int slot, const char *data, size_t bytes, size_t at);
size_t ring_drain(struct ring *ring, int slot, char *data, size_t at);
