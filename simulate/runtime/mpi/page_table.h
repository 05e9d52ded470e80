/* SPDX-License-Identifier: BSD-3-Clause */
/* What those share that copy from or to one process by the kernel: the lock of its page table,
 * under which each page is looked up, and the count of each page's users. Watched: that these lines
 * move from core to core is what makes many copies at once slow. */
#pragma once

#include "comops/comops.h"

#include <stdalign.h>
#include <stdatomic.h>

/* A rank that waits for a lock, on a line of its own. */
struct page_waiter {
    alignas(CACHE_LINE) _Atomic(struct page_waiter *) next;
    _Atomic int waits;
};

/* Of one process: a queued lock, as the kernel's spin locks are. */
struct page_table {
    alignas(CACHE_LINE) _Atomic(struct page_waiter *) last;
};

/* The kernel's record of a page, a line. */
struct page {
    alignas(CACHE_LINE) _Atomic int users;
};

enum { PAGE_UPDATES = 4 }; /* of a page that nobody else wants, until it is released */

/* Each page is looked up in `ns`. */
void page_table_hold(struct page_table *table, struct page_waiter *self, struct page *first,
                     size_t count, double ns);
void page_table_release(struct page *first, size_t count);
