/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the real sources under observation. They are compiled as for GCC's thread sanitizer
 * (-fsanitize=thread) and linked with this folder instead of its library, so each access to memory
 * calls a hook. Ranks are fibres of one thread. Three programs define the hooks: the model checker
 * (tests/model), the counter of declared costs (tests/declared) and the simulator of cache
 * coherence (extensions/simulate/coherence).
 *
 * Watched memory is all that watched sources allocate on the heap (hooks.h replaces malloc, calloc
 * and aligned_alloc there; other sources call watch_allocate), and the program's static data.
 * Stacks are private to their ranks. Hooks are not watched and may use all of the C library.
 *
 * Inline assembly and intrinsics are not seen. Where an implementation uses them, hooks.h has a
 * call instead. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern int watch_rank; /* the running rank; -1: none, and nothing is reported to the hooks */

/* ---- places ------------------------------------------------------------------------------- */

/* Watched memory is numbered as one range of bytes: the heap from 0, then static data. A place is
 * an address in it. */
enum { WATCH_NOWHERE = -1 };
int64_t watch_place(const void *address); /* WATCH_NOWHERE: a stack, or memory not watched */
int64_t watch_places(void);               /* all places are below; of memory mapped sparsely */

/* On the heap, for sources that are not watched themselves. NULL if it is full. */
void *watch_allocate(size_t alignment, size_t bytes);

/* The heap is empty and zero again; the same sequence of allocations returns the same addresses.
 * Static data keep their values. */
void watch_reset(void);
size_t watch_used(void); /* bytes of the heap that have been allocated since, from its beginning */

/* ---- hooks: defined by the program -------------------------------------------------------- */

/* Plain accesses. `site`: an address in the code, for addr2line. The data are read or written after
 * the hook returns. */
void watched_read(const void *address, size_t bytes, const void *site);
void watched_write(const void *address, size_t bytes, const void *site);

/* memcpy, memmove and put/get of the stand-ins. The hook itself does not move the data. */
void watched_copy(const void *to, const void *from, size_t bytes, const void *site);
/* The same by non-temporal stores. */
void watched_copy_nontemporal(const void *to, const void *from, size_t bytes, const void *site);
/* reduce_local: reads a and b, writes into. */
void watched_reduce(const void *into, const void *a, const void *b, size_t bytes, const void *site);
/* data_use: reads all. */
void watched_use(const void *data, size_t bytes, const void *site);

/* Atomic accesses of 1, 2, 4 or 8 bytes; `order` is a memory_order. The hook performs them. */
uint64_t watched_load(const void *address, size_t bytes, int order, const void *site);
void watched_store(void *address, uint64_t value, size_t bytes, int order, const void *site);
/* Read-modify-write: returns the old value. COMPARE writes `value` only if the old one is
 * `expected`. */
enum watched_update { WATCHED_EXCHANGE, WATCHED_ADD, WATCHED_AND, WATCHED_OR, WATCHED_COMPARE };
uint64_t watched_update(void *address, enum watched_update update, uint64_t value,
                        uint64_t expected, size_t bytes, int order, const void *site);
void watched_fence(int order, const void *site);

void watched_pause(void); /* between two polls */
void watched_prefetch_write(const void *address);
/* Removes data from all caches to memory; returns when that is done. No source calls it; it is for
 * cold buffers. */
void watched_flush(const void *address, size_t bytes);

/* ---- for the hooks: what an atomic access does ------------------------------------------- */

static inline uint64_t watch_value(const void *address, size_t bytes)
{
    switch (bytes) {
    case 1: return *(const volatile uint8_t *)address;
    case 2: return *(const volatile uint16_t *)address;
    case 4: return *(const volatile uint32_t *)address;
    default: return *(const volatile uint64_t *)address;
    }
}

static inline void watch_assign(void *address, uint64_t value, size_t bytes)
{
    switch (bytes) {
    case 1: *(volatile uint8_t *)address = (uint8_t)value; break;
    case 2: *(volatile uint16_t *)address = (uint16_t)value; break;
    case 4: *(volatile uint32_t *)address = (uint32_t)value; break;
    default: *(volatile uint64_t *)address = value;
    }
}

/* The value after an update. */
static inline uint64_t watch_updated(uint64_t old, enum watched_update update, uint64_t value,
                                     uint64_t expected)
{
    switch (update) {
    case WATCHED_EXCHANGE: return value;
    case WATCHED_ADD: return old + value;
    case WATCHED_AND: return old & value;
    case WATCHED_OR: return old | value;
    default: return old == expected ? value : old;
    }
}

/* In a function that watched code calls: the call, for addr2line. */
#define SITE ((const void *)((const char *)__builtin_return_address(0) - 1))
