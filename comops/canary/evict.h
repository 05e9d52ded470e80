/* SPDX-License-Identifier: BSD-3-Clause */
/* Removes data from all caches. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* False if this program knows no instruction for it on this processor. */
static inline bool evict(const char *from, size_t bytes)
{
#if defined __x86_64__ || defined __aarch64__
    for (const char *line = from; line < from + bytes; line += 64)
#ifdef __x86_64__
        __builtin_ia32_clflush(line);
    __builtin_ia32_mfence();
#else
        __asm__ volatile("dc civac, %0" ::"r"(line) : "memory");
    __asm__ volatile("dsb sy" ::: "memory");
#endif
    return true;
#else
    (void)from, (void)bytes;
    return false;
#endif
}
