/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/watch/recorder.h"

#include <stdlib.h>

struct call calls[CALLS_MOST];
int call_count;

void record_begin(void)
{
    call_count = 0;
    watch_rank = 0;
}

void record_end(void)
{
    watch_rank = -1;
}

static void record(struct call call)
{
    if (call_count == CALLS_MOST)
        abort();
    calls[call_count++] = call;
}

void watched_read(const void *address, size_t bytes, const void *site)
{
    record((struct call){READ, address, .bytes = bytes, .site = site});
}

void watched_write(const void *address, size_t bytes, const void *site)
{
    record((struct call){WRITE, address, .bytes = bytes, .site = site});
}

void watched_copy(const void *to, const void *from, size_t bytes, const void *site)
{
    record((struct call){COPY, to, from, .bytes = bytes, .site = site});
}

void watched_copy_nontemporal(const void *to, const void *from, size_t bytes, const void *site)
{
    record((struct call){COPY_NONTEMPORAL, to, from, .bytes = bytes, .site = site});
}

void watched_reduce(const void *into, const void *a, const void *b, size_t bytes, const void *site)
{
    record((struct call){REDUCE, into, a, b, bytes, .site = site});
}

void watched_use(const void *data, size_t bytes, const void *site)
{
    record((struct call){USE, data, .bytes = bytes, .site = site});
}

uint64_t watched_load(const void *address, size_t bytes, int order, const void *site)
{
    record((struct call){LOAD, address, .bytes = bytes, .order = order, .site = site});
    return watch_value(address, bytes);
}

void watched_store(void *address, uint64_t value, size_t bytes, int order, const void *site)
{
    record((struct call){STORE, address, .bytes = bytes, .order = order, .site = site});
    watch_assign(address, value, bytes);
}

uint64_t watched_update(void *address, enum watched_update update, uint64_t value,
                        uint64_t expected, size_t bytes, int order, const void *site)
{
    const uint64_t old = watch_value(address, bytes);

    record((struct call){UPDATE, address, .bytes = bytes, .order = order, .update = update,
                         .site = site});
    watch_assign(address, watch_updated(old, update, value, expected), bytes);
    return old;
}

void watched_fence(int order, const void *site)
{
    record((struct call){FENCE, .order = order, .site = site});
}

void watched_pause(void)
{
    record((struct call){PAUSE});
}

void watched_prefetch_write(const void *address)
{
    record((struct call){PREFETCH_WRITE, address});
}

void watched_flush(const void *address, size_t bytes)
{
    (void)address;
    (void)bytes;
}
