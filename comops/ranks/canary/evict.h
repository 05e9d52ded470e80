/* SPDX-License-Identifier: BSD-3-Clause */
/* Removes data from all caches. */
#pragma once

#include "comops/ranks/contract/processor.h"

#include <stdbool.h>
#include <stddef.h>

/* False if this program knows no such instruction for this processor. (RISC-V's is often
 * privileged.) */
static inline bool evict(const char *from, size_t bytes)
{
#if defined(__x86_64__) || defined(__aarch64__) || defined(__powerpc64__)
    for (const char *line = from; line < from + bytes; line += CACHE_LINE)
#if defined(__x86_64__)
        __builtin_ia32_clflush(line);
    __builtin_ia32_mfence();
#elif defined(__aarch64__)
        __asm__ volatile("dc civac, %0" ::"r"(line) : "memory");
    __asm__ volatile("dsb sy" ::: "memory");
#else
        __asm__ volatile("dcbf 0, %0" ::"r"(line) : "memory");
    __asm__ volatile("sync" ::: "memory");
#endif
    return true;
#else
    (void)from, (void)bytes;
    return false;
#endif
}
