/* SPDX-License-Identifier: BSD-3-Clause */
/* The store buffer of a core. Ownership of a line is asked for at once; what the stores write
 * becomes visible in their order. */
#pragma once

#include "simulate/coherence/rank.h"

/* The rank waits until its buffer has an entry free. */
void stores_reserve(struct rank *rank);
/* The rank stores to these lines: returns when the last store commits. No other rank runs before.
 */
double stores_add(struct rank *rank, const struct piece *piece);
/* Straight to memory; nobody has a copy afterwards. */
void stores_add_nontemporal(struct rank *rank, const struct piece *piece);
/* The value of an atomic store, which others see from `commit` on. */
void stores_write(struct rank *rank, void *address, uint64_t value, size_t bytes, double commit);
/* Everything up to this time becomes visible. */
void stores_commit(struct rank *rank, double time);
/* The rank waits until all it has stored is visible. */
void stores_drain(struct rank *rank);
/* True, with the value, if the rank itself has stored there and others do not see it yet. */
bool stores_forward(const struct rank *rank, const void *address, size_t bytes, uint64_t *value);
/* The rank waits until what it has stored atomically in this range is in memory. */
void stores_settle(struct rank *rank, const void *address, size_t bytes);
