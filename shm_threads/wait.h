/* SPDX-License-Identifier: BSD-3-Clause */
/* How a thread waits for a number that another one stores, the same for every protocol that does
 * not leave it to OpenMP. Numbers only grow: none is ever reset, so none can be lost or be left
 * over. */
#ifndef WAIT_H
#define WAIT_H

#include "comops/comops.h"

#include <sched.h>
#include <stdatomic.h>

enum {
    LINE_PAIR = 128,             /* two lines: x86 prefetches lines in pairs */
    POLLS_BEFORE_YIELD = 1 << 14 /* some 100 us: never among ranks that all have a core */
};

/* Release: what this rank wrote or read before is done when the other sees the flag. */
static inline void set(_Atomic uint64_t *flag, uint64_t number)
{
    atomic_store_explicit(flag, number, memory_order_release);
}

/* Acquire: what the other rank wrote before it stored the number is seen after this. */
static inline void wait_for(const _Atomic uint64_t *flag, uint64_t number)
{
    unsigned polls = 0;

    while (atomic_load_explicit(flag, memory_order_acquire) < number) {
        poll_pause();
        if (++polls % POLLS_BEFORE_YIELD == 0)
            sched_yield();
    }
}

/* The same between two ranks that take turns, where nobody but the two touches the line. The next
 * load must not be under way when the line arrives: what was loaded too early is thrown away with
 * all that follows. A pause sees to that, but on AMD's cores a load fence does so in less time. */
static inline void wait_turn(const _Atomic uint64_t *flag, uint64_t number)
{
#if defined(__x86_64__)
    if (__builtin_cpu_is("amd"))
        for (int poll = 0; poll < POLLS_BEFORE_YIELD; poll++) {
            if (atomic_load_explicit(flag, memory_order_acquire) >= number)
                return;
            __builtin_ia32_lfence();
        }
#endif
    wait_for(flag, number);
}

#endif
