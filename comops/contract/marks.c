/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

/* Linear in the index, so that the compiler vectorizes it: in rewrite mode marks are written before
 * every run. The factors are odd and differ in their low bytes, so even a one-byte message
 * identifies sender, place and repetition. */
static uint64_t mark_base(int sender, int place, uint64_t repetition)
{
    return ((uint64_t)sender + 1) * 0x9E3779B97F4A7C15u +
           ((uint64_t)place + 1) * 0xC2B2AE3D27D4EB4Fu + repetition * marks_growth;
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
