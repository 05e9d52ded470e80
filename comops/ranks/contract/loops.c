/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/loops.h"

extern const struct loops loops_baseline, loops_avx2, loops_avx512;
static const struct loops *const each[VECTOR_SETS] = VECTOR_TABLE(loops);
const struct loops *loops_used = &loops_baseline;

void loops_use(enum vector_set set)
{
    loops_used = each[set];
}

__attribute__((constructor)) static void loops_choose(void)
{
    loops_use(vectors_chosen());
}

void line_sums_add(uint64_t sums[LINE_WORDS], const char *from, size_t bytes)
{
    loops_used->line_sums_add(sums, from, bytes);
}

void ordered_sums(uint64_t sums[LINE_WORDS], const char *from, size_t bytes)
{
    loops_used->ordered_sums(sums, from, bytes);
}
