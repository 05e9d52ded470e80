/* SPDX-License-Identifier: BSD-3-Clause */
/* In chunks: between two of them, ranks with earlier clocks go first. */
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/misses.h"
#include "extensions/simulate/coherence/schedule.h"
#include "extensions/simulate/coherence/stores.h"
#include "comops/ranks/watch/watch.h"

enum { CHUNK = 4096 };

/* The part of the watched memory that remains. */
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

/* The end of the part that a chunk up to this byte needs. */
static int64_t range_limit(const struct range *range, size_t done)
{
    const int64_t limit = range->begin + (int64_t)done;

    return limit < range->end ? limit : range->end;
}

/* Returns how many bytes are in the rank's first-level cache. */
static size_t range_load(struct rank *rank, struct range *range, size_t done)
{
    const int64_t limit = range_limit(range, done);
    size_t first = 0;

    while (range->place < limit) {
        const struct piece piece = piece_next(&range->place, range->end, rank->number);

        rank->accesses += (uint64_t)piece.lines;
        if (protocol_owns(piece.line, rank->number) && rank_first_cache_has(piece.line))
            first += (size_t)piece.lines * LINE_BYTES;
        rank->lines_used += (uint64_t)piece.lines;
        if (protocol_hits(piece.line, rank->number, rank->clock))
            evictions_add(rank->number, &piece, schedule_now());
        else
            miss_load(rank, &piece, true);
    }
    return first;
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

/* The work for so many bytes, some of them in the first-level cache. */
static double work_of(const struct bulk *bulk, size_t bytes, size_t first)
{
    const size_t near = first < bytes ? first : bytes;

    return (double)near * bulk->first_per_byte + (double)(bytes - near) * bulk->per_byte;
}

void bulk_run(struct rank *rank, const struct bulk *bulk)
{
    struct range loads[BULK_LOADS], store = range_of(bulk->store, bulk->bytes);

    for (int i = 0; i < BULK_LOADS; i++) {
        loads[i] = range_of(bulk->loads[i], bulk->bytes);
        if (loads[i].end)
            stores_settle(rank, bulk->loads[i], bulk->bytes);
    }
    rank_busy(rank);
    /* The first word and the last; of less than a line its share, because such copies overlap. */
    const double share = bulk->bytes < LINE_BYTES ? (double)bulk->bytes / LINE_BYTES : 1;

    rank_work(rank, share * (machine->hit + (bulk->store ? machine->store : 0)));
    for (size_t done = 0; done < bulk->bytes;) {
        const size_t left = bulk->bytes - done, bytes = left < CHUNK ? left : CHUNK;

        done += bytes;
        schedule_point(rank);
        const double begun = rank->clock;
        size_t first = 0;

        for (int i = 0; i < BULK_LOADS; i++)
            first += range_load(rank, &loads[i], done);
        const double worked = begun + work_of(bulk, bytes, first);

        if (worked > rank->clock) /* while lines were in flight */
            rank_work(rank, worked - rank->clock);
        range_store(rank, &store, done, bulk->nontemporal);
    }
    if (bulk->nontemporal)
        stores_drain(rank);
}
