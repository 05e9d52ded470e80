/* SPDX-License-Identifier: BSD-3-Clause */
/* Instructions that C cannot express, for each architecture. If one has no such instruction, the
 * substitute does the same, or nothing if it only saves time. (The clock is the kernel's:
 * arena/clock.h. Caches are flushed by canary/evict.h.) */
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && !defined(COMOPS_WATCHED)
#include <emmintrin.h>
#endif

/* Alignment of data that one core writes and another reads. */
enum {
    CACHE_LINE = 64,
    CACHE_LINE_PAIR = 128 /* x86 prefetches lines in pairs; those of POWER are as long */
};

/* One poll of a loop that waits for another core. */
static inline void poll_pause(void)
{
#if defined(COMOPS_WATCHED) /* comops/ranks/watch */
    watch_pause();
#elif defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb"); /* yield does nothing on most cores */
#elif defined(__powerpc64__)
    __asm__ volatile("or 27,27,27");
#elif defined(__riscv)
    __asm__ volatile(".insn i 0x0f, 0, x0, x0, 0x010"); /* pause, a hint to all cores */
#endif
}

/* Requests a line for writing. */
static inline void prefetch_write(const void *line)
{
#if defined(COMOPS_WATCHED) /* comops/ranks/watch */
    watch_prefetch_write(line);
#elif defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)line));
#else
    __builtin_prefetch(line, 1);
#endif
}

/* Copies a line by non-temporal stores, to an address that is a multiple of 16. */
static inline void line_stream(char *to, const char *from)
{
#if defined(__SSE2__) && !defined(COMOPS_WATCHED)
    for (int i = 0; i < 4; i++)
        _mm_stream_si128((__m128i *)to + i, _mm_loadu_si128((const __m128i *)from + i));
#elif defined(__aarch64__)
    __asm__ volatile("ldp q0, q1, [%1]\n\tldp q2, q3, [%1, #32]\n\t"
                     "stnp q0, q1, [%0]\n\tstnp q2, q3, [%0, #32]"
                     :
                     : "r"(to), "r"(from)
                     : "v0", "v1", "v2", "v3", "memory");
#else
    memcpy(to, from, CACHE_LINE);
#endif
}

/* Orders the lines before later stores: on x86 a release store does not wait for them. */
static inline void stream_fence(void)
{
#if defined(__SSE2__) && !defined(COMOPS_WATCHED)
    _mm_sfence();
#endif
}
