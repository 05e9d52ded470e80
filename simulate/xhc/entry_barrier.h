/* SPDX-License-Identifier: BSD-3-Clause */
/* The barrier before each broadcast of the measurements: rank 0 collects the ranks of its socket,
 * then all others, and releases them by a flag for each of the two groups, its socket's first. So
 * the others begin later than rank 0, and their times include this. */
#pragma once

#include "comops/comops.h"

#include <stdalign.h>
#include <stdatomic.h>

enum { ENTRY_GROUPS = 2 };

struct entry_barrier {
    struct {
        alignas(CACHE_LINE) _Atomic uint64_t arrived;
    } * ranks;
    struct {
        alignas(CACHE_LINE) _Atomic uint64_t released;
    } * groups;
};

static inline void entry_wait(const _Atomic uint64_t *flag, uint64_t number)
{
    while (atomic_load_explicit(flag, memory_order_acquire) < number)
        poll_pause();
}

/* The `number`-th meeting. `near`: how many ranks are on rank 0's socket. */
static inline void entry_meet(const struct entry_barrier *barrier, int rank, int ranks, int near,
                              uint64_t number)
{
    if (rank == 0) {
        for (int other = 1; other < ranks; other++)
            entry_wait(&barrier->ranks[other].arrived, number);
        for (int group = 0; group < ENTRY_GROUPS; group++)
            atomic_store_explicit(&barrier->groups[group].released, number, memory_order_release);
    } else {
        atomic_store_explicit(&barrier->ranks[rank].arrived, number, memory_order_release);
        entry_wait(&barrier->groups[rank >= near].released, number);
    }
}
