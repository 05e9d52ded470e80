/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const vector_set_names[VECTOR_SETS + 1] = {"baseline", "avx2", "avx512", NULL};

/* The instructions that meson.build lets the compiler use. */
bool vectors_usable(enum vector_set set)
{
#ifdef EACH_VECTOR_SET
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vl");

    return set == VECTORS_BASELINE || (avx2 && (set == VECTORS_AVX2 || avx512));
#else
    return set == VECTORS_BASELINE;
#endif
}

static _Noreturn void refuse(const char *wanted)
{
    fputs("comops: COMOPS_VECTORS=", stderr);
    for (const char *c = wanted; *c; c++)
        fputc(*c >= ' ' && *c <= '~' ? *c : '?', stderr); /* a terminal would obey others */
    fputs(": this processor or build has only", stderr);
    for (enum vector_set set = 0; set < VECTOR_SETS; set++)
        if (vectors_usable(set))
            fprintf(stderr, " %s", vector_set_names[set]);
    fputc('\n', stderr);
    exit(77);
}

enum vector_set vectors_chosen(void)
{
    const char *wanted = getenv("COMOPS_VECTORS");

    for (int set = VECTOR_SETS - 1; set >= 0; set--)
        if (vectors_usable((enum vector_set)set) &&
            (!wanted || strcmp(wanted, vector_set_names[set]) == 0))
            return (enum vector_set)set;
    refuse(wanted);
}
