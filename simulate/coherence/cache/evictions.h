/* SPDX-License-Identifier: BSD-3-Clause */
/* What does not fit a core's cache is in its last-level cache, and what does not fit there is in
 * memory. The page that goes is the one whose last miss or copy is the longest ago: hits are not
 * counted, and lines that others have taken away still occupy their place. */
#pragma once

#include "simulate/coherence/cache/lines.h"

void evictions_open(const struct machine *machine);
void evictions_close(void);
/* The core has got these lines, or has used them again. */
void evictions_add(int core, const struct piece *piece, double time);
