/* SPDX-License-Identifier: BSD-3-Clause */
/* Small messages travel in lines: payload and flag share a cache line, so one transfer brings both.
 */
#pragma once

#include "shm_threads/direct/direct.h"

/* Whether this cell's messages do so. */
static inline bool is_small(const struct job *job)
{
    return ((const struct endpoint *)job->state)->small;
}

static inline size_t lines_of(size_t bytes)
{
    return (bytes + PAYLOAD - 1) / PAYLOAD;
}

/* How many lines a message needs; a large one needs none. */
static inline size_t lines_of_message(const struct job *job)
{
    return job->bytes <= SMALL ? lines_of(job->bytes) : 0;
}

/* A call of memcpy would take longer for a few words; a whole payload becomes four moves. */
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
        prefetch_write(&lines[line]);
}

/* Prefetches the lines of the next message, so that the copies of their last readers are
 * invalidated before a receiver waits. */
static inline void lines_prefetch_next(const struct job *job, const struct line *lines)
{
    lines_prefetch(lines, job->bytes);
}

/* Each line is complete in itself, so a receiver may begin before the last one is written. */
static inline void lines_write_of(struct line *lines, const char *from, size_t bytes,
                                  uint64_t number)
{
    for (; bytes >= PAYLOAD; lines++, from += PAYLOAD, bytes -= PAYLOAD) {
        memcpy(lines->payload, from, PAYLOAD);
        flag_set(&lines->number, number);
    }
    if (bytes) {
        copy_words(lines->payload, from, bytes);
        flag_set(&lines->number, number);
    }
}

static inline void lines_write(const struct job *job, struct line *lines, const char *from,
                               uint64_t number)
{
    lines_write_of(lines, from, job->bytes, number);
}

static inline void lines_read_of(const struct line *lines, char *to, size_t bytes, uint64_t number)
{
    for (; bytes >= PAYLOAD; lines++, to += PAYLOAD, bytes -= PAYLOAD) {
        flag_wait(&lines->number, number);
        memcpy(to, lines->payload, PAYLOAD);
    }
    if (bytes) {
        flag_wait(&lines->number, number);
        copy_words(to, lines->payload, bytes);
    }
}

static inline void lines_read(const struct job *job, const struct line *lines, char *to,
                              uint64_t number)
{
    lines_read_of(lines, to, job->bytes, number);
}

/* A flag that is set in every run uses two lines of a slot in turn: the writer takes back the line
 * that was read in the previous run before it needs it. */
static inline struct line *turn_line(struct line *slot, uint64_t step)
{
    return &slot[step % 2 * (CACHE_LINE_PAIR / CACHE_LINE)];
}

static inline void turn_set(struct line *slot, uint64_t step)
{
    flag_set(&turn_line(slot, step)->number, step);
    prefetch_write(turn_line(slot, step + 1));
}

/* The writer is at most one run ahead, so this run's line still holds this run's number. */
static inline void turn_wait(struct line *slot, uint64_t step)
{
    flag_wait(&turn_line(slot, step)->number, step);
}
