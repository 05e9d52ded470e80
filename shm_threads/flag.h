/* SPDX-License-Identifier: BSD-3-Clause */
/* A flag is a number that one thread stores and another waits for. All protocols use flags unless
 * they leave synchronization to OpenMP. Flags only grow: none is ever reset, so no update is lost
 * and no old value is taken for a new one. */
#pragma once

#include "comops/comops.h"

#include <sched.h>
#include <stdatomic.h>

enum { POLLS_BEFORE_YIELD = 1 << 14 }; /* about 100 us: not reached if each rank has a core */

/* Release: all that this rank wrote or read before is done when the other sees the flag. */
static inline void flag_set(_Atomic uint64_t *flag, uint64_t number)
{
    atomic_store_explicit(flag, number, memory_order_release);
}

/* Acquire: all that the other rank wrote before it stored the number is visible afterwards. */
static inline void flag_wait(const _Atomic uint64_t *flag, uint64_t number)
{
    unsigned polls = 0;

    while (atomic_load_explicit(flag, memory_order_acquire) < number) {
        poll_pause();
        if (++polls % POLLS_BEFORE_YIELD == 0)
            sched_yield();
    }
}
