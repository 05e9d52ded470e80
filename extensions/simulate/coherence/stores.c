/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/stores.h"
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/misses.h"
#include "extensions/simulate/coherence/polls.h"
#include "extensions/simulate/coherence/schedule.h"
#include "comops/ranks/watch/watch.h"

/* The new entry replaces the oldest one, for which the rank must wait. */
static void entry_add(struct rank *rank, double commit)
{
    double *oldest = &rank->commits[rank->commit_next];

    rank->commit_next = (rank->commit_next + 1) % (unsigned)machine->stores;
    if (*oldest > rank->clock)
        miss_spend(rank, *oldest, rank->store_distance);
    *oldest = commit;
}

void stores_reserve(struct rank *rank)
{
    if (rank->pending_end - rank->pending_first == STORES_MOST)
        stores_drain(rank);
    miss_wait(rank, rank->commits[rank->commit_next], rank->store_distance);
}

double stores_add(struct rank *rank, const struct piece *piece)
{
    struct line *line = piece->line;
    const bool own = protocol_owns(line, rank->number);
    /* A prefetched line may be in flight. */
    const double owned = line->free > rank->clock ? line->free : rank->clock;
    const double come = own ? owned : miss_own(rank, piece);
    const double commit = come > rank->commit_last ? come : rank->commit_last;

    if (commit > line->free)
        line->free = commit;
    rank->lines_used += (uint64_t)(line == rank->stored ? 0 : piece->lines);
    line->used = rank->lines_used;
    line->dirty = true;
    line->taken = false;
    if (commit > rank->clock && !(own && line == rank->stored)) {
        rank->stored = line;
        rank->commit_last = commit;
        for (int i = piece->lines - 1; i >= 0; i--)
            entry_add(rank, own ? commit : commit - i * rank->store_interval);
    }
    return commit;
}

/* Stores that are in memory at this time. */
static void entries_add(struct rank *rank, int lines, double come)
{
    rank->commit_last = come > rank->commit_last ? come : rank->commit_last;
    rank->stored = NULL;
    for (int i = lines - 1; i >= 0; i--)
        entry_add(rank, rank->commit_last - i * rank->store_interval);
}

void stores_add_nontemporal(struct rank *rank, const struct piece *piece)
{
    const double come = miss_write(rank, piece);

    polls_wake(piece->line, come);
    entries_add(rank, piece->lines, come);
}

void stores_write_back(struct rank *rank, const struct piece *piece)
{
    rank_work(rank, machine->store);
    if (piece->line->dirty && protocol_owns(piece->line, rank->number))
        entries_add(rank, piece->lines, miss_write_back(rank, piece));
}

void stores_write(struct rank *rank, void *address, uint64_t value, size_t bytes, double commit)
{
    if (rank->pending_first == rank->pending_end && schedule_quiet(commit)) {
        watch_assign(address, value, bytes);
        return;
    }
    rank->pending[rank->pending_end++ % STORES_MOST] =
        (struct pending){address, value, bytes, commit};
    if (rank->pending_end - rank->pending_first == 1)
        schedule_commit(rank, commit);
}

void stores_commit(struct rank *rank, double time)
{
    for (; rank->pending_first != rank->pending_end; rank->pending_first++) {
        const struct pending *store = &rank->pending[rank->pending_first % STORES_MOST];

        if (store->commit > time) {
            schedule_commit(rank, store->commit);
            return;
        }
        watch_assign(store->address, store->value, store->bytes);
    }
}

void stores_drain(struct rank *rank)
{
    miss_wait(rank, rank->commit_last, rank->store_distance);
    schedule_until(rank, rank->clock); /* stores that must be visible by now */
}

bool stores_forward(const struct rank *rank, const void *address, size_t bytes, uint64_t *value)
{
    for (unsigned i = rank->pending_end; i != rank->pending_first; i--) {
        const struct pending *store = &rank->pending[(i - 1) % STORES_MOST];

        if (store->address == address && store->bytes == bytes) {
            *value = store->value;
            return true;
        }
    }
    return false;
}

void stores_settle(struct rank *rank, const void *address, size_t bytes)
{
    for (unsigned i = rank->pending_first; i != rank->pending_end; i++) {
        const struct pending *store = &rank->pending[i % STORES_MOST];

        if ((const char *)store->address < (const char *)address + bytes &&
            (const char *)address < (const char *)store->address + store->bytes) {
            stores_drain(rank);
            return;
        }
    }
}
