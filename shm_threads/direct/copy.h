/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of long messages between private buffers. The part that fits the caches is copied through
 * them. The rest is written by non-temporal stores, which do not read a line before they write it.
 */
#pragma once

#include "shm_threads/direct/direct.h"

static inline void copy_nontemporal(char *to, const char *from, size_t bytes)
{
#if defined(COMOPS_WATCHED) /* comops/ranks/watch */
    watch_copy_nontemporal(to, from, bytes);
#else
    const size_t head = -(uintptr_t)to % 16; /* line_stream needs aligned vectors */
    const size_t first = head < bytes ? head : bytes;

    memcpy(to, from, first);
    to += first;
    from += first;
    bytes -= first;
    for (; bytes >= CACHE_LINE; to += CACHE_LINE, from += CACHE_LINE, bytes -= CACHE_LINE)
        line_stream(to, from);
    /* Whoever sees the flag that this rank stores next sees these lines, too: its release orders
     * only ordinary stores (docs/direct.md), and no checker knows of the others. */
    stream_fence();
    memcpy(to, from, bytes);
#endif
}

/* For long messages of all patterns. */
static inline void copy_long(const struct job *job, char *to, const char *from, size_t bytes)
{
    const struct endpoint *mine = job->state;
    const size_t cached = mine->cached == CACHED_ALL
                              ? bytes
                              : bytes / CACHED_ALL * mine->cached / CACHE_LINE * CACHE_LINE;

    memcpy(to, from, cached);
    if (cached < bytes)
        copy_nontemporal(to + cached, from + cached, bytes - cached);
}
