/* SPDX-License-Identifier: BSD-3-Clause */
/* Several MPI libraries in one campaign, each a path of its own. */
#ifndef COMOPS_MPI_LIBRARIES_H
#define COMOPS_MPI_LIBRARIES_H

#include "comops/launch/paths.h"

#include <stddef.h>

/* Adds the path mpi@NAME. `prefix` is that of a library with the ABI of this program's MPI worker
 * (MPICH from 3.1 on, Intel MPI), or of another build of this program, whose worker is then used.
 * False, with the reason in `why`, if it is neither. */
bool mpi_libraries_add(struct path **paths, int *count, const char *name, const char *prefix,
                       char *why, size_t why_size);

#endif
