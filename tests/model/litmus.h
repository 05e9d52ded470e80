/* SPDX-License-Identifier: BSD-3-Clause */
/* Short programs for the model checker, and their outcomes. */
#pragma once

#include "comops/comops.h"
#include "tests/model/model.h"
#include "tests/tap.h"

#include <stdatomic.h>
#include <string.h>

enum { ENOUGH = 1000000 };

/* What the ranks of a program share, on the model's heap. */
static struct shared {
    _Atomic uint64_t x, y;
    uint64_t data;
} * shared;

static int returned[4];      /* by the loads of one execution */
static bool outcomes[10000]; /* seen so far: the returned values as decimal digits */
static int ended, ranks;

static inline void start(void)
{
    shared = calloc(1, sizeof *shared);
    memset(returned, 0, sizeof returned);
    ended = 0;
}

/* Each rank's last call. */
static inline void end(void)
{
    if (++ended < ranks)
        return;
    outcomes[1000 * returned[0] + 100 * returned[1] + 10 * returned[2] + returned[3]] = true;
}

static inline void put(_Atomic uint64_t *to, uint64_t value, memory_order order)
{
    atomic_store_explicit(to, value, order);
}

static inline void get(int index, _Atomic uint64_t *from, memory_order order)
{
    returned[index] = (int)atomic_load_explicit(from, order);
}

static inline struct verdict explore(int count, void live(int rank))
{
    ranks = count;
    memset(outcomes, 0, sizeof outcomes);
    return model_explore(count, ENOUGH, start, live);
}

static inline int outcome_count(void)
{
    int count = 0;

    for (int i = 0; i < 10000; i++)
        count += outcomes[i];
    return count;
}
