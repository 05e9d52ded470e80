/* SPDX-License-Identifier: BSD-3-Clause */
/* Executes ranks as fibres, each on a core of a simulated machine, and charges each memory access
 * by a model of cache coherence. Times are in nanoseconds of simulated time. */
#pragma once

#include "extensions/simulate/coherence/simulated_machine.h"

#include <stdint.h>

/* A new campaign of ranks 0 .. ranks-1 on the cores of the same numbers: clocks at 0, caches empty.
 * The heap (watch.h) must have been reset. */
void engine_open(const struct machine *machine, int ranks);
void engine_close(void);

/* Runs live(rank) on each rank until all have returned. NULL, or a description of a deadlock: what
 * the ranks wait for. */
const char *engine_run(void (*live)(int rank));

/* ---- called on a rank --------------------------------------------------------------------- */

double engine_now(void);     /* this rank's clock */
void engine_work(double ns); /* its own work: no access to memory */
/* Writes these lines to memory, without waiting for that; the core keeps them unmodified. */
void engine_write_back(const void *address, size_t bytes);
/* All ranks; takes no time. Their stores are visible and their clocks equal the latest. */
void engine_meet(void);
/* Allocations from now on are this rank's: first touched by it, on its core's node. */
void engine_allocates(int rank);

/* ---- where the time of a rank went --------------------------------------------------------- */

struct engine_account {
    double own;                   /* instructions, hits, stores, copies within its own cache */
    double transfer[DISTANCES];   /* lines from another cache, by distance */
    double memory;                /* lines from memory */
    double queue[RESOURCE_KINDS]; /* waiting for the resources that carry them */
    double line;                  /* waiting for a line that is being given to others */
    double wait;                  /* waiting for another rank: unsuccessful polls */
};
struct engine_account engine_account(int rank); /* since engine_account_reset */
void engine_account_reset(void);
uint64_t engine_accesses(void); /* charged since engine_open */
uint64_t engine_turns(void);    /* how often a rank yielded to ranks with earlier clocks */
