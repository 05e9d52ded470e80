/* SPDX-License-Identifier: BSD-3-Clause */
/* Small messages travel in lines: payload and flag share a cache line, so one transfer brings both.
 */
#pragma once

#include "shm_threads/flag.h"

#include <stdalign.h>

enum {
    PAYLOAD = 56,            /* bytes of a line beside its number */
    LINES = 10,              /* of the largest small message */
    SMALL = LINES * PAYLOAD, /* bytes */
    PREFETCHED = 6           /* lines requested in advance; more requests delay each other */
};

struct line {
    alignas(CACHE_LINE) _Atomic uint64_t number;
    char payload[PAYLOAD];
};
_Static_assert(sizeof(struct line) == CACHE_LINE, "payload and number share one cache line");

/* For a few words a call of memcpy would take longer; a whole payload becomes four moves. */
static inline void copy_words(char *to, const char *from, size_t bytes)
{
    for (; bytes >= PAYLOAD; bytes -= PAYLOAD) {
        memcpy(to, from, PAYLOAD);
        to += PAYLOAD;
        from += PAYLOAD;
    }
    for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t)) {
        memcpy(to, from, sizeof(uint64_t));
        to += sizeof(uint64_t);
        from += sizeof(uint64_t);
    }
    while (bytes--)
        *to++ = *from++;
}

/* Prefetches lines for writing. */
static inline void lines_prefetch(const struct line *lines, size_t bytes)
{
    for (size_t line = 0; line * PAYLOAD < bytes; line++)
#if defined(COMOPS_WATCHED) /* simulate/watch */
        watch_prefetch_write(&lines[line]);
#elif defined(__x86_64__) || defined(__i386__)
        __asm__ volatile("prefetchw %0" : : "m"(lines[line].number));
#else
        __builtin_prefetch(&lines[line], 1);
#endif
}

/* Prefetches the lines of the next message ahead of time, so that the copies of their last readers
 * are invalidated before a receiver waits. */
static inline void lines_prefetch_next(const struct line *lines, size_t bytes)
{
    if (bytes <= PREFETCHED * PAYLOAD)
        lines_prefetch(lines, bytes);
}

/* Each line is complete in itself, so a receiver may begin before the last one is written. */
static inline void lines_write(struct line *lines, const char *from, size_t bytes, uint64_t number)
{
    if (bytes > PREFETCHED * PAYLOAD)
        lines_prefetch(lines, bytes);
    for (; bytes >= PAYLOAD; lines++, from += PAYLOAD, bytes -= PAYLOAD) {
        memcpy(lines->payload, from, PAYLOAD);
        flag_set(&lines->number, number);
    }
    if (bytes) {
        copy_words(lines->payload, from, bytes);
        flag_set(&lines->number, number);
    }
}

/* `wait` is flag_wait or flag_wait_in_turn. */
static inline void lines_read_by(void (*wait)(const _Atomic uint64_t *flag, uint64_t number),
                                 const struct line *lines, char *to, size_t bytes, uint64_t number)
{
    for (; bytes >= PAYLOAD; lines++, to += PAYLOAD, bytes -= PAYLOAD) {
        wait(&lines->number, number);
        memcpy(to, lines->payload, PAYLOAD);
    }
    if (bytes) {
        wait(&lines->number, number);
        copy_words(to, lines->payload, bytes);
    }
}

static inline void lines_read(const struct line *lines, char *to, size_t bytes, uint64_t number)
{
    lines_read_by(flag_wait, lines, to, bytes, number);
}
