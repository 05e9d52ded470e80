/* SPDX-License-Identifier: BSD-3-Clause */
/* Data that a rank reads and writes sequentially. */
#pragma once

#include "simulate/coherence/rank.h"

enum { BULK_LOADS = 2 };

struct bulk {
    const void *loads[BULK_LOADS]; /* NULL: no more */
    const void *store;             /* NULL: none */
    size_t bytes;                  /* of each */
    double per_byte;               /* of the core's own work */
    double first_per_byte;         /* of that on data in its first-level cache */
    bool nontemporal;
};
void bulk_run(struct rank *rank, const struct bulk *bulk);
