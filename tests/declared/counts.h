/* SPDX-License-Identifier: BSD-3-Clause */
/* Included before each implementation that is counted: what it does with memory others see goes
 * through counts.c. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTS_RANKS = 8 };

extern _Thread_local int counts_rank;

/* Memory of this rank's own, zero, at the same offset on each rank that asks for the same. */
void *counts_memory(size_t bytes);
/* Where another rank has what this one has here. */
void *counts_there(const void *here, int rank);
void counts_meet(void);    /* all ranks; not counted */
void counts_barrier(void); /* all ranks: each waits once */

void *counts_copy(void *to, const void *from, size_t bytes);
void counts_reduce_local(void *into, const void *a, const void *b, size_t bytes);
uint64_t counts_load(const void *flag);
void counts_store(void *flag, uint64_t number);

/* Of doubles alone. */
#include "comops/contract/reduction.h"
#define reduce_local(reduction, into, a, b, bytes) counts_reduce_local(into, a, b, bytes)

#define memcpy counts_copy
#define malloc counts_memory
#define aligned_alloc(alignment, bytes) counts_memory(bytes)
#define free(memory) ((void)(memory))
#define __atomic_load_n(flag, order) (long)counts_load(flag)
#undef atomic_load_explicit
#define atomic_load_explicit(flag, order) counts_load((const void *)(flag))
#undef atomic_store_explicit
#define atomic_store_explicit(flag, number, order) counts_store(flag, number)
