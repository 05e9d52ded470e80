/* SPDX-License-Identifier: BSD-3-Clause */
/* Waits for lines that a core does not have. A core issues a miss every latency / outstanding, so n
 * lines take latency + (n - 1) * latency / outstanding, or longer if the resources that carry them
 * are slower. */
#pragma once

#include "simulate/coherence/rank.h"

/* The rank waits until the lines have arrived. `data`: the hardware prefetches the next lines. */
void miss_load(struct rank *rank, const struct piece *piece, bool data);

/* Requests lines for writing, and returns the time at which the last one arrives; the rank goes on.
 */
double miss_own(struct rank *rank, const struct piece *piece);

/* Writes lines to memory, after which no cache has a copy, and returns the time at which the last
 * one is there; the rank goes on. */
double miss_write(struct rank *rank, const struct piece *piece);
/* Writes lines to memory, which the core keeps unmodified, and returns the time at which the last
 * one has left it; the rank goes on. */
double miss_write_back(struct rank *rank, const struct piece *piece);

/* The rank waits until it has the only copy of the line and has updated it. */
void miss_update(struct rank *rank, const struct piece *piece);

/* Advances the rank's clock to this time, for lines from this distance. */
void miss_spend(struct rank *rank, double time, enum distance distance);
/* The same, after ranks with earlier clocks. */
void miss_wait(struct rank *rank, double time, enum distance distance);
