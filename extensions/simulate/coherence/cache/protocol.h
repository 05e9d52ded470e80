/* SPDX-License-Identifier: BSD-3-Clause */
/* Cache coherence: where a line comes from, and what happens to its copies. */
#pragma once

#include "extensions/simulate/coherence/cache/lines.h"

/* The source from which a core gets a line, and the time without contention. */
struct source {
    double latency;
    enum distance distance; /* DISTANCE_OWN: from memory */
    int domain;
    int resource; /* that supplies the line: a memory or a cache; -1: none */
    bool moves;   /* the data move; otherwise only other copies are invalidated */
};

void protocol_open(void);

/* Whether the core can write its copy. */
static inline bool protocol_owns(const struct line *line, int core)
{
    return line->exclusive && line->owner == core;
}

/* Whether it has a copy that it can read at this time. */
static inline bool protocol_hits(const struct line *line, int core, double time)
{
    return protocol_owns(line, core) ||
           (set_has(&line->sharers, core) && (!line->exclusive || time < line->lost));
}

struct source protocol_load_source(const struct line *line, int core);
struct source protocol_own_source(const struct line *line, int core);

/* How many cores behind this core's last-level cache have a copy. */
int protocol_readers(const struct line *line, int core);

/* Lines of a stream that a core can have under way, those that others request included: on ICX-48
 * of XHC's measurements one reader has 18, and several are no faster (Intel's prefetcher into the
 * second-level cache runs at most 20 ahead: Optimization Reference Manual). On Skylake they are its
 * 12 line fill buffers. */
int protocol_ahead(void);

/* Whether this core's last-level cache alone has the line, as if the core had evicted it. */
bool protocol_spilled(const struct line *line, int core);

/* How long the home serves this reader of a line that several have before it serves the next. */
double protocol_service(const struct line *line, int core);

/* Whether the load also causes a write to the home's memory, by a write-back or a directory. */
bool protocol_load_writes_memory(const struct line *line, int core);

/* Whether the core's request overtakes those that wait for the line. */
bool protocol_serves_first(const struct line *line, int core);

/* The core has loaded the line, which arrives at `free`. */
void protocol_load(struct line *line, int core, double free);
/* The core has the only copy of the line. Old copies may be used until `lost`, which is `free`
 * here. */
void protocol_own(struct line *line, int core, double free);
/* The core has no copy any more; its last-level cache keeps one if it has room for any. */
void protocol_evict(struct line *line, int core);
/* Nobody has a copy any more. */
void protocol_flush(struct line *line);

/* ---- evictions.c ---------------------------------------------------------------------------- */

/* Data that do not fit a core's cache are in its last-level cache, and data that do not fit there
 * are in memory. Which page is evicted is random: caches of that size are not LRU, in which a sweep
 * through slightly more than fits would never hit. Lines that other cores have taken still occupy
 * their place. */

void evictions_open(void);
void evictions_close(void);
/* The core has fetched these lines, or has used them again. */
void evictions_add(int core, const struct piece *piece, double time);
