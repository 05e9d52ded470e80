/* SPDX-License-Identifier: BSD-3-Clause */
/* What remote_read keeps of a buffer: a sum of its words for each of the eight places in a line. */
#ifndef COMOPS_LINE_SUMS_H
#define COMOPS_LINE_SUMS_H

#include <stddef.h>
#include <stdint.h>

enum { LINE_WORDS = 8, VECTORS = 8 };

typedef uint64_t line_vector __attribute__((vector_size(16), may_alias));

/* Adds `bytes`, a multiple of 64, 16-byte aligned, to `sums`. Two lines at a time into sums of their
 * own: no load waits for another, so that only the way of the data is left to wait for. */
static inline void line_sums_add(uint64_t sums[LINE_WORDS], const char *from, size_t bytes)
{
    const line_vector *vectors = (const line_vector *)from;
    const size_t count = bytes / sizeof *vectors;
    line_vector parts[VECTORS] = {{0}};
    size_t i = 0;

    for (; i + VECTORS <= count; i += VECTORS)
        for (size_t k = 0; k < VECTORS; k++)
            parts[k] += vectors[i + k];
    for (; i < count; i++)
        parts[i % (VECTORS / 2)] += vectors[i];
    for (size_t k = 0; k < VECTORS; k++)
        for (size_t half = 0; half < 2; half++)
            sums[2 * k % LINE_WORDS + half] += parts[k][half];
}

#endif
