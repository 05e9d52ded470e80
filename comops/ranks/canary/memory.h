/* SPDX-License-Identifier: BSD-3-Clause */
/* Private memory of whole pages, placed by first touch. */
#pragma once

#include <stddef.h>
#include <sys/mman.h>

/* Zero; NULL if there is none. */
static inline char *memory_map(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

/* `memory` may be NULL. */
static inline void memory_unmap(void *memory, size_t bytes)
{
    if (memory)
        munmap(memory, bytes);
}
