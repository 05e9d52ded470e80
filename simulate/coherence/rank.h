/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank that runs on the core of its number: its clock, its misses, its store buffer. */
#pragma once

#include "simulate/coherence/cache/protocol.h"
#include "simulate/coherence/engine.h"
#include "simulate/watch/fibre.h"

enum { STREAMS = 8, FLIGHTS = 64, STORES_MOST = MACHINE_STORES_MOST, POLLS_MOST = 1024 };

/* An atomic store that others do not see yet. */
struct pending {
    void *address;
    uint64_t value;
    size_t bytes;
    double commit;
};

/* A rank's place in the list of those that sleep on a line. */
struct waiter {
    struct waiter *next, **back;
    struct rank *rank;
};

/* Loads of neighbouring lines, which the hardware prefetches. */
struct stream {
    int64_t place; /* where it goes on */
    double time;   /* of its last miss */
};

/* A load that missed. */
struct flight {
    double work; /* of the rank before it */
    double come;
};

struct poll {
    const void *address;
    struct line *line; /* NULL: `count` of the rank's words, which are 0 */
    uint64_t value;
    const void *site;
    const int *which; /* of its words; `address` is that of the first one */
    int count;
};

/* For a line; requests.c. */
struct request {
    struct line *line;
    struct source (*source_of)(const struct line *line, int core);
    struct source source; /* as far as is known */
    int stage;            /* of its way, the next one */
    double time;          /* when it was made; when it comes to the end of its leg */
    double leg;           /* from home to holder */
    double waits_since;
};

struct rank {
    struct fibre fibre;
    int number;
    double clock;
    double serial;            /* nothing that follows has begun before */
    double checked;           /* when the last atomic load came */
    double miss_next;         /* when the next miss can be issued */
    double work;              /* done so far, without waiting */
    double front, front_work; /* when the last load that missed was sent for, and the work before */
    struct flight flights[FLIGHTS]; /* the last loads that missed */
    unsigned flight_first, flight_end;
    struct stream streams[STREAMS];
    int stream_next; /* that the next new one replaces */
    uint64_t ticket; /* of its present operation: who came first is served first */
    bool (*goes_on)(struct rank *rank); /* called in its place, until it returns true */
    struct line *awaited;               /* a line for which it waits at `stop`; NULL */
    enum stop stop;
    struct rank *before, *behind; /* in the queue for that line, a ring */
    bool scheduled;               /* it is in the heap */
    struct request request;
    bool meets; /* waits for the others in engine_meet */
    uint64_t accesses;
    uint64_t lines_used; /* loaded or stored, one after the other */
    struct engine_account account;

    /* Store buffer: when the last `stores` lines commit, and the values of atomic stores. */
    double commits[STORES_MOST];
    unsigned commit_next;
    double commit_last;
    double store_interval;        /* between the last lines that missed */
    const struct line *stored;    /* the line of the last store */
    enum distance store_distance; /* of the last one that missed; DISTANCE_OWN: memory */
    struct pending pending[STORES_MOST];
    unsigned pending_first, pending_end;

    /* Loads since the last pause, and those between the two pauses before. */
    struct poll polls[2][POLLS_MOST];
    int poll_count[2];
    int polling; /* index of the present ones */
    bool busy;   /* has done more than load since the last pause */
    struct waiter waiters[POLLS_MOST];
    int waiter_count;
    bool asleep;
    unsigned sleeps; /* so far */

    /* Words of which it polls many (words.c). */
    struct engine_word *words;
    uint64_t evictions; /* from its cache when they were last known to be there */
    const int *loads;   /* the one that it loads by itself */
    const int *passes;  /* those that it loads one after the other; NULL: none */
    int passed;         /* how many of them, as far as is known */
    double begin;       /* the first one */
};

extern struct rank *ranks;
extern int rank_count;
extern const struct machine *machine;

/* Nothing that follows has begun, because the rank has waited. */
static inline void rank_serialize(struct rank *rank)
{
    rank->serial = rank->front = rank->clock;
    rank->front_work = rank->work;
    rank->flight_first = rank->flight_end;
}

/* Whether a modified line is in its owner's first-level cache, for the owner has not used as much
 * since. */
static inline bool rank_first_cache_has(const struct line *line)
{
    return machine->first_bytes && line->exclusive && line->dirty &&
           (ranks[line->owner].lines_used - line->used) * LINE_BYTES < machine->first_bytes;
}

static inline void rank_work(struct rank *rank, double ns)
{
    rank->clock += ns;
    rank->account.own += ns;
    rank->work += ns;
}
