/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/transforms/arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

void *array_take(size_t bytes)
{
    const size_t whole = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *memory = aligned_alloc(ALIGNMENT, whole);

    if (!memory) {
        fprintf(stderr, "comops: out of memory (%zu bytes for the model)\n", whole);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0, whole);
}
