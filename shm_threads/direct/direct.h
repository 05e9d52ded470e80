/* SPDX-License-Identifier: BSD-3-Clause */
/* What the direct implementations share: one box a rank, and how ranks wait for each other.
 *
 * Small messages travel in lines: payload and number in one cache line, so that one transfer brings
 * both. Large ones are copied straight between the private buffers, by both ends. */
#ifndef DIRECT_H
#define DIRECT_H

#include "comops/comops.h"
#include "shm_threads/wait.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAYLOAD = 56,            /* of a line of 64 bytes, beside its number */
    LINES = 10,              /* of the largest small message */
    SMALL = LINES * PAYLOAD, /* bytes */
    OWNED = 6,               /* lines asked for in advance: more of them get in each other's way */
    KEPT_ALL = 256,          /* parts of a long message */
    SLOTS = 16               /* runs a sender may be ahead of its slowest receiver */
};

struct line {
    alignas(64) _Atomic uint64_t number;
    char payload[PAYLOAD];
};
_Static_assert(sizeof(struct line) == 64, "payload and number share one cache line");

/* One rank's. Written by that rank alone, except slots where an implementation says otherwise. */
struct box {
    alignas(LINE_PAIR) _Atomic uint64_t
        arrived; /* steps this rank has reached: its buffers are ready */
    alignas(LINE_PAIR) _Atomic uint64_t
        finished; /* steps whose data this rank has taken and delivered */
    alignas(LINE_PAIR) _Atomic uint64_t pieces; /* of a long message this rank has; relay.h */
    alignas(LINE_PAIR) uint64_t step;           /* this rank's own count */
    /* Written in setup alone. */
    alignas(LINE_PAIR) unsigned kept; /* parts of what it writes that the caches have room for */
    int source;  /* of a long broadcast, whose buffer this rank copies from; relay.h */
    bool serves; /* others copy from it */
    size_t own;  /* bytes of it that this rank copies itself */
    alignas(LINE_PAIR) struct line slots[SLOTS][LINES];
};

static inline struct box *box_of(const struct job *job, int rank)
{
    return job->peers[rank]->state;
}

/* Of what all ranks write in a run, the part that stays in their largest caches beside all they
 * read; three quarters of a cache, as other things are in it too. All where hwloc knows of none. */
static inline unsigned parts_kept(const struct job *job)
{
    size_t room = 0, reads = 0, writes = 0;

    for (int rank = 0; rank < job->ranks; rank++) {
        const struct job *peer = job->peers[rank];
        size_t sharers = 0;

        for (int other = 0; other < job->ranks; other++)
            sharers += job->peers[other]->cache == peer->cache;
        room += peer->cache_bytes / 4 * 3 / sharers;
        reads += job->pattern->send_bytes(peer);
        writes += job->pattern->recv_bytes(peer);
    }
    if (room == 0 || reads + writes <= room)
        return KEPT_ALL;
    return reads < room ? (unsigned)((room - reads) * KEPT_ALL / writes) : 0;
}

/* A box with `more` bytes behind it, all zero. */
static inline bool direct_setup_with(struct job *job, size_t more)
{
    struct box *box = job->state = aligned_alloc(LINE_PAIR, sizeof *box + more);

    if (box) {
        memset(box, 0, sizeof *box + more);
        box->kept = parts_kept(job);
    }
    return box;
}

static inline bool direct_setup(struct job *job)
{
    return direct_setup_with(job, 0);
}

static inline void direct_teardown(struct job *job)
{
    free(job->state);
}

/* Untimed, where rank 1 takes no part: it is told that its buffer holds the data, or may be
 * rewritten. */
static inline void direct_settle(struct job *job)
{
    struct box *mine = job->state;

    set(&mine->finished, ++mine->step);
    if (job->rank == 1)
        wait_for(&box_of(job, ROOT)->finished, mine->step);
}

static inline void wait_for_all(const struct job *job, size_t flag, uint64_t number)
{
    for (int rank = 0; rank < job->ranks; rank++)
        if (rank != job->rank)
            wait_for((const _Atomic uint64_t *)((const char *)box_of(job, rank) + flag), number);
}
#define WAIT_FOR_ALL(job, flag, number) wait_for_all(job, offsetof(struct box, flag), number)

/* A call of memcpy would take longer than the few words of a line do; of a whole line the compiler
 * makes four moves. */
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

/* Asks for lines to be written. */
static inline void lines_ask(const struct line *lines, size_t bytes)
{
    for (size_t line = 0; line * PAYLOAD < bytes; line++)
#if defined(__x86_64__) || defined(__i386__)
        __asm__ volatile("prefetchw %0" : : "m"(lines[line].number));
#else
        __builtin_prefetch(&lines[line], 1);
#endif
}

/* Asks for the lines of the next message before there is one: whoever read them last need not be
 * told to forget them while a receiver waits. */
static inline void lines_own(const struct line *lines, size_t bytes)
{
    if (bytes <= OWNED * PAYLOAD)
        lines_ask(lines, bytes);
}

/* Each line is complete in itself, so a receiver may begin before the last one is written. */
static inline void lines_write(struct line *lines, const char *from, size_t bytes, uint64_t number)
{
    if (bytes > OWNED * PAYLOAD)
        lines_ask(lines, bytes);
    for (; bytes >= PAYLOAD; lines++, from += PAYLOAD, bytes -= PAYLOAD) {
        memcpy(lines->payload, from, PAYLOAD);
        set(&lines->number, number);
    }
    if (bytes) {
        copy_words(lines->payload, from, bytes);
        set(&lines->number, number);
    }
}

/* `wait` is wait_for, or wait_turn. */
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
    lines_read_by(wait_for, lines, to, bytes, number);
}

/* Before a sender fills slots again: every half ring it makes sure that the half to come has been
 * read, so the receivers' flags are looked at once in SLOTS / 2 runs. */
static inline bool slots_due(uint64_t step)
{
    return step % (SLOTS / 2) == 0 && step >= SLOTS;
}

#endif
