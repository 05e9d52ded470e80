/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/arena/handover.h"

#include "comops/ranks/arena/clock.h"
#include "comops/ranks/arena/median.h"

enum { WARM_LAPS = 4, LAPS = 16, PLACES_LEAST = 3 };

static double exchange(struct handover_place *place, bool root)
{
    _Atomic uint64_t *own = root ? &place->to_root : &place->to_peer;
    _Atomic uint64_t *next = root ? &place->to_peer : &place->to_root;

    handover_turns(own, next, root, 1, WARM_LAPS);
    const uint64_t begin = clock_now();

    handover_turns(own, next, root, 1 + WARM_LAPS, LAPS);
    return (double)(clock_now() - begin) / LAPS / 2;
}

static double exchange_all(struct handover_place *places, int count, bool root)
{
    double took[HANDOVER_PLACES];

    for (int i = 0; i < count; i++)
        took[i] = exchange(&places[i], root);
    return median_of(took, (size_t)count);
}

/* Relaxed: the meeting that follows publishes it. */
static void reset(struct handover_place *places, int count)
{
    for (int i = 0; i < count; i++) {
        atomic_store_explicit(&places[i].to_root, 0, memory_order_relaxed);
        atomic_store_explicit(&places[i].to_peer, 0, memory_order_relaxed);
    }
}

double handover_measure(struct meeting_point *point, struct handover_place *places, int rank)
{
    const int others = (int)point->ranks - 1,
              peers = others < HANDOVER_PEERS ? others : HANDOVER_PEERS;
    double with_root = 0;

    for (int i = 0; i < peers; i++) {
        const int peer = 1 + i * others / peers, each = HANDOVER_PLACES / peers,
                  count = each < PLACES_LEAST ? PLACES_LEAST : each;

        if (rank == 0)
            reset(places, count);
        meeting_meet(point); /* the numbers of earlier exchanges are gone */
        if (rank == 0)
            exchange_all(places, count, true);
        else if (rank == peer)
            with_root = exchange_all(places, count, false);
    }
    return with_root;
}
