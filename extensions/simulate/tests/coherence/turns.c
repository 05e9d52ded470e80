/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/tests/coherence/turns.h"

#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/fibre.h"
#include "comops/ranks/watch/watch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { STACK = 1 << 18, LINE = 64, IDLE_MOST = 16 };

struct turns_counts turns_counts;
bool turns_follow;

static struct fibre fibres[TURNS_RANKS];
static void (*living)(int rank);
static int ranks, idle, met;
static uint64_t *holders; /* of each line: the ranks with a copy, a bit each */

static size_t holders_bytes(void)
{
    return (size_t)watch_places() / LINE * sizeof *holders + LINE;
}

static void holders_reset(void)
{
    if (holders)
        madvise(holders, holders_bytes(), MADV_DONTNEED);
    else
        holders = mmap(NULL, holders_bytes(), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (holders == MAP_FAILED)
        abort();
}

/* ---- turns -------------------------------------------------------------------------------- */

static int next_of(int rank)
{
    for (int i = 1; i <= ranks; i++)
        if (!fibres[(rank + i) % ranks].ended)
            return (rank + i) % ranks;
    return -1;
}

static void live(int rank)
{
    living(rank);
    idle = 0;
}

void turns_pass(void)
{
    const int self = watch_rank, next = next_of(self);

    idle++;
    if (idle > IDLE_MOST * ranks) {
        fibre_switch(&fibres[self], &fibre_main);
    } else if (next != self) {
        watch_rank = next;
        fibre_switch(&fibres[self], &fibres[next]);
    }
}

void turns_meet(void)
{
    const int goal = (met / ranks + 1) * ranks;

    met++;
    idle = 0;
    while (met < goal)
        turns_pass();
}

bool turns_run(int count, void (*function)(int rank))
{
    ranks = count;
    living = function;
    idle = met = 0;
    turns_counts = (struct turns_counts){0};
    if (turns_follow)
        holders_reset();
    for (int rank = 0; rank < ranks; rank++)
        fibre_begin(&fibres[rank], STACK, live, rank);
    for (int next = 0; next >= 0 && idle <= IDLE_MOST * ranks; next = next_of(watch_rank)) {
        watch_rank = next;
        fibre_switch(&fibre_main, &fibres[next]);
    }
    const bool ended = fibres[watch_rank].ended && next_of(watch_rank) < 0;

    watch_rank = -1;
    return ended;
}

/* ---- the engine's calls ------------------------------------------------------------------- */

void engine_work(double ns)
{
    turns_counts.work += ns;
}

void engine_allocates(int rank)
{
    (void)rank;
}

int engine_find(struct engine_word words[], const int which[], int count)
{
    int i = 0;

    while (i < count && !watched_load((const void *)words[which[i]].address, sizeof(int),
                                      memory_order_acquire, NULL))
        i++;
    return i;
}

/* ---- hooks -------------------------------------------------------------------------------- */

static void access_note(const void *address, size_t bytes, bool writes)
{
    const int64_t begin = watch_place(address);
    const uint64_t self = (uint64_t)1 << watch_rank;

    if (begin == WATCH_NOWHERE || bytes == 0)
        return;
    if (writes)
        idle = 0;
    for (int64_t i = begin / LINE; turns_follow && i <= (begin + (int64_t)bytes - 1) / LINE; i++) {
        turns_counts.crossed += !writes && holders[i] && !(holders[i] & self);
        holders[i] = writes ? self : holders[i] | self;
    }
}

void watched_read(const void *address, size_t bytes, const void *site)
{
    (void)site;
    access_note(address, bytes, false);
}

void watched_write(const void *address, size_t bytes, const void *site)
{
    (void)site;
    access_note(address, bytes, true);
}

void watched_copy(const void *to, const void *from, size_t bytes, const void *site)
{
    (void)site;
    turns_counts.copied += bytes;
    access_note(from, bytes, false);
    access_note(to, bytes, true);
}

void watched_copy_nontemporal(const void *to, const void *from, size_t bytes, const void *site)
{
    watched_copy(to, from, bytes, site);
}

void watched_reduce(const void *into, const void *a, const void *b, size_t bytes, const void *site)
{
    watched_read(a, bytes, site);
    watched_read(b, bytes, site);
    watched_write(into, bytes, site);
}

void watched_use(const void *data, size_t bytes, const void *site)
{
    watched_read(data, bytes, site);
}

uint64_t watched_load(const void *address, size_t bytes, int order, const void *site)
{
    (void)order;
    watched_read(address, bytes, site);
    return watch_value(address, bytes);
}

void watched_store(void *address, uint64_t value, size_t bytes, int order, const void *site)
{
    (void)order;
    watched_write(address, bytes, site);
    watch_assign(address, value, bytes);
}

uint64_t watched_update(void *address, enum watched_update update, uint64_t value,
                        uint64_t expected, size_t bytes, int order, const void *site)
{
    const uint64_t old = watch_value(address, bytes);

    (void)order;
    watched_read(address, bytes, site);
    watched_write(address, bytes, site);
    watch_assign(address, watch_updated(old, update, value, expected), bytes);
    return old;
}

void watched_fence(int order, const void *site)
{
    (void)order;
    (void)site;
}

void watched_pause(void)
{
    turns_pass();
}

void watched_prefetch_write(const void *address)
{
    (void)address;
}

void watched_flush(const void *address, size_t bytes)
{
    (void)address;
    (void)bytes;
}
