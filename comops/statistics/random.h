/* SPDX-License-Identifier: BSD-3-Clause */
/* A small generator whose order is the same everywhere: splitmix64 (Steele, Lea and Flood,
 * OOPSLA 2014). */
#pragma once

#include <stdint.h>

/* Shuffles order[0..count-1] in place (Fisher and Yates). */
void random_shuffle(int *order, int count, uint64_t *state);
