/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernel counts for the calling thread. */
#pragma once

#include "comops/ranks/arena/arena.h"

/* Read before and after the timed part of a block, never within. */

/* All counts so far, and the time; for hardware thread `pu` (OS index, or -1) the stolen time. */
struct disturbances kernel_counts_read(int pu);
/* Page faults so far; quick enough to evict nothing from the caches. */
double kernel_counts_faults(void);
/* Since an earlier reading with the same `pu`. */
struct disturbances kernel_counts_since(const struct disturbances *before, int pu);
