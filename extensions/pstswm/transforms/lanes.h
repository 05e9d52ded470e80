/* SPDX-License-Identifier: BSD-3-Clause */
/* Several numbers that are processed alike. Vectors run over columns, latitudes or lines, never
 * over the terms of a sum, so a result has the same bits however the work is divided. */
#pragma once

#include "comops/ranks/contract/vectors.h"

/* Numbers side by side in memory: what vectors run over is padded to a multiple. The widest vectors
 * have as many, so data look alike to all sets. LANES 1: scalars, for counting operations. */
#ifndef LANES
#define LANES 8
#endif

/* A register of the set that the file is compiled for. */
#if LANES == 1
enum { WIDTH = 1 };
typedef double lanes;
#else
enum { WIDTH = VECTOR_BYTES / 8 };
typedef double lanes __attribute__((vector_size(VECTOR_BYTES), may_alias));
#endif

/* Registers that a loop takes at once: two where LANES need several, so that one need not wait for
 * the other. Unless such loops are unrolled, GCC keeps the vectors on the stack. */
enum { PARTS = LANES > WIDTH ? 2 : 1, STEP = PARTS * WIDTH };
#define EACH_PART _Pragma("GCC unroll 2") for (int part = 0; part < PARTS; part++)

static inline int lanes_round_up(int count)
{
    return (count + LANES - 1) / LANES * LANES;
}
