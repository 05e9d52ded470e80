/* SPDX-License-Identifier: BSD-3-Clause */
/* In chunks: others go first between two of them whose clocks are less. */
#include "simulate/coherence/bulk.h"
#include "simulate/coherence/cache/evictions.h"
#include "simulate/coherence/cache/protocol.h"
#include "simulate/coherence/misses.h"
#include "simulate/coherence/schedule.h"
#include "simulate/coherence/stores.h"
#include "simulate/watch/watch.h"

enum { CHUNK = 4096 };

/* The part of the watched memory that is still to be done. */
struct range {
    int64_t begin, place, end;
};

static struct range range_of(const void *address, size_t bytes)
{
    const int64_t place = address ? watch_place(address) : WATCH_NOWHERE;

    if (place == WATCH_NOWHERE)
        return (struct range){0};
    return (struct range){place, place, place + (int64_t)bytes};
}

/* Where the part ends that a chunk up to this byte needs. */
static int64_t range_limit(const struct range *range, size_t done)
{
    const int64_t limit = range->begin + (int64_t)done;

    return limit < range->end ? limit : range->end;
}

static void range_load(struct rank *rank, struct range *range, size_t done)
{
    const int64_t limit = range_limit(range, done);

    while (range->place < limit) {
        const struct piece piece = piece_next(&range->place, range->end, rank->number);

        rank->accesses += (uint64_t)piece.lines;
        rank->lines_used += (uint64_t)piece.lines;
        if (protocol_hits(piece.line, rank->number, rank->clock))
            evictions_add(rank->number, &piece, schedule_now());
        else
            miss_load(rank, &piece, true);
    }
}

static void range_store(struct rank *rank, struct range *range, size_t done, bool nontemporal)
{
    const int64_t limit = range_limit(range, done);

    while (range->place < limit) {
        const struct piece piece = piece_next(&range->place, range->end, rank->number);

        rank->accesses += (uint64_t)piece.lines;
        if (nontemporal)
            stores_add_nontemporal(rank, &piece);
        else
            stores_add(rank, &piece);
    }
}

void bulk_run(struct rank *rank, const struct bulk *bulk)
{
    struct range loads[BULK_LOADS], store = range_of(bulk->store, bulk->bytes);

    for (int i = 0; i < BULK_LOADS; i++) {
        loads[i] = range_of(bulk->loads[i], bulk->bytes);
        if (loads[i].end)
            stores_settle(rank, bulk->loads[i], bulk->bytes);
    }
    rank->busy = true;
    rank_work(rank, machine->hit + (bulk->store ? machine->store : 0));
    for (size_t done = 0; done < bulk->bytes;) {
        const size_t left = bulk->bytes - done, bytes = left < CHUNK ? left : CHUNK;

        done += bytes;
        schedule_point(rank);
        const double worked = rank->clock + (double)bytes * bulk->per_byte;

        for (int i = 0; i < BULK_LOADS; i++)
            range_load(rank, &loads[i], done);
        if (worked > rank->clock) /* while lines were on their way */
            rank_work(rank, worked - rank->clock);
        range_store(rank, &store, done, bulk->nontemporal);
    }
    if (bulk->nontemporal)
        stores_drain(rank);
}
