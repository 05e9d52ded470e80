/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/contract/line_sums.h"

#include "comops/comops.h"
#include "comops/contract/widest.h"

/* Bytes that are read word by word. Wider loads of data that were stored just now in other pieces
 * must wait until all earlier stores have left the store buffer; loads of words need not. */
enum { BY_WORDS = 512 };

typedef uint64_t line_vector __attribute__((vector_size(CACHE_LINE), aligned(1), may_alias));
typedef uint64_t line_word __attribute__((aligned(1), may_alias));

/* Two lines at a time with separate sums: no load waits for another, so that only the transfer
 * limits the speed. */
WIDEST void line_sums_add(uint64_t sums[LINE_WORDS], const char *from, size_t bytes)
{
    const line_vector *lines = (const line_vector *)from;
    const line_word *words = (const line_word *)from;
    const size_t pairs = bytes / sizeof *lines / 2;
    line_vector even = {0}, odd = {0};

    for (size_t i = 0; i < pairs; i++) {
        even += lines[2 * i];
        odd += lines[2 * i + 1];
    }
    even += odd;
    for (int i = 0; i < LINE_WORDS; i++)
        sums[i] += even[i];
    for (size_t i = 2 * pairs * LINE_WORDS; i < bytes / sizeof *words; i++)
        sums[i % LINE_WORDS] += words[i];
}

static uint64_t words_sum(const char *from, size_t bytes)
{
    const line_word *words = (const line_word *)from;
    const size_t count = bytes / sizeof *words;
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        sum += words[i];
        __asm__("" : "+r"(sum)); /* the compiler must not combine loads */
    }
    for (size_t i = count * sizeof *words; i < bytes; i++)
        sum += (unsigned char)from[i];
    return sum;
}

void data_use(const char *data, size_t bytes)
{
    const size_t wide = bytes > BY_WORDS ? bytes / CACHE_LINE * CACHE_LINE : 0;
    uint64_t sums[LINE_WORDS] = {0};

    if (wide)
        line_sums_add(sums, data, wide);
    sums[0] += words_sum(data + wide, bytes - wide);
    __asm__ volatile("" : : "r"(sums) : "memory"); /* the compiler must not omit it */
}
