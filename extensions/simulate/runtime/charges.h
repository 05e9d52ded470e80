/* SPDX-License-Identifier: BSD-3-Clause */
/* Comes before each file of comops-smpi, as SMPI's own header does: copies and reductions of a rank
 * take simulated time, those in MPI's calls, too. */
#pragma once

#include "comops/ranks/contract/reduction.h"

#include <mpi.h>
#include <string.h>

extern MPI_Op charged_maximum, charged_sum;

void charges_open(void); /* after MPI_Init */
void *charged_memcpy(void *to, const void *from, size_t bytes);
void charged_reduce_local(enum reduction reduction, void *into, const void *a, const void *b,
                          size_t bytes);

#define memcpy(...) charged_memcpy(__VA_ARGS__)
#define reduce_local(...) charged_reduce_local(__VA_ARGS__)
#undef MPI_MAX
#define MPI_MAX charged_maximum
#undef MPI_SUM
#define MPI_SUM charged_sum
