/* SPDX-License-Identifier: BSD-3-Clause */
/* As much of OpenSHMEM as shmem/put and shmem/get need. A call is one copy. */
#pragma once

#include "tests/declared/counted.h"
#include "tests/declared/team.h"

#define shmem_align(alignment, bytes) team_memory(bytes)
#define shmem_free(memory) (void)(memory)
#define shmem_barrier_all() counts_barrier()
#define shmem_fence() calls_fenced()
#define shmem_quiet() (void)0
#define shmem_putmem(to, from, bytes, pe) (void)memcpy(team_there(to, pe), from, bytes)
#define shmem_getmem(to, from, bytes, pe) (void)memcpy(to, team_there(from, pe), bytes)
#define shmem_putmem_nbi shmem_putmem
#define shmem_iput64(to, from, apart_to, apart_from, words, pe)                                    \
    for (size_t word = 0; word < (words); word++)                                                  \
    (void)memcpy(team_there((to) + 8 * (apart_to) * word, pe), (from) + 8 * (apart_from) * word, 8)
#define shmem_getmem_nbi shmem_getmem
#define shmem_long_p(flag, number, pe)                                                             \
    __atomic_store_n((long *)team_there(flag, pe), number, __ATOMIC_RELEASE)
#define shmem_uint64_p(word, number, pe)                                                           \
    __atomic_store_n((uint64_t *)team_there(word, pe), number, __ATOMIC_RELEASE)
#define SHMEM_CMP_GE <
#define SHMEM_CMP_NE ==
#define shmem_long_wait_until(flag, until, number)                                                 \
    do {                                                                                           \
    } while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) until(number))
/* Numbers are kept by who counts: this one is read afterwards. */
#define shmem_uint64_wait_until(word, until, number)                                               \
    do                                                                                             \
        *(word) = __atomic_load_n(word, __ATOMIC_ACQUIRE);                                         \
    while (*(word)until(number))
