/* SPDX-License-Identifier: BSD-3-Clause */
/* Several numbers that are processed alike, in the processor's widest vectors. Vectors run over
 * columns, latitudes or lines, never over the terms of a sum, so a result has the same bits however
 * the work is divided. */
#pragma once

/* LANES 1: scalars, for compilers without vectors, and for counting operations. */
#ifndef LANES
#define LANES 8
#endif

#if LANES == 1
typedef double lanes;
#else
typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), may_alias));
#endif

/* Compiled once for each kind of vector; the loader selects one. */
#ifdef VECTOR_LEVELS
#define WIDEST_LANES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDEST_LANES
#endif

static inline int lanes_round_up(int count)
{
    return (count + LANES - 1) / LANES * LANES;
}
