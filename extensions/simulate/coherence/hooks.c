/* SPDX-License-Identifier: BSD-3-Clause */
/* The hooks of watch.h: charges what the ranks' code does. */
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/misses.h"
#include "extensions/simulate/coherence/polls.h"
#include "extensions/simulate/coherence/schedule.h"
#include "extensions/simulate/coherence/stores.h"
#include "comops/ranks/watch/watch.h"

#include <stdatomic.h>

enum { WORD_MOST = 64 }; /* bytes; larger accesses are split */

static void line_load(struct rank *rank, const struct piece *piece, bool data)
{
    rank->accesses++;
    if (!protocol_hits(piece->line, rank->number, rank->clock)) {
        schedule_point(rank);
        if (!protocol_hits(piece->line, rank->number, rank->clock)) {
            miss_load(rank, piece, data);
            return;
        }
    }
    rank_work(rank, machine->hit);
}

/* Data that are copied, loaded or stored sequentially; a copy loads and stores. */
static void pass(const void *load, const void *store, size_t bytes, bool nontemporal)
{
    const double share = load && store ? 1 : 0.5;

    bulk_run(&ranks[watch_rank], &(struct bulk){{load},
                                                store,
                                                bytes,
                                                .per_byte = share / machine->copy_rate,
                                                .first_per_byte = share / machine->first_copy_rate,
                                                .nontemporal = nontemporal});
}

void watched_read(const void *address, size_t bytes, const void *site)
{
    struct rank *rank = &ranks[watch_rank];
    const int64_t begin = watch_place(address);

    if (begin == WATCH_NOWHERE)
        return;
    if (bytes > WORD_MOST) {
        pass(address, NULL, bytes, false);
        return;
    }
    stores_settle(rank, address, bytes);
    for (int64_t place = begin; place < begin + (int64_t)bytes;
         place = (place / LINE_BYTES + 1) * LINE_BYTES) {
        const struct piece piece = piece_at(place, rank->number);

        line_load(rank, &piece, true);
    }
}

/* Returns the time at which the store commits. */
static double line_store(struct rank *rank, const struct piece *piece)
{
    rank->accesses++;
    rank_work(rank, machine->store);
    stores_reserve(rank);
    if (!protocol_owns(piece->line, rank->number))
        schedule_point(rank);
    return stores_add(rank, piece);
}

void watched_write(const void *address, size_t bytes, const void *site)
{
    struct rank *rank = &ranks[watch_rank];
    const int64_t begin = watch_place(address);

    rank_busy(rank);
    if (begin == WATCH_NOWHERE)
        return;
    if (bytes > WORD_MOST) {
        pass(NULL, address, bytes, false);
        return;
    }
    for (int64_t place = begin; place < begin + (int64_t)bytes;
         place = (place / LINE_BYTES + 1) * LINE_BYTES) {
        const struct piece piece = piece_at(place, rank->number);

        line_store(rank, &piece);
    }
}

void watched_copy(const void *to, const void *from, size_t bytes, const void *site)
{
    pass(from, to, bytes, false);
}

void watched_copy_nontemporal(const void *to, const void *from, size_t bytes, const void *site)
{
    pass(from, to, bytes, true);
}

void watched_reduce(const void *into, const void *a, const void *b, size_t bytes, const void *site)
{
    bulk_run(&ranks[watch_rank], &(struct bulk){{a, b},
                                                into,
                                                bytes,
                                                .per_byte = machine->reduce_per_byte,
                                                .first_per_byte = machine->reduce_per_byte});
}

void watched_use(const void *data, size_t bytes, const void *site)
{
    pass(data, NULL, bytes, false);
}

uint64_t watched_load(const void *address, size_t bytes, int order, const void *site)
{
    struct rank *rank = &ranks[watch_rank];
    const int64_t place = watch_place(address);
    uint64_t value;

    if (place == WATCH_NOWHERE)
        return watch_value(address, bytes);
    const struct piece piece = piece_at(place, rank->number);

    schedule_point(rank);
    line_load(rank, &piece, false);
    rank->checked = rank->clock;
    if (order == memory_order_consume) /* the addresses of the next loads depend on its value */
        rank_serialize(rank);
    if (!stores_forward(rank, address, bytes, &value)) {
        stores_settle(rank, address, bytes);
        value = watch_value(address, bytes);
    }
    polls_note(rank, address, piece.line, value, site);
    return value;
}

uint64_t watched_update(void *address, enum watched_update its, uint64_t value, uint64_t expected,
                        size_t bytes, int order, const void *site)
{
    struct rank *rank = &ranks[watch_rank];
    const int64_t place = watch_place(address);

    if (place != WATCH_NOWHERE) {
        const struct piece piece = piece_at(place, rank->number);

        rank->accesses++;
        rank_busy(rank);
        schedule_point(rank);
        stores_drain(rank);
        miss_update(rank, &piece);
        rank_serialize(rank);
    }
    const uint64_t old = watch_value(address, bytes);

    watch_assign(address, watch_updated(old, its, value, expected), bytes);
    return old;
}

void watched_store(void *address, uint64_t value, size_t bytes, int order, const void *site)
{
    struct rank *rank = &ranks[watch_rank];
    const int64_t place = watch_place(address);

    if (order == memory_order_seq_cst) { /* x86: an exchange */
        watched_update(address, WATCHED_EXCHANGE, value, 0, bytes, order, site);
        return;
    }
    rank_busy(rank);
    if (place == WATCH_NOWHERE) {
        watch_assign(address, value, bytes);
        return;
    }
    const struct piece piece = piece_at(place, rank->number);

    schedule_point(rank);
    stores_write(rank, address, value, bytes, line_store(rank, &piece));
}

void watched_fence(int order, const void *site)
{
    struct rank *rank = &ranks[watch_rank];

    if (order != memory_order_seq_cst)
        return; /* only the compiler's */
    stores_drain(rank);
    rank_work(rank, machine->fence);
    rank_serialize(rank);
}

void watched_prefetch_write(const void *address)
{
    struct rank *rank = &ranks[watch_rank];
    const int64_t place = watch_place(address);

    if (place == WATCH_NOWHERE)
        return;
    const struct piece piece = piece_at(place, rank->number);

    rank->accesses++;
    schedule_point(rank);
    if (!protocol_owns(piece.line, rank->number))
        miss_own(rank, &piece);
}

/* As a non-temporal store, which leaves no copy either. Lines that are already in memory take as
 * long. */
void watched_flush(const void *address, size_t bytes)
{
    bulk_run(&ranks[watch_rank],
             &(struct bulk){.store = address, .bytes = bytes, .nontemporal = true});
}
