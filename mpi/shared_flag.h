/* SPDX-License-Identifier: BSD-3-Clause */
/* A flag is a number in shared memory that one rank stores and others wait for. Flags only grow. */
#pragma once

#include "mpi/poll.h"

#include <stdatomic.h>

/* Acquire: everything the other rank wrote before it set the flag is visible afterwards. */
static inline void flag_wait(const _Atomic uint64_t *flag, uint64_t number)
{
    unsigned polls = 0;

    while (atomic_load_explicit(flag, memory_order_acquire) < number)
        poll_again(&polls);
}

/* Release: everything this rank wrote or read before is done when the other sees the flag. */
static inline void flag_set(_Atomic uint64_t *flag, uint64_t number)
{
    atomic_store_explicit(flag, number, memory_order_release);
}
