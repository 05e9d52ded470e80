/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/coherence/storage.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

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
