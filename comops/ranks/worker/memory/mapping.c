/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/memory/mapping.h"

#include "comops/ranks/text/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Headers may be older than the kernel. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#endif

enum { HUGE = 2 << 20 };

size_t mapping_bytes(size_t bytes, enum page_size pages)
{
    const size_t page = pages == PAGE_SIZE_THP || pages == PAGE_SIZE_2M
                            ? (size_t)HUGE
                            : (size_t)sysconf(_SC_PAGESIZE);

    return (bytes + page - 1) / page * page;
}

/* Bytes of a page; 0 of a huge one: these are few, and each holds everything. */
static size_t page_bytes(enum page_size pages)
{
    return pages == PAGE_SIZE_THP || pages == PAGE_SIZE_2M ? 0 : mapping_bytes(1, pages);
}

size_t mapping_gap(enum page_size pages)
{
    return page_bytes(pages);
}

/* The kernel makes huge pages only at addresses that are multiples of their size. */
static char *map(size_t bytes, enum page_size pages)
{
    const size_t spare = pages == PAGE_SIZE_THP ? HUGE : 0;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (pages == PAGE_SIZE_2M ? MAP_HUGETLB : 0);
    char *memory = mmap(NULL, bytes + spare, PROT_READ | PROT_WRITE, flags, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    const size_t before = spare ? (HUGE - (uintptr_t)memory % HUGE) % HUGE : 0;

    if (before)
        munmap(memory, before);
    if (spare)
        munmap(memory + before + bytes, spare - before);
    return memory + before;
}

void *mapping_create(size_t bytes, enum page_size pages)
{
    const size_t whole = mapping_bytes(bytes, pages);
    char *memory = bytes ? map(whole + mapping_gap(pages), pages) : NULL;

    if (memory)
        mapping_prepare(memory, bytes, pages);
    return memory;
}

void *mapping_take(size_t bytes, size_t offset)
{
    return (char *)memory_or_die(mapping_create(offset + bytes, PAGE_SIZE_DEFAULT)) + offset;
}

void mapping_return(void *memory, size_t bytes)
{
    const size_t offset = (uintptr_t)memory % mapping_bytes(1, PAGE_SIZE_DEFAULT);

    mapping_free((char *)memory - offset, offset + bytes, PAGE_SIZE_DEFAULT);
}

void mapping_prepare(char *memory, size_t bytes, enum page_size pages)
{
    const size_t whole = mapping_bytes(bytes, pages);

    if (pages == PAGE_SIZE_THP)
        madvise(memory, whole, MADV_HUGEPAGE);
    if (pages == PAGE_SIZE_4K)
        madvise(memory, whole, MADV_NOHUGEPAGE);
    /* So that a copy past the end is detected within the page. */
    ASAN_POISON_MEMORY_REGION(memory + bytes, whole - bytes);
}

bool mapping_touch(char *memory, size_t bytes, enum page_size pages)
{
    const size_t whole = mapping_bytes(bytes, pages);

    /* If a shared page cannot be provided, a store would end the process. Before Linux 5.14 it
     * does. */
    if (madvise(memory, whole, MADV_POPULATE_WRITE) != 0) {
        if (errno != EINVAL)
            return false;
        memset(memory, 0, bytes);
    }
    /* By default Linux gives huge pages only to private memory; from 6.1 on it collapses others. */
    if (pages == PAGE_SIZE_THP)
        madvise(memory, whole, MADV_COLLAPSE);
    return true;
}

void mapping_show(const char *memory, size_t bytes, const char *begin, size_t shown)
{
    (void)memory, (void)bytes, (void)begin, (void)shown;
    ASAN_POISON_MEMORY_REGION(memory, bytes);
    ASAN_UNPOISON_MEMORY_REGION(begin, shown);
}

void mapping_free(void *memory, size_t bytes, enum page_size pages)
{
    if (!memory)
        return;
    ASAN_UNPOISON_MEMORY_REGION(memory, mapping_bytes(bytes, pages));
    munmap(memory, mapping_bytes(bytes, pages) + mapping_gap(pages));
}

size_t mapping_huge_bytes(const void *memory, size_t bytes)
{
    FILE *maps = bytes < HUGE ? NULL : fopen("/proc/self/smaps", "r");
    char line[512];
    unsigned long from, to;
    size_t kilobytes, huge = 0;
    int here = 0;

    while (maps && fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
            here = (uintptr_t)memory >= from && (uintptr_t)memory < to;
        else if (here && (sscanf(line, "AnonHugePages: %zu kB", &kilobytes) == 1 ||
                          sscanf(line, "ShmemPmdMapped: %zu kB", &kilobytes) == 1 ||
                          sscanf(line, "Shared_Hugetlb: %zu kB", &kilobytes) == 1 ||
                          sscanf(line, "Private_Hugetlb: %zu kB", &kilobytes) == 1))
            huge += kilobytes * 1024;
    }
    if (maps)
        fclose(maps);
    return huge;
}

/* ---- layouts --------------------------------------------------------------------------------- */

/* 64 pages, each with 64 beginnings of a pair of lines, are more than a launch tries. */
enum { PAGES = 64, LINES = LAYOUT_OFFSET_MOST / CACHE_LINE_PAIR };

/* The stack has the alignment that calls demand. */
enum { STACK_PAGE = 4096, STACK_STEP = 16, STACK_PLACES = STACK_PAGE / STACK_STEP };

size_t layout_before(uint32_t number, enum page_size pages)
{
    return number % PAGES * page_bytes(pages);
}

size_t layout_before_most(enum page_size pages)
{
    return (PAGES - 1) * page_bytes(pages);
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
