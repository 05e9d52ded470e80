/* SPDX-License-Identifier: BSD-3-Clause */
/* How long a cache line takes from one rank's core to another's. It depends on where the cores are:
 * a hypervisor may move them while the guest sees the same cache all the time. */
#pragma once

#include "comops/ranks/arena/meeting.h"

#include <sched.h>

enum {
    HANDOVER_PLACES = 8,      /* pairs of lines: how far a line travels depends on its address */
    HANDOVER_PEERS = 7,       /* ranks that are measured with rank 0, at most */
    HANDOVER_POLLS = 1 << 12, /* before a rank yields its core: the other may be on it */
};

/* The two lines of a place, one for each direction. */
struct handover_place {
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t to_root;
    alignas(CACHE_LINE_PAIR) _Atomic uint64_t to_peer;
};

/* One number goes round a ring `laps` times: the first rank begins and ends each lap. Each rank
 * waits at its own line and stores to that of the next rank. `from` is a number that its line has
 * not had since all met. */
static inline void handover_turns(_Atomic uint64_t *own, _Atomic uint64_t *next, bool first,
                                  uint64_t from, uint64_t laps)
{
    for (uint64_t lap = from; lap < from + laps; lap++) {
        /* Relaxed: nothing but the number itself is handed over. */
        if (first)
            atomic_store_explicit(next, lap, memory_order_relaxed);
        for (int polls = 1; atomic_load_explicit(own, memory_order_relaxed) != lap; polls++) {
            poll_pause();
            if (polls % HANDOVER_POLLS == 0)
                sched_yield();
        }
        if (!first)
            atomic_store_explicit(next, lap, memory_order_relaxed);
    }
}

/* Called by all ranks of the meeting point together, with the same HANDOVER_PLACES places. Rank 0
 * hands over to each other rank in turn, of more than HANDOVER_PEERS to that many of them, evenly
 * spread. The result is the time of a hand-over between rank 0 and this rank, ns, one way, the
 * median over the places; 0 on rank 0 and on ranks that took no part. It takes 10 to 60 us. */
double handover_measure(struct meeting_point *point, struct handover_place *places, int rank);
