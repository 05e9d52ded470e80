/* SPDX-License-Identifier: BSD-3-Clause */
/* What a rank waits for: lines that its core does not have. A core issues a miss every latency /
 * outstanding, so that n lines take latency + (n - 1) * latency / outstanding, or what carries them
 * allows. */
#pragma once

#include "simulate/coherence/rank.h"

/* The rank waits until the lines have come. `data`: the hardware prefetches what lies behind. */
void miss_load(struct rank *rank, const struct piece *piece, bool data);

/* Asks for lines to be written, and returns when the last one comes; the rank goes on. */
double miss_own(struct rank *rank, const struct piece *piece);

/* Writes lines to memory, where nobody has a copy afterwards, and returns when the last one is
 * there; the rank goes on. */
double miss_write(struct rank *rank, const struct piece *piece);

/* The rank waits until it has the line alone and has changed it. */
void miss_update(struct rank *rank, const struct piece *piece);

/* The rank's clock goes on to this time, for lines from this distance. */
void miss_spend(struct rank *rank, double time, enum distance distance);
/* The same, and others go first. */
void miss_wait(struct rank *rank, double time, enum distance distance);
