/* SPDX-License-Identifier: BSD-3-Clause */
/* Paths that are another path with another library: mpi@NAME, threads@NAME. */
#pragma once

#include "comops/launch/paths.h"

/* Fills a path that has a label: `base` with the library at `place`. NULL, or the reason for a
 * failure, to be freed. */
typedef char *library_use(struct path *path, const struct path *base, const char *place);

library_use library_use_mpi, library_use_openmp;
