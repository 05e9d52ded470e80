/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "comops/ranks/contract/loops.h"

/* Bytes that are read word by word. Wider loads of data that were stored just now in other pieces
 * must wait until all earlier stores have left the store buffer; loads of words need not. */
enum { BY_WORDS = 512 };

typedef uint64_t word_anywhere __attribute__((aligned(1), may_alias));

/* The compiler must neither combine loads nor order additions. */
#define ADD(sum, word)                                                                             \
    do {                                                                                           \
        (sum) += (word);                                                                           \
        __asm__("" : "+r"(sum));                                                                   \
    } while (0)

/* A line at a time in four sums, so that the processor can begin several loads in each cycle. The
 * loop is shorter than a line of code and begins with one (-falign-loops), so its speed does not
 * depend on where the linker puts it. */
static inline uint64_t words_sum(const char *from, size_t bytes)
{
    const word_anywhere *word = (const word_anywhere *)from;
    const word_anywhere *const lines_end = word + bytes / CACHE_LINE * LINE_WORDS;
    const word_anywhere *const end = word + bytes / sizeof *word;
    uint64_t a = 0, b = 0, c = 0, d = 0;

    for (; word < lines_end; word += LINE_WORDS) {
        ADD(a, word[0]);
        ADD(b, word[1]);
        ADD(c, word[2]);
        ADD(d, word[3]);
        ADD(a, word[4]);
        ADD(b, word[5]);
        ADD(c, word[6]);
        ADD(d, word[7]);
    }
    for (; word < end; word++)
        ADD(a, *word);
    for (const char *byte = (const char *)end; byte < from + bytes; byte++)
        ADD(b, (uint64_t)*byte);
    return a + b + c + d;
}

static __attribute__((noinline)) void lines_use(const char *data, size_t bytes)
{
    uint64_t sums[LINE_WORDS] = {0};

    line_sums_add(sums, data, bytes);
    __asm__ volatile("" : : "r"(sums) : "memory"); /* the compiler must not omit it */
}

void data_use(const char *data, size_t bytes)
{
    const size_t wide = bytes > BY_WORDS ? bytes / CACHE_LINE * CACHE_LINE : 0;

    if (wide)
        lines_use(data, wide);
    const uint64_t sum = words_sum(data + wide, bytes - wide);

    __asm__ volatile("" : : "r"(sum) : "memory"); /* nor this */
}
