/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/bench.h"

#include <stdlib.h>

/* A line's address makes it faster or slower. 64 pages, each with 64 beginnings of a pair of lines
 * in 8 KiB of heap, are more than a launch tries. */
enum { PAGES = 64, LINES = 64 };

/* The stack has the alignment that calls demand. */
enum { STACK_PAGE = 4096, STACK_STEP = 16, STACK_PLACES = STACK_PAGE / STACK_STEP };

void layout_free(struct layout *layout, const struct team *team)
{
    free(layout->heap);
    if (layout->pages && team->release)
        team->release(layout->pages, layout->bytes);
    else
        mapping_free(layout->pages, layout->bytes, layout->kind);
    *layout = (struct layout){0};
}

void layout_set(struct layout *layout, const struct team *team, enum page_size kind,
                uint32_t number)
{
    layout_free(layout, team);
    /* Huge pages are few, and each of them holds everything. */
    layout->kind = kind == PAGE_SIZE_2M ? PAGE_SIZE_4K : kind;
    layout->bytes = mapping_bytes(1, PAGE_SIZE_4K) * (number % PAGES);
    if (layout->bytes)
        layout->pages = team->allocate ? team->allocate(layout->bytes)
                                       : mapping_create(layout->bytes, layout->kind);
    if (layout->pages)
        memset(layout->pages, 1, layout->bytes); /* a page is taken when it is touched */
    if (layout_offset(number))
        layout->heap = malloc(layout_offset(number));
}

size_t layout_offset(uint32_t number)
{
    return CACHE_LINE_PAIR * (number / PAGES % LINES);
}

size_t layout_place(uint32_t number)
{
    return CACHE_LINE * (number / PAGES / LINES / STACK_PLACES % (STACK_PAGE / CACHE_LINE));
}

size_t layout_stack(uint32_t number, const void *frame)
{
    return (uintptr_t)frame % STACK_PAGE + STACK_STEP * (number / PAGES / LINES % STACK_PLACES);
}
