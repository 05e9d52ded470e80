/* SPDX-License-Identifier: BSD-3-Clause */
/* The store buffer of a core. It requests ownership of a line at once; stores become visible in
 * their order. */
#pragma once

#include "extensions/simulate/coherence/rank.h"

/* The rank waits until its buffer has a free entry. */
void stores_reserve(struct rank *rank);
/* The rank stores to these lines: returns the time at which the last store commits. No other rank
 * runs in between. */
double stores_add(struct rank *rank, const struct piece *piece);
/* Stores to memory, after which no cache has a copy. */
void stores_add_nontemporal(struct rank *rank, const struct piece *piece);
/* The rank's core writes its modified lines to memory and keeps them. */
void stores_write_back(struct rank *rank, const struct piece *piece);
/* The value of an atomic store, which others see from `commit` on. */
void stores_write(struct rank *rank, void *address, uint64_t value, size_t bytes, double commit);
/* Everything up to this time becomes visible. */
void stores_commit(struct rank *rank, double time);
/* The rank waits until all its stores are visible. */
void stores_drain(struct rank *rank);
/* True, with the value, if the rank itself has stored there and others do not see it yet. */
bool stores_forward(const struct rank *rank, const void *address, size_t bytes, uint64_t *value);
/* The rank waits until its atomic stores in this range are in memory. */
void stores_settle(struct rank *rank, const void *address, size_t bytes);
