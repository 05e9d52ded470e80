/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled once for each set of vectors. */
#include "comops/ranks/contract/loops.h"

#include "comops/ranks/contract/processor.h"

#include <string.h>

typedef uint64_t vector __attribute__((vector_size(VECTOR_BYTES)));
typedef vector vector_anywhere __attribute__((aligned(1), may_alias));
typedef uint64_t word_anywhere __attribute__((aligned(1), may_alias));

/* Two lines at a time with separate sums: no load waits for another, so that only the transfer
 * limits the speed. */
enum { STEP = 2 * CACHE_LINE, PARTS = STEP / VECTOR_BYTES };
#define EACH_PART _Pragma("GCC unroll 8") for (int part = 0; part < PARTS; part++)
#define EACH_LINE_PART _Pragma("GCC unroll 4") for (int part = 0; part < PARTS / 2; part++)

line_sums_function VECTOR_NAME(line_sums_add);
ordered_sums_function VECTOR_NAME(ordered_sums);

void VECTOR_NAME(line_sums_add)(uint64_t sums[LINE_WORDS], const char *from, size_t bytes)
{
    const char *const end = from + bytes / STEP * STEP;
    vector sum[PARTS] = {};

    for (; from < end; from += STEP)
        EACH_PART sum[part] += ((const vector_anywhere *)from)[part];
    EACH_PART for (int i = 0; i < (int)(VECTOR_BYTES / sizeof *sums); i++)
        sums[(part * (int)(VECTOR_BYTES / sizeof *sums) + i) % LINE_WORDS] += sum[part][i];
    for (size_t i = 0; i < bytes % STEP / sizeof *sums; i++)
        sums[i % LINE_WORDS] += ((const word_anywhere *)from)[i];
}

void VECTOR_NAME(ordered_sums)(uint64_t sums[LINE_WORDS], const char *from, size_t bytes)
{
    const char *const end = from + bytes;
    vector sum[PARTS / 2] = {}, sums_so_far[PARTS / 2] = {};

    for (; from < end; from += CACHE_LINE)
        EACH_LINE_PART sums_so_far[part] += sum[part] += ((const vector_anywhere *)from)[part];
    memcpy(sums, sums_so_far, sizeof sums_so_far);
}
