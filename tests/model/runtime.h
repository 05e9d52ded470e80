/* SPDX-License-Identifier: BSD-3-Clause */
/* Interfaces between the parts of the model checker: search.c decides which rank continues,
 * atomics.c what a load may return, plain.c which accesses race, mutants.c which fault is planted.
 */
#pragma once

#include "comops/ranks/watch/watch.h"
#include "tests/model/model.h"

struct location; /* an atomic variable; its stores are numbered from the oldest */

/* A vector clock; a rank begins at 1. */
struct clock {
    uint32_t of[MODEL_RANKS_MOST];
};

/* Suspends the rank until the search has chosen the store that this load, the rank's `number`-th,
 * returns. `vain`: the previous load, the same one, was a poll in vain. */
int search_choose(const struct location *location, uint32_t number, bool vain);
/* Announces a new store, which may depend on these loads of each rank. */
void search_store(const struct location *location, const struct clock *loads);

void atomics_reset(void);
int location_oldest(const struct location *location, int rank); /* that this rank may still read */
int location_newest(const struct location *location);
const struct clock *clock_now(void); /* of the running rank */

void plain_reset(void);
/* The variable at this address, NULL until there is one. */
struct location *plain_location(const void *address);
void plain_claim(const void *address, struct location *location);

/* An access at this place. `ordered`: it acquires or releases. */
void site_note(const void *site, bool loads, bool ordered);
bool site_lacks(const void *site, enum mutation mutation);
