/* SPDX-License-Identifier: BSD-3-Clause */
/* A flag is a number that one thread stores and another waits for. All protocols use it that do not
 * leave synchronization to OpenMP. Flags only grow: none is ever reset, so no update is lost and no
 * old value is taken for a new one. */
#pragma once

#include "comops/comops.h"

#include <sched.h>
#include <stdatomic.h>

enum { POLLS_BEFORE_YIELD = 1 << 14 }; /* about 100 us: not reached where each rank has a core */

/* Release: everything this rank wrote or read before is done when the other sees the flag. */
static inline void flag_set(_Atomic uint64_t *flag, uint64_t number)
{
    atomic_store_explicit(flag, number, memory_order_release);
}

/* Acquire: everything the other rank wrote before it stored the number is visible afterwards. */
static inline void flag_wait(const _Atomic uint64_t *flag, uint64_t number)
{
    unsigned polls = 0;

    while (atomic_load_explicit(flag, memory_order_acquire) < number) {
        poll_pause();
        if (++polls % POLLS_BEFORE_YIELD == 0)
            sched_yield();
    }
}

/* The same for two ranks that take turns on a line no one else touches. The next load must not be
 * in flight when the line arrives: a load issued too early is discarded with everything after it. A
 * pause prevents that; on AMD's cores a load fence does so in less time. */
static inline void flag_wait_in_turn(const _Atomic uint64_t *flag, uint64_t number)
{
#if defined(__x86_64__)
    if (__builtin_cpu_is("amd"))
        for (int poll = 0; poll < POLLS_BEFORE_YIELD; poll++) {
            if (atomic_load_explicit(flag, memory_order_acquire) >= number)
                return;
            __builtin_ia32_lfence();
        }
#endif
    flag_wait(flag, number);
}
