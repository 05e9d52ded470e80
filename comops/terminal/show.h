/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMOPS_SHOW_H
#define COMOPS_SHOW_H

#include "comops/comops.h"
#include "comops/launch/paths.h"

#include <stdio.h>

/* The pattern's definition and the source of its implementations, side by side if they fit
 * `width` columns. */
void show_pattern(FILE *out, const struct pattern *pattern, const struct path *paths,
                  int path_count, int width);

#endif
