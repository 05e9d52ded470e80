/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "comops/ranks/contract/loops.h"

/* What each whole word grows by from one repetition to the next; odd. */
static const uint64_t growth = 0xD6E8FEB86659FD93u;

/* Linear in the index, so that the compiler vectorizes it: in rewrite mode marks are written before
 * every run. The factors are odd and differ in their low bytes, so even a one-byte message
 * identifies sender, place and repetition. */
static uint64_t mark_base(int sender, int place, uint64_t repetition)
{
    return ((uint64_t)sender + 1) * 0x9E3779B97F4A7C15u +
           ((uint64_t)place + 1) * 0xC2B2AE3D27D4EB4Fu + repetition * growth;
}

static const uint64_t mark_step = 0x165667B19E3779F9u;

void marks_write(char *to, size_t bytes, int sender, int place, uint64_t repetition)
{
    const uint64_t base = mark_base(sender, place, repetition);
    const size_t words = bytes / sizeof(uint64_t);

    for (size_t i = 0; i < words; i++) {
        const uint64_t word = base + i * mark_step;
        memcpy(to + i * sizeof word, &word, sizeof word);
    }
    const uint64_t last = base + words * mark_step;

    if (bytes % sizeof last) /* a rank without a buffer passes NULL */
        memcpy(to + words * sizeof last, &last, bytes % sizeof last);
}

bool fault_none(const void *found, const void *expected, size_t bytes, size_t offset,
                struct fault *fault)
{
    const unsigned char *is = found, *should_be = expected;

    if (memcmp(is, should_be, bytes) == 0)
        return true;
    while (*is == *should_be) {
        is++;
        should_be++;
        offset++;
    }
    *fault = (struct fault){.offset = offset, .found = *is, .expected = *should_be};
    return false;
}

/* Whole words, at the speed of loads; how many of the leading bytes are right, in steps. */
static size_t words_right(const char *from, size_t bytes, uint64_t base)
{
    enum { STEP = 512 };
    size_t at = 0;

    for (; at + STEP * sizeof(uint64_t) <= bytes; at += STEP * sizeof(uint64_t)) {
        const uint64_t first = base + at / sizeof first * mark_step;
        uint64_t differs = 0;

        for (uint64_t i = 0; i < STEP; i++) {
            uint64_t word;

            memcpy(&word, from + at + i * sizeof word, sizeof word);
            differs |= word ^ (first + i * mark_step);
        }
        if (differs)
            break;
    }
    return at;
}

bool marks_check(const char *from, size_t bytes, int sender, int place, uint64_t repetition,
                 struct fault *fault)
{
    const uint64_t base = mark_base(sender, place, repetition);

    for (size_t at = words_right(from, bytes, base); at < bytes; at += sizeof(uint64_t)) {
        const uint64_t word = base + at / sizeof word * mark_step;
        const size_t length = bytes - at < sizeof word ? bytes - at : sizeof word;

        if (!fault_none(from + at, &word, length, at, fault))
            return false;
    }
    return true;
}

/* Odd: no word is lost. */
static const uint64_t factor = 0x9E3779B97F4A7C15u;

/* One number of the sums of whole lines and the words behind them. */
static uint64_t total_of(const uint64_t lines[LINE_WORDS], const char *rest, size_t words)
{
    uint64_t total = 0;

    for (int word = 0; word < LINE_WORDS; word++)
        total = total * factor + lines[word];
    for (size_t i = 0; i < words; i++) {
        uint64_t word = 1;

        if (rest)
            memcpy(&word, rest + i * sizeof word, sizeof word);
        total = total * factor + word;
    }
    return total;
}

uint64_t marks_total(const char *from, size_t bytes)
{
    const size_t whole = bytes / CACHE_LINE * CACHE_LINE;
    uint64_t lines[LINE_WORDS] = {0};

    if (whole)
        ordered_sums(lines, from, whole);
    return total_of(lines, from + whole, (bytes - whole) / sizeof *lines);
}

/* The total of words that are all 1, times the growth of each. */
uint64_t marks_total_step(size_t bytes)
{
    const uint64_t count = bytes / CACHE_LINE;
    uint64_t lines[LINE_WORDS];

    for (int word = 0; word < LINE_WORDS; word++)
        lines[word] = count * (count + 1) / 2;
    return total_of(lines, NULL, bytes % CACHE_LINE / sizeof *lines) * growth;
}
