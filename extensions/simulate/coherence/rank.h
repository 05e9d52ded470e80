/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank, which runs on the core of its number: its clock, its misses, its store buffer. */
#pragma once

#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/fibre.h"

enum { STREAMS = 8, FLIGHTS = 64, STORES_MOST = MACHINE_STORES_MOST, POLLS_MOST = 1024 };

/* An atomic store that others do not see yet. */
struct pending {
    void *address;
    uint64_t value;
    size_t bytes;
    double commit;
};

/* A rank's entry in the list of those that sleep on a line. */
struct waiter {
    struct waiter *next, **back;
    struct rank *rank;
};

/* Loads of neighbouring lines, which the hardware prefetches. */
struct stream {
    int64_t place; /* of the next line */
    double time;   /* of its last miss */
};

/* A load that missed. */
struct flight {
    double work; /* the rank's work before it */
    double come;
};

struct poll {
    const void *address;
    struct line *line;
    uint64_t value;
    const void *site;
};

/* A request for a line; requests.c. */
struct request {
    struct line *line;
    struct source (*source_of)(const struct line *line, int core);
    struct source source; /* as known so far */
    int stage;            /* its next stage */
    double time;          /* when it was made; when it reaches the end of its leg */
    double leg;           /* from home to holder */
    double waits_since;
};

struct rank {
    struct fibre fibre;
    int number;
    double clock;
    double serial;            /* nothing later begins before this time */
    double checked;           /* when the last atomic load arrived */
    double miss_next;         /* when the next miss can be issued */
    double spilled_next;      /* and that of a store to what its own last-level cache alone has */
    double work;              /* done so far, waits not included */
    double front, front_work; /* when the last load that missed was sent for, and the work before */
    struct flight flights[FLIGHTS]; /* the last loads that missed */
    unsigned flight_first, flight_end;
    struct stream streams[STREAMS];
    int stream_next; /* the one that the next new stream replaces */
    uint64_t ticket; /* of its current operation: the lowest ticket is served first */
    bool (*goes_on)(struct rank *rank); /* called by the scheduler, until it returns true */
    struct line *awaited;               /* a line for which it waits at `stop`; NULL */
    enum stop stop;
    struct rank *before, *behind; /* in the queue for that line, a ring */
    bool scheduled;               /* it is in the heap */
    struct request request;
    bool meets; /* waits for the others in engine_meet */
    uint64_t accesses;
    uint64_t lines_used; /* loaded or stored so far */
    struct engine_account account;

    /* Store buffer: when the last `stores` lines commit, and the values of atomic stores. */
    double commits[STORES_MOST];
    unsigned commit_next;
    double commit_last;
    double store_interval;        /* between the last two lines that missed */
    const struct line *stored;    /* the line of the last store */
    enum distance store_distance; /* of the last one that missed; DISTANCE_OWN: memory */
    struct pending pending[STORES_MOST];
    unsigned pending_first, pending_end;

    /* Loads since the last pause, and between the two pauses before. */
    struct poll polls[2][POLLS_MOST];
    int poll_count[2];
    int polling; /* index of the current ones */
    bool busy;   /* has done more than load since the last pause */
    struct waiter waiters[POLLS_MOST];
    int waiter_count;
    bool asleep;
    unsigned sleeps; /* so far */
};

extern struct rank *ranks;
extern int rank_count;

/* Nothing later has begun, because the rank has waited. */
static inline void rank_serialize(struct rank *rank)
{
    rank->serial = rank->front = rank->clock;
    rank->front_work = rank->work;
    rank->flight_first = rank->flight_end;
}

/* Whether a modified line is still in its owner's first-level cache, because the owner has since
 * used less than its size. */
static inline bool rank_first_cache_has(const struct line *line)
{
    return machine->first_bytes && line->exclusive && line->dirty &&
           (ranks[line->owner].lines_used - line->used) * LINE_BYTES < machine->first_bytes;
}

/* The rank does more than load: what it has loaded so far belongs to no loop that waits. */
static inline void rank_busy(struct rank *rank)
{
    rank->busy = true;
    rank->poll_count[rank->polling] = 0;
}

static inline void rank_work(struct rank *rank, double ns)
{
    rank->clock += ns;
    rank->account.own += ns;
    rank->work += ns;
}
