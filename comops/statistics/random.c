/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/statistics.h"

uint64_t random_number(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void random_shuffle(int *order, int count, uint64_t *state)
{
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)(random_number(state) % (uint64_t)(i + 1));
        const int kept = order[i];

        order[i] = order[j];
        order[j] = kept;
    }
}
