/* SPDX-License-Identifier: BSD-3-Clause */
/* Comes before each file of comops-smpi, as SMPI's own header does: copies and reductions of a rank
 * take simulated time, those in MPI's calls, too. */
#pragma once

#include "comops/ranks/contract/reduction.h"

#include <mpi.h>
#include <string.h>

#define COPY_NS "COMOPS_COPY_NS_PER_BYTE" /* in the core's own cache */
#define REDUCE_NS "COMOPS_REDUCE_NS_PER_BYTE"

void charge(const char *rate, double bytes);
extern MPI_Op charged_maximum, charged_sum;

#define memcpy(to, from, bytes) (charge(COPY_NS, (double)(bytes)), memcpy(to, from, bytes))
#define reduce_local(reduction, into, a, b, bytes)                                                 \
    (charge(REDUCE_NS, (double)(bytes)), reduce_local(reduction, into, a, b, bytes))
#undef MPI_MAX
#define MPI_MAX charged_maximum
#undef MPI_SUM
#define MPI_SUM charged_sum
