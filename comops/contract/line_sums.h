/* SPDX-License-Identifier: BSD-3-Clause */
/* What remote_read keeps of a buffer: the sum of its words for each of the eight places in a line.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { LINE_WORDS = 8, VECTORS = 8 };

typedef uint64_t line_vector __attribute__((vector_size(16), may_alias));
typedef uint64_t line_word __attribute__((may_alias));

/* Adds `bytes`, a multiple of 8, from an address that is a multiple of 16 to `sums`. Works on two
 * lines at a time with separate partial sums: no load waits for another, so that only the transfer
 * limits the speed. */
static inline void line_sums_add(uint64_t sums[LINE_WORDS], const char *from, size_t bytes)
{
    const line_vector *vectors = (const line_vector *)from;
    const line_word *words = (const line_word *)from;
    const size_t count = bytes / sizeof *vectors / VECTORS * VECTORS;
    line_vector parts[VECTORS] = {{0}};

    for (size_t i = 0; i < count; i += VECTORS)
        for (size_t k = 0; k < VECTORS; k++)
            parts[k] += vectors[i + k];
    for (size_t k = 0; k < VECTORS; k++)
        for (size_t half = 0; half < 2; half++)
            sums[(2 * k + half) % LINE_WORDS] += parts[k][half];
    for (size_t i = 2 * count; i < bytes / sizeof *words; i++)
        sums[i % LINE_WORDS] += words[i];
}
