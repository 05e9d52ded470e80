/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/parallel/parallel_plan.h"

#include "extensions/pstswm/transforms/fft.h"

struct share share_of(int total, int ranks, int rank)
{
    const int least = total / ranks, longer = total % ranks;

    return (struct share){rank * least + (rank < longer ? rank : longer), least + (rank < longer)};
}

int share_orders(int m[TRUNCATION_MOST + 1], int waves, int ranks, int rank)
{
    const struct share low = share_of(waves / 2 + 1, ranks, rank);
    int orders = 0;

    for (int i = low.first; i < low.first + low.count; i++) {
        m[orders++] = i;
        if (waves - i != i)
            m[orders++] = waves - i;
    }
    return orders;
}

int share_orders_reversed(int m[TRUNCATION_MOST + 1], int waves, int ranks, int rank)
{
    int orders = 0;

    for (int i = bits_reversed(rank, ranks); i <= waves; i += ranks)
        m[orders++] = i;
    return orders;
}
