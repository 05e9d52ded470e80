/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of each cache line of the watched memory. */
#pragma once

#include "extensions/simulate/coherence/simulated_machine.h"

#include <stdalign.h>
#include <stdint.h>

enum { LINE_BYTES = 64, PAGE_LINES = 64, PAGE_BYTES = LINE_BYTES * PAGE_LINES };
enum { NOBODY = -1 };

/* The machine that is simulated. */
extern const struct machine *machine;

/* A set of cores. */
struct set {
    uint64_t words[CORES_MOST / 64];
};

/* Where requests for a line wait. */
enum stop { STOP_HOME, STOP_HOLDER, STOPS };

struct waiter;

/* Takes two cache lines of the host; most accesses need only the first. */
struct line {
    alignas(LINE_BYTES) double free; /* when it can next be given away */
    double served;                   /* when its home takes the next request for it */
    double lost;                     /* when the old copies of others are lost */
    uint64_t used;          /* lines that its owner had used when it last stored or took it */
    uint64_t llcs;          /* last-level caches that hold what a core evicted */
    struct waiter *waiters; /* ranks that sleep until their copy is lost */
    int16_t first[STOPS];   /* of the ranks that wait there; NOBODY */
    int16_t owner;          /* the core that supplies it to others; NOBODY */
    int16_t home;           /* node of its memory */
    bool exclusive;         /* the owner's is the only copy */
    bool dirty;             /* memory is older */
    bool migrated;          /* has left a socket modified, so a directory's cache has it */
    bool taken;             /* the owner got it by a load and has not written it since */
    /* Cores with a copy. If one has it exclusively: cores that use an old copy until `lost`. */
    struct set sharers;
};

/* Neighbours in the same state: one line, or all of a page whose lines have never been told apart.
 */
struct piece {
    struct line *line;
    int lines;
    int64_t place; /* of the first one */
    uint64_t mask; /* which lines of the page */
};

/* The engine's own memory, outside the watched heap: zero, and taken from the system only when
 * touched. */
void *storage_map(size_t bytes); /* ends the program if there is none */
void storage_unmap(void *memory, size_t bytes);

void lines_open(void);
void lines_close(void);

/* `toucher`: the core whose node becomes the home of a page that nobody allocated. */
struct line *line_at(int64_t place, int toucher);
struct piece piece_at(int64_t place, int toucher); /* one line */
/* The next lines from *place on, before `end`; *place moves behind them. */
struct piece piece_next(int64_t *place, int64_t end, int toucher);
/* For a page that has been touched: whether its lines have never been told apart; the line with
 * this index, or all of them. */
bool page_is_one(int64_t page);
struct line *line_of_page(int64_t page, int index);

/* When the line can be given away; at its home also: when the home takes the next request. */
static inline double line_ready(const struct line *line, enum stop stop)
{
    return stop == STOP_HOLDER || line->free > line->served ? line->free : line->served;
}

static inline bool set_has(const struct set *set, int core)
{
    return set->words[core / 64] >> core % 64 & 1;
}

static inline void set_add(struct set *set, int core)
{
    set->words[core / 64] |= UINT64_C(1) << core % 64;
}

static inline void set_remove(struct set *set, int core)
{
    set->words[core / 64] &= ~(UINT64_C(1) << core % 64);
}

static inline bool sets_meet(const struct set *a, const struct set *b)
{
    uint64_t both = 0;

    for (int word = 0; word < CORES_MOST / 64; word++)
        both |= a->words[word] & b->words[word];
    return both;
}

/* The first core from this one on; NOBODY. */
static inline int set_next(const struct set *set, int core)
{
    for (int word = core / 64; word < CORES_MOST / 64; word++) {
        const uint64_t left = set->words[word] >> (word == core / 64 ? core % 64 : 0);

        if (left)
            return (word == core / 64 ? core : word * 64) + __builtin_ctzll(left);
    }
    return NOBODY;
}
