/* SPDX-License-Identifier: BSD-3-Clause */
/* The transpose in log2(ranks) SWAPs, which moves more data than the others; for a power of two. */
#pragma once

#include "pstswm/parallel/transpose.h"

void logtrans(struct job *job, const struct remap *remap);
size_t logtrans_scratch(const struct job *job, const struct remap *remap);
