/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"
#include "comops/contract/line_sums.h"

void data_use(const char *data, size_t bytes)
{
    const size_t words = bytes / sizeof(uint64_t) * sizeof(uint64_t);
    uint64_t sums[LINE_WORDS] = {0};

    line_sums_add(sums, data, words);
    for (size_t i = words; i < bytes; i++)
        sums[0] += (unsigned char)data[i];
    __asm__ volatile("" : : "r"(sums) : "memory"); /* the compiler must not omit it */
}
