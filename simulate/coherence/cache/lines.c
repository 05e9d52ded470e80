/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages are mapped without reserve, so only those that are touched take memory. A page of a long
 * message is read and written as a whole, and then one state describes its 64 lines. */
#include "simulate/coherence/cache/lines.h"
#include "simulate/coherence/storage.h"
#include "simulate/watch/watch.h"

enum { ALLOCATIONS_MOST = 1 << 16 };

struct page {
    struct line all;
    struct line *lines; /* NULL: all are in one state */
    bool touched;
};

static struct {
    int64_t place;
    int core;
} allocations[ALLOCATIONS_MOST];
static int allocation_count;

static const struct machine *machine;
static struct page *pages;
static struct line *pool; /* for pages whose lines differ */
static size_t pool_used;

static size_t pages_bytes(void)
{
    return (size_t)(watch_places() / PAGE_BYTES + 1) * sizeof *pages;
}

static size_t pool_bytes(void)
{
    return (size_t)(watch_places() / LINE_BYTES + PAGE_LINES) * sizeof *pool;
}

void lines_open(const struct machine *its)
{
    machine = its;
    pages = storage_map(pages_bytes());
    pool = storage_map(pool_bytes());
    pool_used = 0;
    allocation_count = 0;
}

void lines_close(void)
{
    storage_unmap(pages, pages_bytes());
    storage_unmap(pool, pool_bytes());
}

void lines_allocate(int64_t place, int core)
{
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

    if (!page->touched) {
        page->touched = true;
        page->all.owner = page->all.first[STOP_HOME] = page->all.first[STOP_HOLDER] = NOBODY;
        page->all.home = (int16_t)home_of(place, toucher);
    }
    return page;
}

static void page_split(struct page *page)
{
    page->lines = &pool[pool_used];
    pool_used += PAGE_LINES;
    for (int i = 0; i < PAGE_LINES; i++)
        page->lines[i] = page->all;
}

struct line *line_at(int64_t place, int toucher)
{
    struct page *page = page_at(place, toucher);

    if (!page->lines)
        page_split(page);
    return &page->lines[place / LINE_BYTES % PAGE_LINES];
}

struct line *line_of_page(int64_t page, int index)
{
    return pages[page].lines ? &pages[page].lines[index] : &pages[page].all;
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
        return (struct piece){&its->all, PAGE_LINES, page * PAGE_BYTES, UINT64_MAX};
    }
    const struct piece piece = piece_at(*place, toucher);

    *place = piece.place + LINE_BYTES;
    return piece;
}
