/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory is mapped without reserve, so only touched pages take space. A page of a long message is
 * read and written as a whole, and one state describes its 64 lines. A line gets a state of its own
 * when it is first told apart; states are stored in that order, close together even if the lines
 * are not. */
#include "extensions/simulate/coherence/cache/lines.h"
#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { ALLOCATIONS_MOST = 1 << 16 };

struct page {
    uint32_t all;   /* in `pool`: the state of lines without one of their own; 0: untouched */
    uint32_t lines; /* in `tables`; 0: all are in one state */
};

static struct {
    int64_t place;
    int core;
} allocations[ALLOCATIONS_MOST];
static int allocation_count;

static struct page *pages;
static struct line *pool;              /* number 0 is none */
static uint32_t (*tables)[PAGE_LINES]; /* of pages whose lines differ: numbers in `pool` */
static uint32_t pool_used, tables_used;

void *storage_map(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED) {
        fprintf(stderr, "comops: no address space of %zu bytes for the simulation: ", bytes);
        perror(NULL);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void storage_unmap(void *memory, size_t bytes)
{
    munmap(memory, bytes);
}

static size_t page_count(void)
{
    return (size_t)(watch_places() / PAGE_BYTES + 1);
}

/* One for each page and each line. */
static size_t pool_bytes(void)
{
    return (page_count() * (PAGE_LINES + 1) + 1) * sizeof *pool;
}

static size_t tables_bytes(void)
{
    return (page_count() + 1) * sizeof *tables;
}

void lines_open(void)
{
    pages = storage_map(page_count() * sizeof *pages);
    pool = storage_map(pool_bytes());
    tables = storage_map(tables_bytes());
    pool_used = tables_used = 0;
    allocation_count = 0;
}

void lines_close(void)
{
    storage_unmap(pages, page_count() * sizeof *pages);
    storage_unmap(pool, pool_bytes());
    storage_unmap(tables, tables_bytes());
}

void engine_allocates(int core)
{
    const int64_t place = (int64_t)watch_used();

    if (allocation_count && allocations[allocation_count - 1].place == place)
        allocation_count--; /* nothing has been allocated since */
    if (allocation_count < ALLOCATIONS_MOST) {
        allocations[allocation_count].place = place;
        allocations[allocation_count++].core = core;
    }
}

static int home_of(int64_t place, int toucher)
{
    int low = 0, high = allocation_count; /* the last one that begins at or before the place */

    while (low < high) {
        const int middle = (low + high) / 2;

        if (allocations[middle].place <= place)
            low = middle + 1;
        else
            high = middle;
    }
    const bool allocated = low > 0 && place < (int64_t)watch_used();

    return machine->core[allocated ? allocations[low - 1].core : toucher].node;
}

static struct page *page_at(int64_t place, int toucher)
{
    struct page *page = &pages[place / PAGE_BYTES];

    if (!page->all) {
        page->all = ++pool_used;
        pool[page->all] = (struct line){
            .owner = NOBODY, .first = {NOBODY, NOBODY}, .home = (int16_t)home_of(place, toucher)};
    }
    return page;
}

static struct line *line_apart(struct page *page, int index)
{
    if (!page->lines)
        page->lines = ++tables_used;
    uint32_t *number = &tables[page->lines][index];

    if (!*number) {
        *number = ++pool_used;
        pool[*number] = pool[page->all];
    }
    return &pool[*number];
}

struct line *line_at(int64_t place, int toucher)
{
    return line_apart(page_at(place, toucher), (int)(place / LINE_BYTES % PAGE_LINES));
}

bool page_is_one(int64_t page)
{
    return !pages[page].lines;
}

struct line *line_of_page(int64_t page, int index)
{
    return page_is_one(page) ? &pool[pages[page].all] : line_apart(&pages[page], index);
}

struct piece piece_at(int64_t place, int toucher)
{
    struct line *line = line_at(place, toucher);

    return (struct piece){line, 1, place / LINE_BYTES * LINE_BYTES,
                          UINT64_C(1) << place / LINE_BYTES % PAGE_LINES};
}

struct piece piece_next(int64_t *place, int64_t end, int toucher)
{
    const int64_t page = *place / PAGE_BYTES;
    const int index = (int)(*place / LINE_BYTES % PAGE_LINES);
    struct page *its = page_at(*place, toucher);

    if (!its->lines && index == 0 && end > (page + 1) * PAGE_BYTES - LINE_BYTES) {
        *place = (page + 1) * PAGE_BYTES;
        return (struct piece){&pool[its->all], PAGE_LINES, page * PAGE_BYTES, UINT64_MAX};
    }
    const struct piece piece = piece_at(*place, toucher);

    *place = piece.place + LINE_BYTES;
    return piece;
}
