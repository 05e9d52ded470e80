/* SPDX-License-Identifier: BSD-3-Clause */
/* The next of a sequence that is the same everywhere: splitmix64 (Steele, Lea and Flood, OOPSLA
 * 2014). */
#pragma once

#include <stdint.h>

static inline uint64_t random_number(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
