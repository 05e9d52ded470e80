/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of long messages between private buffers. The part that fits the caches is copied through
 * them, the rest by non-temporal stores, so that a line that would be evicted is not read before it
 * is written. */
#pragma once

#include "shm_threads/direct/direct.h"

static inline void copy_nontemporal(char *to, const char *from, size_t bytes)
{
#if defined(COMOPS_WATCHED) /* simulate/watch */
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
    stream_fence();
    memcpy(to, from, bytes);
#endif
}

/* For every long message of a pattern. */
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
