/* SPDX-License-Identifier: BSD-3-Clause */
/* Comes before each file of comops-smpi, as SMPI's own header does: copies and reductions of a rank
 * take simulated time, those in MPI's calls, too. */
#pragma once

#include "comops/ranks/contract/reduction.h"

#include <mpi.h>
#include <string.h>

extern MPI_Op charged_maximum, charged_sum;

/* Before MPI's operations are used, and after. */
void charges_open(void);
void charges_close(void);

void *charged_memcpy(void *to, const void *from, size_t bytes);
void charged_reduce_local(enum reduction reduction, void *into, const void *a, const void *b,
                          size_t bytes);

#define memcpy(to, from, bytes) charged_memcpy(to, from, bytes)
#define reduce_local(reduction, into, a, b, bytes) charged_reduce_local(reduction, into, a, b, bytes)
#undef MPI_MAX
#define MPI_MAX charged_maximum
#undef MPI_SUM
#define MPI_SUM charged_sum
