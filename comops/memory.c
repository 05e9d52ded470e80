/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#endif

static size_t whole_pages(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);

    return (bytes + page - 1) / page * page;
}

void *memory_map(size_t bytes)
{
    if (bytes == 0)
        return NULL;
    char *memory = mmap(NULL, whole_pages(bytes), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    /* So that a copy past the end is seen although the page goes on. */
    ASAN_POISON_MEMORY_REGION(memory + bytes, whole_pages(bytes) - bytes);
    return memory;
}

void memory_unmap(void *memory, size_t bytes)
{
    if (!memory)
        return;
    ASAN_UNPOISON_MEMORY_REGION(memory, whole_pages(bytes));
    munmap(memory, whole_pages(bytes));
}
