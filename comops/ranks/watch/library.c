/* SPDX-License-Identifier: BSD-3-Clause */
/* The watched heap, and the functions that watched sources call instead of the C library's and of
 * their own assembly. */
#include "comops/ranks/watch/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MISSING 77             /* the exit status of what cannot run here */
#define HEAP ((size_t)1 << 36) /* bytes of addresses; only touched memory is used */

enum {
    PAGE = 4096,
    UNALIGNED = 64,   /* of malloc: a block shares no cache line with another */
    CLEARED = 1 << 20 /* a heap that has grown beyond is given back to the kernel */
};

int watch_rank = -1;

static char *heap;
static size_t used;

extern char __data_start[], _end[]; /* by the linker: static data */

/* Counted from the beginning of their first page, so that cache lines of places are those of
 * addresses. */
static size_t data_offset(uintptr_t address)
{
    return address - (uintptr_t)__data_start / PAGE * PAGE;
}

/* ---- the heap, and places ----------------------------------------------------------------- */

__attribute__((constructor(101))) static void heap_map(void)
{
    heap = mmap(NULL, HEAP, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                0);
    if (heap == MAP_FAILED) {
        fputs("64 GiB of addresses are needed, without memory behind them, and refused: "
              "ulimit -v unlimited, and vm.overcommit_memory other than 2\n",
              stderr);
        exit(MISSING);
    }
}

int64_t watch_place(const void *address)
{
    const size_t offset = (uintptr_t)address - (uintptr_t)heap;
    const size_t in_data = data_offset((uintptr_t)address);

    if (offset < HEAP)
        return (int64_t)offset;
    return in_data < data_offset((uintptr_t)_end) ? (int64_t)(HEAP + in_data) : WATCH_NOWHERE;
}

int64_t watch_places(void)
{
    return (int64_t)(HEAP + data_offset((uintptr_t)_end));
}

void watch_reset(void)
{
    if (used > CLEARED)
        madvise(heap, used, MADV_DONTNEED);
    else
        memset(heap, 0, used);
    used = 0;
}

size_t watch_used(void)
{
    return used;
}

void *watch_allocate(size_t alignment, size_t bytes)
{
    const size_t begin = (used + alignment - 1) / alignment * alignment;

    if (begin > HEAP || bytes > HEAP - begin)
        return NULL;
    used = begin + bytes;
    return heap + begin;
}

/* Only watched code calls what follows. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* ---- the C library ------------------------------------------------------------------------ */

void *watch_malloc(size_t bytes)
{
    return watch_allocate(UNALIGNED, bytes);
}

/* The heap is zero until it is used, and blocks are not used twice. */
void *watch_calloc(size_t count, size_t bytes)
{
    return bytes && count > HEAP / bytes ? NULL : watch_malloc(count * bytes);
}

void *watch_aligned_alloc(size_t alignment, size_t bytes)
{
    return watch_allocate(alignment, bytes);
}

/* A block of the C library may come from a function that is not watched. */
void watch_free(void *memory)
{
    if ((uintptr_t)memory - (uintptr_t)heap >= HEAP)
        free(memory);
}

void *watch_memcpy(void *to, const void *from, size_t bytes)
{
    if (watch_rank >= 0)
        watched_copy(to, from, bytes, SITE);
    return memcpy(to, from, bytes);
}

void *watch_memmove(void *to, const void *from, size_t bytes)
{
    if (watch_rank >= 0)
        watched_copy(to, from, bytes, SITE);
    return memmove(to, from, bytes);
}

void *watch_memset(void *to, int value, size_t bytes)
{
    if (watch_rank >= 0)
        watched_write(to, bytes, SITE);
    return memset(to, value, bytes);
}

int watch_memcmp(const void *a, const void *b, size_t bytes)
{
    if (watch_rank >= 0) {
        watched_read(a, bytes, SITE);
        watched_read(b, bytes, SITE);
    }
    return memcmp(a, b, bytes);
}

/* ---- assembly and intrinsics -------------------------------------------------------------- */

void watch_copy_nontemporal(char *to, const char *from, size_t bytes)
{
    if (watch_rank >= 0)
        watched_copy_nontemporal(to, from, bytes, SITE);
    memcpy(to, from, bytes);
}

/* Reported as a whole, not element by element. */
void watch_reduce(void reduce(void *into, const void *a, const void *b, size_t bytes), void *into,
                  const void *a, const void *b, size_t bytes)
{
    const int rank = watch_rank;

    if (rank >= 0)
        watched_reduce(into, a, b, bytes, SITE);
    watch_rank = -1;
    reduce(into, a, b, bytes);
    watch_rank = rank;
}

/* In place of data_use, by the linker. */
void __wrap_data_use(const char *data, size_t bytes)
{
    if (watch_rank >= 0)
        watched_use(data, bytes, SITE);
}

void watch_pause(void)
{
    if (watch_rank >= 0)
        watched_pause();
}

void watch_prefetch_write(const void *line)
{
    if (watch_rank >= 0)
        watched_prefetch_write(line);
}
