/* SPDX-License-Identifier: BSD-3-Clause */
/* Data that do not fit a core's cache are in its last-level cache, and data that do not fit there
 * are in memory. Which page is evicted is random: caches of that size are not LRU, in which a sweep
 * through slightly more than fits would never hit. Lines that other cores have taken still occupy
 * their place. */
#pragma once

#include "simulate/coherence/cache/lines.h"

void evictions_open(void);
void evictions_close(void);
/* Pages that have left the core's cache so far. */
uint64_t evictions_count(int core);
/* The core has fetched these lines, or has used them again. */
void evictions_add(int core, const struct piece *piece, double time);
