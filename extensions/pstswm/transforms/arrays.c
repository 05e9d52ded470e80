/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/transforms/arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

void *array_take(size_t bytes)
{
    const size_t whole = (bytes + LINE - 1) / LINE * LINE;
    void *array = aligned_alloc(LINE, whole ? whole : LINE); /* NULL may stand for nothing */

    if (!array) {
        fprintf(stderr, "comops: out of memory (%zu bytes for the model)\n", whole);
        exit(EXIT_FAILURE);
    }
    return memset(array, 0, whole);
}
