/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "comops/contract/loops.h"

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

static inline size_t wide_bytes(size_t bytes)
{
    return bytes > BY_WORDS ? bytes / CACHE_LINE * CACHE_LINE : 0;
}

void data_use(const char *data, size_t bytes, struct data_sums *sums)
{
    const size_t wide = wide_bytes(bytes);

    if (wide)
        ordered_sums(sums->lines, data, wide);
    sums->rest = words_sum(data + wide, bytes - wide);
    __asm__ volatile("" : : : "memory"); /* the compiler must not omit it */
}

/* ---- one number of them ---------------------------------------------------------------------- */

static const uint64_t factor = 0x9E3779B97F4A7C15u; /* odd: no word is lost */

uint64_t data_total(const struct data_sums *sums, size_t bytes)
{
    uint64_t total = 0;

    for (int word = 0; word < LINE_WORDS && wide_bytes(bytes); word++)
        total = total * factor + sums->lines[word];
    return total * factor + sums->rest;
}

uint64_t data_total_step(size_t bytes)
{
    const size_t lines = wide_bytes(bytes) / CACHE_LINE;
    struct data_sums sums = {.rest = (bytes - wide_bytes(bytes)) / sizeof(uint64_t)};

    for (int word = 0; word < LINE_WORDS; word++)
        sums.lines[word] = lines * (lines + 1) / 2; /* of words that grow by 1 */
    return data_total(&sums, bytes) * marks_growth;
}
