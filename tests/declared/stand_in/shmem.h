/* SPDX-License-Identifier: BSD-3-Clause */
/* As much of OpenSHMEM as shmem/put and shmem/get need, its PEs being threads. A call is one copy.
 */
#pragma once

#include "tests/declared/counts.h"

#define shmem_align(alignment, bytes) counts_memory(bytes)
#define shmem_free(memory) (void)(memory)
#define shmem_barrier_all() counts_meet()
#define shmem_fence() (void)0
#define shmem_quiet() (void)0
#define shmem_putmem(to, from, bytes, pe) (void)counts_copy(counts_there(to, pe), from, bytes)
#define shmem_getmem(to, from, bytes, pe) (void)counts_copy(to, counts_there(from, pe), bytes)
#define shmem_putmem_nbi shmem_putmem
#define shmem_getmem_nbi shmem_getmem
#define shmem_long_p(flag, number, pe) counts_store(counts_there(flag, pe), (uint64_t)(number))
#define SHMEM_CMP_GE 0
#define shmem_long_wait_until(flag, compare, number)                                               \
    do {                                                                                           \
    } while (counts_load(flag) < (uint64_t)(number))
