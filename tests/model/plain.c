/* SPDX-License-Identifier: BSD-3-Clause */
/* Plain memory: everything that ranks share lies on the heap. For each byte it is recorded when
 * each rank last read or wrote it, which reveals races (FastTrack, Flanagan and Freund 2009,
 * without its compression). */
#include "tests/model/runtime.h"

#include <stdlib.h>
#include <string.h>

enum { HEAP = 1 << 20 }; /* bytes of the heap that ranks may use */

static struct byte {
    int writer;
    uint32_t written;                /* when, by the writer's clock; 0: before the ranks began */
    uint32_t read[MODEL_RANKS_MOST]; /* likewise */
    struct location *location;
} history[HEAP];

void plain_reset(void)
{
    if (watch_used() > HEAP)
        abort();
    memset(history, 0, watch_used() * sizeof *history);
    watch_reset();
}

/* NULL outside the heap: stacks are the ranks' own, static data belong to the tests. */
static struct byte *byte_at(const void *address)
{
    const int64_t place = watch_place(address);

    return place >= 0 && place < HEAP ? &history[place] : NULL;
}

static void byte_read(struct byte *byte, const struct clock *now, const void *site)
{
    if (byte->written > now->of[byte->writer])
        model_fail("race: rank %d reads at %p what rank %d writes", watch_rank, site, byte->writer);
    byte->read[watch_rank] = now->of[watch_rank];
}

static void byte_write(struct byte *byte, const struct clock *now, const void *site)
{
    if (byte->written > now->of[byte->writer])
        model_fail("race: rank %d writes at %p what rank %d writes", watch_rank, site,
                   byte->writer);
    for (int rank = 0; rank < MODEL_RANKS_MOST; rank++)
        if (byte->read[rank] > now->of[rank])
            model_fail("race: rank %d writes at %p what rank %d reads", watch_rank, site, rank);
    byte->writer = watch_rank;
    byte->written = now->of[watch_rank];
}

static void look(const void *address, size_t size, bool writes, const void *site)
{
    struct byte *byte = byte_at(address);

    if (!address && size)
        model_fail("rank %d accesses address 0 at %p", watch_rank, site);
    if (!byte)
        return;
    const struct clock *now = clock_now();

    for (size_t i = 0; i < size; i++, byte++) {
        if (byte->location)
            model_fail("rank %d accesses an atomic variable as a plain one at %p", watch_rank,
                       site);
        writes ? byte_write(byte, now, site) : byte_read(byte, now, site);
    }
}

struct location *plain_location(const void *address)
{
    const struct byte *byte = byte_at(address);

    if (!byte)
        model_fail("rank %d uses an atomic variable that is not on the heap", watch_rank);
    return byte->location;
}

void plain_claim(const void *address, struct location *location)
{
    struct byte *byte = byte_at(address);

    for (size_t i = 0; i < sizeof(uint64_t); i++, byte++) {
        if (byte->written)
            model_fail("rank %d has written an atomic variable as a plain one", byte->writer);
        byte->location = location;
    }
}

/* ---- hooks -------------------------------------------------------------------------------- */

void watched_read(const void *address, size_t bytes, const void *site)
{
    look(address, bytes, false, site);
}

void watched_write(const void *address, size_t bytes, const void *site)
{
    look(address, bytes, true, site);
}

void watched_copy(const void *to, const void *from, size_t bytes, const void *site)
{
    look(from, bytes, false, site);
    look(to, bytes, true, site);
}

void watched_copy_nontemporal(const void *to, const void *from, size_t bytes, const void *site)
{
    watched_copy(to, from, bytes, site);
}

void watched_reduce(const void *into, const void *a, const void *b, size_t bytes, const void *site)
{
    look(a, bytes, false, site);
    look(b, bytes, false, site);
    look(into, bytes, true, site);
}

void watched_use(const void *data, size_t bytes, const void *site)
{
    look(data, bytes, false, site);
}

/* Neither reads nor writes data. */
void watched_prefetch_write(const void *address)
{
    (void)address;
}

void watched_flush(const void *address, size_t bytes)
{
    (void)address;
    (void)bytes;
}
