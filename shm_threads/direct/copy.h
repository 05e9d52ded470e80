/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of long messages between private buffers: into the cache what fits there, the rest past
 * it, so that a line which would be driven out again is not read in before it is written. */
#ifndef DIRECT_COPY_H
#define DIRECT_COPY_H

#include "shm_threads/direct/direct.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static inline void copy_past_cache(char *to, const char *from, size_t bytes)
{
#ifdef __SSE2__
    const size_t head = -(uintptr_t)to % sizeof(__m128i); /* such stores want whole vectors */
    const size_t first = head < bytes ? head : bytes;

    memcpy(to, from, first);
    to += first;
    from += first;
    bytes -= first;
    for (; bytes >= 64; to += 64, from += 64, bytes -= 64)
        for (int i = 0; i < 4; i++)
            _mm_stream_si128((__m128i *)to + i, _mm_loadu_si128((const __m128i *)from + i));
    _mm_sfence(); /* a release store does not wait for them */
#endif
    memcpy(to, from, bytes);
}

/* To be called by an implementation for every long message of its pattern. */
static inline void copy_long(const struct job *job, char *to, const char *from, size_t bytes)
{
    const struct box *mine = job->state;
    const size_t kept = mine->kept == KEPT_ALL ? bytes : bytes / KEPT_ALL * mine->kept / 64 * 64;

    memcpy(to, from, kept);
    if (kept < bytes)
        copy_past_cache(to + kept, from + kept, bytes - kept);
}

#endif
