/* SPDX-License-Identifier: BSD-3-Clause */
/* Data shared by all ranks that copy from or to one process by the kernel: the lock of its page
 * table, under which each page is looked up, and the count of each page's users. Watched: many
 * copies at once are slow because these lines move from core to core. */
#pragma once

#include "comops/comops.h"

#include <stdalign.h>
#include <stdatomic.h>

/* A rank that waits for a lock, on a line of its own. */
struct page_waiter {
    alignas(CACHE_LINE) _Atomic(struct page_waiter *) next;
    _Atomic int waits;
};

/* The page table of one process: a queued lock, like the kernel's spin locks. */
struct page_table {
    alignas(CACHE_LINE) _Atomic(struct page_waiter *) last;
};

/* The kernel's record of a page, a cache line. */
struct page {
    alignas(CACHE_LINE) _Atomic int users;
};

enum { PAGE_UPDATES = 4 }; /* updates of a page without contention, until it is released */

/* Looking up a page takes `ns`. */
void page_table_hold(struct page_table *table, struct page_waiter *self, struct page *first,
                     size_t count, double ns);
void page_table_release(struct page *first, size_t count);
