/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernel counts for the calling thread: read before and after the timed part of a block,
 * never within. */
#pragma once

#include "comops/arena/disturbances.h"

/* All so far, and the time; of hardware thread `pu` (OS index, or -1) what was stolen. */
struct disturbances kernel_counts_read(int pu);
/* Page faults so far; so quick that nothing leaves the caches. */
double kernel_counts_faults(void);
/* Since an earlier reading with the same `pu`. */
struct disturbances kernel_counts_since(const struct disturbances *before, int pu);
