/* SPDX-License-Identifier: BSD-3-Clause */
/* Included before each implementation that is counted: what it does with memory others see goes
 * through counting.c. */
#ifndef COUNTING_H
#define COUNTING_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTING_RANKS = 8 };

extern _Thread_local int counting_rank;

/* Memory of this rank's own, zero, at the same offset on each rank that asks for the same. */
void *counting_memory(size_t bytes);
/* Where another rank has what this one has here. */
void *counting_there(const void *here, int rank);
void counting_meet(void);    /* all ranks; not counted */
void counting_barrier(void); /* all ranks: each waits once */

void *counting_copy(void *to, const void *from, size_t bytes);
void counting_reduce_local(void *into, const void *a, const void *b, size_t bytes);
uint64_t counting_load(const void *flag);
void counting_store(void *flag, uint64_t number);

/* Of doubles alone. */
#include "comops/contract/reduction.h"
#define reduce_local(reduction, into, a, b, bytes) counting_reduce_local(into, a, b, bytes)

#define memcpy counting_copy
#define malloc counting_memory
#define aligned_alloc(alignment, bytes) counting_memory(bytes)
#define free(memory) ((void)(memory))
#define __atomic_load_n(flag, order) (long)counting_load(flag)
#undef atomic_load_explicit
#define atomic_load_explicit(flag, order) counting_load((const void *)(flag))
#undef atomic_store_explicit
#define atomic_store_explicit(flag, number, order) counting_store(flag, number)

#endif
