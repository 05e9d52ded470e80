/* SPDX-License-Identifier: BSD-3-Clause */
/* Several MPI libraries in one campaign, each a path of its own. */
#pragma once

#include "comops/launch/paths.h"

/* Adds a path mpi@NAME for each "NAME=PREFIX" of a NULL-terminated list, which may be NULL. PREFIX
 * is where a library with the ABI of this program's MPI worker is installed (MPICH from 3.1 on,
 * Intel MPI), or another build of this program, whose worker is then used. False if it is neither;
 * standard error says why. */
bool mpi_libraries_add(struct path **paths, int *count, char *const *named);
