/* SPDX-License-Identifier: BSD-3-Clause */
/* What does not fit a core's cache is in its last-level cache, and what does not fit there is in
 * memory. Which page goes is chance: caches of that size are not LRU, of which a sweep through a
 * little more than fits would find nothing. Lines that others have taken away still occupy their
 * place. */
#pragma once

#include "simulate/coherence/cache/lines.h"

void evictions_open(const struct machine *machine);
void evictions_close(void);
/* The core has got these lines, or has used them again. */
/* Pages that have left the core's cache so far. */
uint64_t evictions_count(int core);
void evictions_add(int core, const struct piece *piece, double time);
