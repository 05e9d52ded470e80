/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/runtime/mpi/mpi_process.h"

static void table_lock(struct page_table *table, struct page_waiter *self)
{
    atomic_store_explicit(&self->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&self->waits, 1, memory_order_relaxed);
    struct page_waiter *before = atomic_exchange_explicit(&table->last, self, memory_order_acq_rel);

    if (!before)
        return;
    atomic_store_explicit(&before->next, self, memory_order_release);
    while (atomic_load_explicit(&self->waits, memory_order_acquire))
        poll_pause();
}

static void table_unlock(struct page_table *table, struct page_waiter *self)
{
    struct page_waiter *expected = self, *next;

    if (atomic_compare_exchange_strong_explicit(&table->last, &expected, NULL, memory_order_release,
                                                memory_order_relaxed))
        return;
    while (!(next = atomic_load_explicit(&self->next, memory_order_acquire)))
        poll_pause();
    atomic_store_explicit(&next->waits, 0, memory_order_release);
}

void page_table_hold(struct page_table *table, struct page_waiter *self, struct page *first,
                     size_t count, double ns)
{
    for (size_t i = 0; i < count; i++) {
        table_lock(table, self);
        engine_work(ns);
        atomic_fetch_add_explicit(&first[i].users, 1, memory_order_relaxed);
        table_unlock(table, self);
    }
}

void page_table_release(struct page *first, size_t count)
{
    for (size_t i = 0; i < count; i++)
        atomic_fetch_sub_explicit(&first[i].users, 1, memory_order_release);
}
